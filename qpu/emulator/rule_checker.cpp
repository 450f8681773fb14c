// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/rule_checker.h"

#include <algorithm>

#include "qpu/emulator/messages.h"
#include "qpu/emulator/shared_units.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace {

/// Number of requests that chips are known to answer correctly (docs/videocore4.md, TMU).
constexpr unsigned kSafeTmuRequests = 4;
/// Number of instructions after a write of the uniform address that must not read a uniform (Restrictions 5).
constexpr std::uint64_t kUniformSlots = 2;

bool selects_load_stride(std::uint32_t setup) { return setup >> 28 == 9; }

}  // namespace

Finding RuleChecker::finding_of(Rule rule, const Qpu& qpu, std::string detail) {
  const Operation& current = *of(qpu).current;
  return {rule, qpu.number, BusAddress(current.address), current.word, std::move(detail)};
}

void RuleChecker::report(Rule rule, const Qpu& qpu, std::string detail, bool at_end) {
  report(finding_of(rule, qpu, std::move(detail)), qpu, at_end);
}

void RuleChecker::report(const Finding& finding, const Qpu& qpu, bool at_end) {
  const RuleInfo& broken = info(finding.rule);
  if (broken.pedantic && !options_.pedantic) return;
  sink_->report(finding);
  if (!options_.stop_at_error || stopped_ || broken.severity != Severity::error) return;
  stopped_ = true;
  // The machine adds QPU and instruction, unless the program has ended.
  std::string text(broken.summary);
  if (!finding.detail.empty()) text += ": " + finding.detail;
  text.append("; ").append(broken.hint).append(" [").append(broken.name).append("]");
  qpu.shared->fault(ErrorCode::illegal_instruction, at_end ? to_string(finding) : text);
}

void RuleChecker::report(const std::vector<DmaProblem>& problems, const Qpu& qpu) {
  for (const DmaProblem& problem : problems) report(problem.rule, qpu, problem.detail);
}

// ---- instructions

/// Their registers, if those are watched, and uniforms right after the address was written.
bool RuleChecker::sees_plain(const Qpu& qpu) const {
  const State& state = states_[qpu.number];
  const bool may_break =
      state.address_written && state.instructions - *state.address_written <= kUniformSlots;
  return options_.unwritten || may_break;
}

void RuleChecker::instruction(const Qpu& qpu, const Operation& operation) {
  State& state = of(qpu);
  state.current = &operation;
  if (options_.unwritten && !state.tried) check_registers(qpu, operation);
  state.tried = false;
}

void RuleChecker::blocked(const Qpu& qpu, const Operation&) { of(qpu).tried = true; }

void RuleChecker::check_registers(const Qpu& qpu, const Operation& operation) {
  for (const unsigned slot : of(qpu).registers.unwritten_reads(qpu, operation)) {
    report(Rule::register_never_written, qpu, register_name(slot));
  }
}

void RuleChecker::retired(const Qpu& qpu, const Operation& operation) {
  State& state = of(qpu);
  if ((operation.before & before::uniform) != 0) check_uniform(qpu);
  if ((operation.effects & effect::read_dma_busy) != 0) note_dma_busy_read(qpu, operation);
  if ((operation.effects & effect::write_add) != 0 &&
      operation.io_add == isa::write_address::vpm_read_setup) {
    note_setup(qpu, operation.io_add_file_b, qpu.slot[slot::result_add].lane[0]);
  }
  if ((operation.effects & effect::write_mul) != 0 &&
      operation.io_mul == isa::write_address::vpm_read_setup) {
    note_setup(qpu, operation.io_mul_file_b, qpu.slot[slot::result_mul].lane[0]);
  }
  ++state.instructions;
  if (options_.unwritten) state.registers.note_writes(operation);
}

void RuleChecker::check_uniform(const Qpu& qpu) {
  const State& state = of(qpu);
  if (!state.address_written) return;
  const std::uint64_t distance = state.instructions - *state.address_written;
  if (distance == 0 || distance > kUniformSlots) return;
  report(Rule::uniform_after_address, qpu, std::to_string(distance) + " after it");
}

