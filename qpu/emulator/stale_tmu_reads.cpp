// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/stale_tmu_reads.h"

#include <algorithm>
#include <iterator>
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
  State& state = states_[qpu.number];
  if (!state.in_r4.empty() && uses_r4(operation)) use(state);
  if (!state.bits.empty()) state.bits.executing(qpu, operation);
}

void StaleTmuReads::executed(const Qpu& qpu, const Operation& operation) {
  State& state = states_[qpu.number];
  if (!state.bits.empty()) move_bits(state, qpu, operation);
  if (replaces_r4(operation)) leave_r4(state);
  if ((operation.effects & effect::receive_tmu0) != 0) receive(qpu, 0);
  if ((operation.effects & effect::receive_tmu1) != 0) receive(qpu, 1);
  for (unsigned tmu = 0; tmu < 2; ++tmu) state.under_way[tmu].resize(qpu.tmu[tmu].size(), requested_);
  requested_.clear();
}

void StaleTmuReads::job_ended() {
  pass_on(requested_, Rule::stale_tmu_read_unused);
  for (State& state : states_) {
    pass_on(state.in_r4, Rule::stale_tmu_read_unused);
    pass_on(state.in_registers, Rule::stale_tmu_read_unused);
    for (auto& results : state.under_way) {
      for (Findings& findings : results) pass_on(findings, Rule::stale_tmu_read_unused);
      results.clear();
    }
  }
}

/// An instruction uses r4.
void StaleTmuReads::use(State& state) {
  const bool are_parts = std::none_of(state.in_r4.begin(), state.in_r4.end(),
                                      [](const Finding& finding) { return finding.stale_bits == ~0U; });
  if (!are_parts) return pass_on(state.in_r4, Rule::stale_tmu_read);
  LaneVector bits{};
  for (const Finding& finding : state.in_r4) bits.lane[finding.lane] |= finding.stale_bits;
  state.bits.set(slot::r4, bits);
  std::move(state.in_r4.begin(), state.in_r4.end(), std::back_inserter(state.in_registers));
  state.in_r4.clear();
}

void StaleTmuReads::move_bits(State& state, const Qpu& qpu, const Operation& operation) {
  if (state.bits.executed(qpu, operation)) {
    pass_on(state.in_registers, Rule::stale_tmu_read);
    state.bits.clear();
  }
  if (state.bits.empty()) pass_on(state.in_registers, Rule::stale_tmu_read_unused);
}

/// It gets another value.
void StaleTmuReads::leave_r4(State& state) {
  pass_on(state.in_r4, Rule::stale_tmu_read_unused);
  state.bits.clear(slot::r4);
  if (state.bits.empty()) pass_on(state.in_registers, Rule::stale_tmu_read_unused);
}

void StaleTmuReads::receive(const Qpu& qpu, unsigned named) {
  State& state = states_[qpu.number];
  leave_r4(state);
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
