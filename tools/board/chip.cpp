// SPDX-License-Identifier: Apache-2.0
#include "tools/board/chip.h"

#include <algorithm>
#include <utility>

#include "qpu/isa/instruction.h"

namespace quadcl::tools::simulated {

namespace board = qpu::board;
using board::Register;

qpu::emulator::BusMap Chip::map(std::map<std::uint32_t, std::vector<std::byte>>* copies) {
  qpu::emulator::BusMap map;
  for (const auto& [physical, size] : sdram_.sizes()) {
    std::byte* host = sdram_.at(physical);
    if (copies != nullptr)
      if (const auto copy = copies->find(physical); copy != copies->end() && copy->second.size() == size)
        host = copy->second.data();
    // Old memory is in the caches, by whichever way it came there.
    for (const std::uint32_t alias : {0u, kL2Alias, kCoherentAlias, kDirectAlias}) {
      std::byte* const memory = sdram_.at_bus(alias | physical);
      if (memory == nullptr) continue;
      map.add({BusAddress(alias | physical), size, memory == sdram_.at(physical) ? host : memory});
    }
  }
  // Lanes without work may look up address 0 (docs/videocore4.md, TMU).
  map.add({BusAddress(0), board::kPageBytes, sdram_.at(0), true});
  return map;
}

void Chip::keep_memory() {
  old_memory_.clear();
  for (const auto& [physical, size] : sdram_.sizes())
    old_memory_[physical].assign(sdram_.at(physical), sdram_.at(physical) + size);
}

qpu::emulator::RunOutcome Chip::run_on(const std::vector<qpu::QpuProgram>& programs, bool clears) {
  // The counters cost the model of time, which programs without them need not wait for.
  qpu::timing::Counters counted{};
  const bool counts = (at(Register::pctre) & board::kCountersOn) != 0;
  auto outcome = run_with(programs, clears, counts ? &counted : nullptr);
  if (counts) count(counted);
  return outcome;
}

std::uint32_t& Chip::counter(unsigned slot) {
  return registers_[static_cast<std::uint32_t>(Register::pctr0) + 8 * slot];
}

std::uint32_t Chip::counted_by(unsigned slot) {
  return registers_[static_cast<std::uint32_t>(Register::pctrs0) + 8 * slot];
}

void Chip::count(const qpu::timing::Counters& counted) {
  for (unsigned slot = 0; slot < board::kCounterSlots; ++slot) {
    const std::uint32_t number = counted_by(slot);
    const bool enabled = (at(Register::pctre) >> slot & 1) != 0;
    if (enabled && number < counted.size()) counter(slot) += static_cast<std::uint32_t>(counted[number]);
  }
}

qpu::emulator::RunOutcome Chip::run_with(const std::vector<qpu::QpuProgram>& programs, bool clears,
                                         qpu::timing::Counters* counters) {
  if (!model_.configuration().stale_caches) return runner_.run(programs, map(nullptr), counters);
  auto memory = old_memory_;
  auto outcome = runner_.run(programs, map(clears ? nullptr : &memory), counters);
  if (!clears) {
    for (const auto& [physical, bytes] : memory) {
      const auto& before = old_memory_.at(physical);
      for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] != before[i]) *(sdram_.at(physical) + i) = bytes[i];
    }
  }
  keep_memory();
  return outcome;
}

bool Chip::run(const std::vector<qpu::QpuProgram>& programs, bool clears) {
  if (during_job) during_job();
  without_clear_ += clears ? 0 : 1;
  const auto outcome = run_on(programs, clears);
  requested_ += static_cast<unsigned>(programs.size());
  note_end(outcome);
  return !outcome.error;
}

void Chip::note_end(const qpu::emulator::RunOutcome& outcome) {
  interrupts_ |= outcome.host_interrupts;
  halted_ = 0, looping_ = 0;
  const bool loops = outcome.error && outcome.error->code == ErrorCode::instruction_limit;
  for (std::uint32_t i = 0; i < outcome.qpus.size(); ++i) {
    const auto& qpu = outcome.qpus[i];
    const auto next = qpu::isa::Instruction(qpu.next_word.value_or(0));
    const bool halts = !qpu.finished && next.signal() == qpu::isa::Signal::breakpoint;
    completed_ += qpu.finished ? 1 : 0;
    looping_ += loops && !qpu.finished ? 1 : 0;
    halted_ |= (halts ? 1u : 0u) << i;
  }
}