void RuleChecker::uniforms_address_written(const Qpu& qpu, BusAddress address) {
  of(qpu).address_written = of(qpu).instructions;
  if (address.value() % 4 != 0) report(Rule::uniform_address_unaligned, qpu, hex(address.value()));
}

void RuleChecker::program_started(const Qpu& qpu, const QpuProgram& program) {
  if (program.uniforms.value() % 4 == 0) return;
  report({Rule::uniform_address_unaligned, qpu.number, program.code, 0,
          hex(program.uniforms.value()) + " at the start of the program"},
         qpu, true);
}

void RuleChecker::configuration_taken(const Qpu& qpu, std::uint32_t) { check_uniform(qpu); }

/// A request that hits the cache was seen to bring its result to the one four before it
/// (docs/videocore4.md, Open questions 2).
void RuleChecker::tmu_requested(const Qpu& qpu, unsigned tmu, const LaneVector& addresses) {
  const unsigned under_way = qpu.tmu[tmu].size();
  const CacheModel* const caches = qpu.shared->caches();
  const bool may_hit = caches == nullptr || caches->tmu_hit();
  if (under_way > kSafeTmuRequests && may_hit) {
    report(Rule::tmu_requests_deep, qpu, std::to_string(under_way) + " at TMU " + std::to_string(tmu));
  }
  report_store_races(store_races_.read(addresses), qpu);
}

// ---- VPM and DMA

void RuleChecker::note_setup(const Qpu& qpu, bool file_b, std::uint32_t setup) {
  State& state = of(qpu);
  if (setup >> 30 == 0) return;  // of vectors, not of DMA
  if (file_b) {
    (setup >> 30 == 3 ? state.store_stride : state.store_setup) = true;
  } else {
    (selects_load_stride(setup) ? state.load_stride : state.load_setup) = true;
  }
}

/// A program may also wait by polling the busy flags: the transfer is complete when they are 0.
void RuleChecker::note_dma_busy_read(const Qpu& qpu, const Operation& operation) {
  const isa::Instruction instruction(operation.word);
  if (instruction.raddr_a() == isa::read_address::dma_load_busy) dma_load_waited(qpu);
  const bool reads_b = instruction.encoding_class() == isa::EncodingClass::alu;
  if (reads_b && instruction.raddr_b() == isa::read_address::dma_store_busy) dma_store_waited(qpu);
}

bool RuleChecker::overlaps_load(const Qpu& qpu, const auto& place) {
  const Flight& load = of(qpu).load;
  return load.active && overlaps(place, load.bits);
}

void RuleChecker::note_store_races(const Qpu& qpu, const auto& place, std::string_view detail) {
  const Flight& store = of(qpu).store;
  if (!store.active || !overlaps(place, store.bits)) return;
  std::vector<BusRange> bytes;
  for (unsigned row = 0; row < store.transfer.rows; ++row) {
    const DmaTransfer stored = row_of(store.transfer, row);
    if (overlaps(place, bits_of(stored))) bytes.push_back(memory_of(stored).front());
  }
  store_races_.add(finding_of(Rule::vpm_write_during_store, qpu, std::string(detail)), bytes);
}

/// Of races whose outcome came, or will come, to be read.
void RuleChecker::report_store_races(const std::vector<Finding>& races, const Qpu& qpu) {
  for (const Finding& race : races) report(race, qpu, true);
}

VpmRaces::Use RuleChecker::use_of(const Qpu& qpu, unsigned actor, bool writes) {
  const Operation& current = *of(qpu).current;
  return {actor, current.address, current.word, writes};
}

