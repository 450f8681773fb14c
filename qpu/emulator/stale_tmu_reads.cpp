// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/stale_tmu_reads.h"

#include <utility>

#include "qpu/emulator/register_reads.h"
#include "qpu/emulator/tmu_lookup.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::emulator {

namespace {

bool uses_r4(const Operation& operation) {
  bool found = false;
  for_each_register_read(operation, [&](unsigned slot) { found |= slot == slot::r4; });
  return found;
}

bool is_sfu(unsigned address) {
  return address >= isa::write_address::sfu_recip && address <= isa::write_address::sfu_log;
}

/// Whether an SFU puts a new value into all lanes of r4.
bool replaces_r4(const Operation& operation) {
  constexpr auto kAlways = static_cast<std::uint8_t>(isa::Condition::always);
  const bool by_add = (operation.effects & effect::write_add) != 0 && is_sfu(operation.io_add);
  const bool by_mul = (operation.effects & effect::write_mul) != 0 && is_sfu(operation.io_mul);
  return (by_add && operation.condition_add == kAlways) || (by_mul && operation.condition_mul == kAlways);
}

}  // namespace

void StaleTmuReads::report(const Finding& finding) {
  if (finding.rule == Rule::stale_tmu_read) {
    requested_.push_back(finding);
  } else {
    sink_.report(finding);
  }
}

void StaleTmuReads::executing(const Qpu& qpu, const Operation& operation) {
  named_first_ = physical_tmu(qpu, 0);
  Findings& in_r4 = states_[qpu.number].in_r4;
  if (!in_r4.empty() && uses_r4(operation)) pass_on(in_r4, Rule::stale_tmu_read);
}

void StaleTmuReads::executed(const Qpu& qpu, const Operation& operation) {
  State& state = states_[qpu.number];
  if (replaces_r4(operation)) pass_on(state.in_r4, Rule::stale_tmu_read_unused);
  if ((operation.effects & effect::receive_tmu0) != 0) receive(qpu, 0);
  if ((operation.effects & effect::receive_tmu1) != 0) receive(qpu, 1);
  for (unsigned tmu = 0; tmu < 2; ++tmu) state.under_way[tmu].resize(qpu.tmu[tmu].size(), requested_);
  requested_.clear();
}

void StaleTmuReads::job_ended() {
  pass_on(requested_, Rule::stale_tmu_read_unused);
  for (State& state : states_) {
    pass_on(state.in_r4, Rule::stale_tmu_read_unused);
    for (auto& results : state.under_way) {
      for (Findings& findings : results) pass_on(findings, Rule::stale_tmu_read_unused);
      results.clear();
    }
  }
}

void StaleTmuReads::receive(const Qpu& qpu, unsigned named) {
  State& state = states_[qpu.number];
  pass_on(state.in_r4, Rule::stale_tmu_read_unused);
  auto& results = state.under_way[named_first_ ^ named];
  state.in_r4 = std::move(results.front());
  results.pop_front();
}

void StaleTmuReads::pass_on(Findings& findings, Rule rule) {
  for (Finding& finding : findings) {
    finding.rule = rule;
    sink_.report(finding);
  }
  findings.clear();
}

}  // namespace quadcl::qpu::emulator