/// The programs go on from read to read.
std::uint32_t Chip::read_counter(unsigned slot) {
  if (looping_ > 0 && (at(Register::pctre) & board::kCountersOn) != 0) {
    qpu::timing::Counters counted{};
    counted[qpu::timing::counter::icache_hits] = std::uint64_t{1000} * looping_;
    count(counted);
  }
  return counter(slot);
}

void Chip::clear_counters(std::uint32_t slots) {
  for (unsigned slot = 0; slot < board::kCounterSlots; ++slot)
    if ((slots >> slot & 1) != 0) counter(slot) = 0;
}

void Chip::run_queue() {
  if (queue_.empty()) return;
  const auto programs = std::exchange(queue_, {});
  // Without rows of the VPM for them, user programs do not start.
  if (at(Register::vpmbase) == 0) {
    requested_ += static_cast<unsigned>(programs.size());
    return;
  }
  const bool clears = l2c_cleared_ && slices_cleared_;
  l2c_cleared_ = slices_cleared_ = false;
  hangs_since_.reset();
  if (!run(programs, clears)) hangs_since_ = std::chrono::steady_clock::now();
}

std::uint32_t Chip::queue_state() const {
  const auto queued = static_cast<std::uint32_t>(queue_.size());
  return completed_ << 16 | requested_ << 8 | std::max(queued, requested_ - completed_ > 12 ? 1u : 0u);
}

std::uint32_t Chip::peek(std::uint32_t offset) const {
  const auto found = registers_.find(offset);
  return has_power_ && found != registers_.end() ? found->second : 0;
}

std::uint32_t Chip::read(std::uint32_t offset) {
  if (!has_power_) return board::kWithoutPower;
  switch (static_cast<Register>(offset)) {
    case Register::ident0:
      return board::kIdent0;
    case Register::ident1:
      return board::kIdent1;
    case Register::srqcs:
      // A program may look for room in the queue between two entries; the QPUs begin when it waits.
      if (!queue_.empty() && !std::exchange(was_looked_at_, true)) return queue_state();
      run_queue();
      if (model_.configuration().recovers) completed_ = requested_;
      if (hangs_since_ && waits_in_vain) waits_in_vain(std::chrono::steady_clock::now() - *hangs_since_);
      return queue_state();
    case Register::dbqhlt:
      return halted_;
    case Register::dbqitc:
      run_queue();
      return interrupts_;
    case Register::errstat:
      return model_.configuration().errors;
    default:
      break;
  }
  const auto counters = static_cast<std::uint32_t>(Register::pctr0);
  if (offset >= counters && offset < counters + 8 * board::kCounterSlots && (offset & 4) == 0) {
    return read_counter((offset - counters) / 8);
  }
  return registers_[offset];
}

void Chip::write(std::uint32_t offset, std::uint32_t value) {
  if (!has_power_) return;
  registers_[offset] = value;
  switch (static_cast<Register>(offset)) {
    case Register::l2cactl:
      l2c_cleared_ = (value & 4) != 0;
      break;
    case Register::slcactl:
      slices_cleared_ = (value & 0x07070707) == 0x07070707;
      break;
    case Register::pctrc:
      clear_counters(value);
      break;
    case Register::srqcs:
      if ((value & 1 << 16) != 0) completed_ = 0;
      if ((value & 1 << 8) != 0) requested_ = 0;
      break;
    case Register::dbqitc:
      interrupts_ &= ~value;
      break;
    case Register::srqpc:
      was_looked_at_ = false;
      queue_.push_back({BusAddress(value), BusAddress(at(Register::srqua))});
      break;
    default:
      break;
  }
}

}  // namespace quadcl::tools::simulated