void RuleChecker::report_pair(Rule rule, const Qpu& qpu, const VpmRaces::Use& earlier,
                              const std::string& where) {
  const auto with = [&](unsigned other, std::uint32_t address) {
    return where + "with QPU " + std::to_string(other) + " at " + hex(address);
  };
  const unsigned other = EventOrder::qpu_of(earlier.actor);
  report({rule, other, BusAddress(earlier.address), earlier.word, with(qpu.number, of(qpu).current->address)},
         qpu, true);
  report(rule, qpu, with(other, earlier.address));
}

void RuleChecker::note_use(const Qpu& qpu, unsigned actor, const VpmMemory& bits, std::uint64_t rows,
                           bool writes) {
  for (const VpmRaces::Race& race : vpm_races_.note(use_of(qpu, actor, writes), bits, rows)) {
    report_pair(Rule::vpm_race, qpu, race.earlier, "row " + std::to_string(race.row) + ", ");
  }
}

void RuleChecker::note_overlap(const Qpu& qpu, Flight State::* kind, unsigned actor) {
  for (unsigned other = 0; other < kQpus; ++other) {
    const Flight& flight = states_[other].*kind;
    if (other == qpu.number || flight.time == 0) continue;
    if (order_.precedes(flight.instruction.actor, flight.time, actor)) continue;
    report_pair(Rule::dma_of_another_qpu_busy, qpu, flight.instruction, "");
    return;
  }
}

void RuleChecker::start(const Qpu& qpu, Flight State::* kind, unsigned actor, const DmaTransfer& transfer,
                        const VpmMemory& bits) {
  Flight& flight = of(qpu).*kind;
  if (flight.active) report(Rule::dma_started_twice, qpu, "");
  order_.started(qpu.number, actor);
  note_overlap(qpu, kind, actor);
  flight = {true, transfer, bits, order_.now(actor), use_of(qpu, actor, false)};
}

void RuleChecker::end(const Qpu& qpu, Flight State::* kind, unsigned actor) {
  (of(qpu).*kind).active = false;
  order_.waited(qpu.number, actor);
}

void RuleChecker::dma_load_started(const Qpu& qpu, const DmaTransfer& transfer) {
  const auto& [bits, rows] = transfer_bits_.of(transfer);
  const State& state = of(qpu);
  if (!state.load_setup) report(Rule::dma_setup_missing, qpu, "no load setup");
  const bool uses_stride = (qpu.dma_load_setup >> 24 & 15) == 0;
  if (state.load_setup && uses_stride && !state.load_stride) {
    report(Rule::dma_setup_missing, qpu, "no pitch of loads");
  }
  if (state.load_setup) report(load_problems(transfer, qpu.dma_load_setup, qpu.dma_load_stride), qpu);
  note_store_races(qpu, bits, "by a DMA load");
  report_store_races(store_races_.read(transfer), qpu);
  const unsigned actor = EventOrder::load(qpu.number);
  start(qpu, &State::load, actor, transfer, bits);
  note_use(qpu, actor, bits, rows, true);
  if (options_.unwritten) add(bits, written_);
}

void RuleChecker::dma_store_started(const Qpu& qpu, const DmaTransfer& transfer) {
  const auto& [bits, rows] = transfer_bits_.of(transfer);
  const State& state = of(qpu);
  if (!state.store_setup) report(Rule::dma_setup_missing, qpu, "no store setup");
  if (state.store_setup && !state.store_stride && transfer.rows > 1) {
    report(Rule::dma_setup_missing, qpu, "no stride of stores");
  }
  if (state.store_setup) report(store_problems(transfer, qpu.dma_store_stride), qpu);
  if (overlaps_load(qpu, bits)) report(Rule::vpm_read_during_load, qpu, "by a DMA store");
  if (options_.unwritten && !covered(bits, written_)) {
    report(Rule::vpm_never_written, qpu,
           "a DMA store from row " + std::to_string(transfer.y) + ", column " + std::to_string(transfer.x));
  }
  for (Finding& race : store_races_.overwritten(transfer)) {
    race.rule = Rule::vpm_write_during_store_unused;
    report(race, qpu, true);
  }
  const unsigned actor = EventOrder::store(qpu.number);
  start(qpu, &State::store, actor, transfer, bits);
  note_use(qpu, actor, bits, rows, false);
}

void RuleChecker::dma_load_waited(const Qpu& qpu) { end(qpu, &State::load, EventOrder::load(qpu.number)); }
void RuleChecker::dma_store_waited(const Qpu& qpu) { end(qpu, &State::store, EventOrder::store(qpu.number)); }

void RuleChecker::vpm_read_set_up(const Qpu& qpu, std::uint32_t setup, bool accepted) {
  if (!accepted) return report(Rule::vpm_setup_ignored, qpu, "");
  const unsigned unread = qpu.vpm_reader.available() - VpmBlock::decode(setup).vectors;
  if (unread > 1) report(Rule::vpm_setup_queued, qpu, std::to_string(unread) + " unread");
}

void RuleChecker::vpm_read(const Qpu& qpu, const VpmBlock& block) {
  if (overlaps_load(qpu, block)) report(Rule::vpm_read_during_load, qpu, "");
  note_vector(qpu, block, false);
  if (options_.unwritten && !covered(block, written_)) {
    report(Rule::vpm_never_written, qpu, "the vector at address " + std::to_string(block.address));
  }
}

void RuleChecker::vpm_written(const Qpu& qpu, const VpmBlock& block) {
  note_store_races(qpu, block, "");
  note_vector(qpu, block, true);
  if (options_.unwritten) add(block, written_);
}

void RuleChecker::note_vector(const Qpu& qpu, const VpmBlock& block, bool writes) {
  VpmMemory bits;
  add(block, bits);
  note_use(qpu, EventOrder::program(qpu.number), bits, rows_of(block), writes);
}

// ---- synchronisation

void RuleChecker::mutex_acquired(const Qpu& qpu) {
  mutex_owner_ = qpu.number;
  order_.mutex_acquired(qpu.number);
}

void RuleChecker::mutex_released(const Qpu& qpu) {
  if (mutex_owner_ != qpu.number) {
    report(Rule::mutex_not_owned, qpu,
           mutex_owner_ ? "QPU " + std::to_string(*mutex_owner_) + " holds it" : "nobody holds it");
  }
  mutex_owner_.reset();
  order_.mutex_released(qpu.number);
}

void RuleChecker::semaphore_changed(const Qpu& qpu, unsigned number, unsigned value) {
  order_.semaphore_changed(qpu.number, number, value);
}

// ---- ends

void RuleChecker::program_finished(const Qpu& qpu) {
  if (!qpu.vpm_reader.empty()) {
    report(Rule::vpm_reads_left, qpu, std::to_string(qpu.vpm_reader.available()) + " left", true);
  }
  for (unsigned tmu = 0; tmu < 2; ++tmu) {
    const unsigned left = qpu.tmu[tmu].size();
    if (left == 0 && qpu.texture[tmu].writes == 0) continue;
    report(Rule::tmu_results_left, qpu,
           std::to_string(left) + " left at TMU " + std::to_string(tmu) +
               (qpu.texture[tmu].writes != 0 ? ", and coordinates without s" : ""),
           true);
  }
  if (mutex_owner_ == qpu.number) report(Rule::mutex_held, qpu, "", true);
  of(qpu).load.active = of(qpu).store.active = false;
  if (!qpu.shared->any_live()) check_end_of_job(qpu);
}

void RuleChecker::job_ended() {
  for (const Finding& race : store_races_.job_ended()) sink_->report(race);
}

void RuleChecker::check_end_of_job(const Qpu& qpu) {
  report_store_races(store_races_.job_ended(), qpu);
  for (unsigned n = 0; n < 16; ++n) {
    const unsigned value = qpu.shared->semaphore(n);
    if (value == 0) continue;
    report(Rule::semaphore_left, qpu, "semaphore " + std::to_string(n) + " is " + std::to_string(value),
           true);
  }
}

}  // namespace quadcl::qpu::emulator
