// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/simulation.h"

#include <algorithm>

#include "qpu/isa/instruction.h"
#include "qpu/timing/due_key.h"

namespace quadcl::qpu::timing {

namespace {

namespace effect = emulator::effect;
namespace write_address = isa::write_address;
using emulator::Step;
using emulator::Wait;

/// Effects of instructions that other QPUs can notice, or that take time of a shared resource.
constexpr std::uint32_t kShared = effect::read_vpm | effect::acquire_mutex | effect::wait_dma_load |
                                  effect::wait_dma_store | effect::semaphore | effect::request_tmu0 |
                                  effect::request_tmu1 | effect::write_add | effect::write_mul |
                                  effect::program_end | effect::read_dma_busy;

/// The fetch of uniforms ends with the program's end signal, whose two delay slots come after it. The counter
/// of uniform hits shows that with programs of 3 and of 4 instructions (docs/videocore4.md, Counters).
constexpr Ticks kEndDelay = 2 * kSlot;

/// In a few steps, not one after the other.
std::uint64_t least(const std::array<std::uint64_t, kQpus>& keys) {
  constexpr std::size_t kColumns = 4;
  static_assert(kQpus % kColumns == 0);
  std::array<std::uint64_t, kColumns> columns;
  std::copy_n(keys.begin(), kColumns, columns.begin());
  for (std::size_t i = kColumns; i < kQpus; ++i)
    columns[i % kColumns] = std::min(columns[i % kColumns], keys[i]);
  return std::min(std::min(columns[0], columns[1]), std::min(columns[2], columns[3]));
}

}  // namespace

Simulation::Slice::Slice(const Parameters& p, MemorySystem& memory)
    : instructions(p, memory), uniforms(p, memory), tmus{Tmu(p, memory), Tmu(p, memory)} {}

Simulation::Simulation(std::span<const QpuProgram> programs, const Parameters& p,
                       const Instruments& instruments)
    : ForwardingObserver(instruments.observer),
      fetch_ahead_(p.ticks(Parameter::fetch_ahead)),
      sfu_operation_(p.ticks(Parameter::sfu_operation)),
      mutex_handover_(p.ticks(Parameter::mutex_handover)),
      semaphore_visible_(p.ticks(Parameter::semaphore_visible)),
      trace_(instruments.trace),
      profile_(instruments.profile),
      clocks_(instruments.clocks),
      watched_(trace_ != nullptr || profile_ != nullptr || clocks_ != nullptr),
      memory_(p, instruments.trace),
      vpm_port_(p),
      load_engine_(DmaDirection::load, p, memory_, vpm_port_, instruments.trace),
      store_engine_(DmaDirection::store, p, memory_, vpm_port_, instruments.trace) {
  constexpr unsigned slices = kQpus / kQpusPerSlice;
  slices_.reserve(slices);
  for (unsigned i = 0; i < slices; ++i) slices_.emplace_back(p, memory_);
  contexts_.reserve(programs.size());
  due_keys_.fill(kNotDue);
  fetches_.fill(kNever);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    Context& context = contexts_.emplace_back(p, static_cast<unsigned>(i), slices_[i / kQpusPerSlice]);
    const Ticks start = next_slot(p.ticks(Parameter::program_start) +
                                  static_cast<Ticks>(i) * p.ticks(Parameter::program_interval));
    context.now = start;
    due_keys_[i] = due_key(static_cast<unsigned>(i), start, start);
    context.line = line_of(programs[i].code.value());
    context.line_ready = context.slice->instructions.fetch(context.line, start);
    context.uniform.begin(programs[i].uniforms, start);
    if (clocks_ != nullptr) (*clocks_)[i].next = start;
  }
}

// ---- order

emulator::Qpu* Simulation::choose(std::span<Qpu> qpus) {
  if (current_ != nullptr) {
    Context& context = of(*current_);
    if (!context.ahead && context.left == 0 && is_in_line(*current_, context)) {
      while (goes_on_alone(*current_, context)) {
        if (can_issue(*current_, context)) return current_;
        if (context.awaits_tmu) break;
      }
    }
    update_due(*current_);
  }
  for (;;) {
    current_ = earliest(qpus);
    if (current_ == nullptr) return nullptr;
    Context& context = of(*current_);
    context.ahead = false;
    if (context.left > 0) {
      follow(context, true);
    } else if (can_issue(*current_, context)) {
      return current_;
    }
    update_due(*current_);
  }
}

emulator::Qpu* Simulation::earliest(std::span<Qpu> qpus) {
  for (;;) {
    const std::uint64_t first = least(due_keys_);
    if (first != kNotDue && next_fetch_ > slot_of(first)) return &qpus[qpu_of(first)];
    if (next_fetch_ == kNever) return nullptr;
    fetch_line();
  }
}

void Simulation::note_fetch(std::size_t tmu, Ticks at) {
  fetches_[tmu] = at;
  next_fetch_ = *std::min_element(fetches_.begin(), fetches_.end());
}

/// Lets the TMU that comes first fetch its line. If results become known by that, the QPUs that wait for them
/// go on.
void Simulation::fetch_line() {
  const auto number =
      static_cast<std::size_t>(std::find(fetches_.begin(), fetches_.end(), next_fetch_) - fetches_.begin());
  const std::size_t slice = number / 2;
  Tmu& tmu = slices_[slice].tmus[number % 2];
  const bool results_known = tmu.fetch_line();
  note_fetch(number, tmu.next_fetch());
  if (!results_known) return;
  const std::size_t first = slice * kQpusPerSlice;
  const std::size_t end = std::min<std::size_t>(first + kQpusPerSlice, contexts_.size());
  for (std::size_t i = first; i < end; ++i) {
    Context& context = contexts_[i];
    if (!context.awaits_tmu || context.results[context.awaited_tmu].front() == kNever) continue;
    context.awaits_tmu = false;
    due_keys_[i] = due_key(static_cast<unsigned>(i), context.now, context.order());
  }
}

void Simulation::update_due(const Qpu& qpu) {
  const Context& context = of(qpu);
  const bool due = qpu.live && !context.asleep && !context.awaits_tmu;
  due_keys_[qpu.number] = due ? due_key(qpu.number, context.now, context.order()) : kNotDue;
}

/// Whether it can go on in the line of instructions that it has.
bool Simulation::is_in_line(const Qpu& qpu, const Context& context) {
  return qpu.live && !context.asleep && line_of(qpu.next->address) == context.line;
}

/// Whether no other QPU can notice the next instruction. It may then run before earlier ones of others.
bool Simulation::goes_on_alone(const Qpu& qpu, const Context& context) const {
  const Operation& operation = *qpu.next;
  if ((operation.effects & kShared) != 0) return false;
  return (operation.before & emulator::before::uniform) == 0 || !context.uniform.reading_asks_for_line();
}

// ---- waiting

void Simulation::show_clock(unsigned qpu, std::optional<Stall> waits_for) {
  if (clocks_ != nullptr) (*clocks_)[qpu] = {contexts_[qpu].now, waits_for};
}

void Simulation::fall_asleep(const Qpu& qpu, Context& context) {
  if (!context.waits) context.since = context.now;
  context.waits = context.asleep = true;
  context.waits_for = qpu.wait == Wait::mutex ? Stall::mutex : Stall::semaphore;
  context.semaphore = qpu.wait_detail;
  show_clock(qpu.number, context.waits_for);
}

void Simulation::wake(Context& context, Ticks at) {
  context.asleep = false;
  context.now = std::max(context.now, next_slot(at));
  const auto number = static_cast<unsigned>(&context - contexts_.data());
  due_keys_[number] = due_key(number, context.now, context.order());
  show_clock(number, context.waits_for);
}

// ---- what an instruction did

void Simulation::tried(Qpu& qpu, const Operation& operation, Step step) {
  Context& context = of(qpu);
  if (step == Step::blocked) return fall_asleep(qpu, context);
  if (context.waits) {
    // The machine has moved on to the next instruction; the time was lost at this one.
    const Ticks woken = context.now;
    context.now = context.since;
    context.time.stalls.add(context.waits_for, woken - context.since);
    if (trace_ != nullptr) trace_->stalled(qpu.number, context.waits_for, context.since, woken);
    if (profile_ != nullptr) profile_->stalled(operation.address, context.waits_for, woken - context.since);
    context.now = woken;
    context.waits = false;
  }
  issue(qpu, operation, context);
}

void Simulation::issue(const Qpu& qpu, const Operation& operation, Context& context) {
  if (operation.effects != 0) {
    charge(operation, context);
  } else if ((operation.before & emulator::before::uniform) != 0) {
    context.uniform.read(context.now);
  }
  receive_results(operation, context);
  take_slot(qpu, operation, context);
}

void Simulation::take_slot(const Qpu& qpu, const Operation& operation, Context& context) {
  if (context.time.instructions++ == 0) context.time.started = context.now;
  context.now += kSlot;
  show_clock(qpu.number, {});
  if (trace_ != nullptr) trace_->executing(qpu.number, context.now - kSlot, context.now);
  if (profile_ != nullptr) profile_->executed(operation.address, operation.word);
}

void Simulation::program_finished(const Qpu& qpu) {
  Context& context = of(qpu);
  context.time.finished = context.now;
  context.uniform.end(context.now - kEndDelay);
  ForwardingObserver::program_finished(qpu);
}

void Simulation::uniforms_address_written(const Qpu& qpu, BusAddress address) {
  Context& context = of(qpu);
  context.uniform.restart(address, context.now + kSlot);
  context.uniforms_restarted = true;
  ForwardingObserver::uniforms_address_written(qpu, address);
}

/// The word comes from the same FIFO as uniforms that are read. The TMU waits for it, not the QPU.
void Simulation::configuration_taken(const Qpu& qpu, std::uint32_t word) {
  UniformFetch& uniform = of(qpu).uniform;
  uniform.read(std::max(of(qpu).now, uniform.ready()));
  ForwardingObserver::configuration_taken(qpu, word);
}

void Simulation::tmu_requested(const Qpu& qpu, unsigned tmu, const emulator::LaneVector& addresses) {
  Context& context = of(qpu);
  Tmu& unit = context.slice->tmus[tmu];
  unit.request(addresses.lane, context.now + kSlot, context.results[tmu]);
  note_fetch(2 * (qpu.number / kQpusPerSlice) + tmu, unit.next_fetch());
  ForwardingObserver::tmu_requested(qpu, tmu, addresses);
}

void Simulation::vpm_read_set_up(const Qpu& qpu, std::uint32_t setup, bool accepted) {
  Context& context = of(qpu);
  if (accepted) {
    context.vpm.read_set_up(emulator::VpmBlock::decode(setup).vectors, context.now + kSlot);
  }
  ForwardingObserver::vpm_read_set_up(qpu, setup, accepted);
}

void Simulation::vpm_read(const Qpu& qpu, const emulator::VpmBlock& block) {
  Context& context = of(qpu);
  context.vpm.read(vpm_port_, context.now);
  ForwardingObserver::vpm_read(qpu, block);
}

void Simulation::vpm_written(const Qpu& qpu, const emulator::VpmBlock& block) {
  Context& context = of(qpu);
  context.vpm.write(vpm_port_, context.now);
  ForwardingObserver::vpm_written(qpu, block);
}

void Simulation::dma_load_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) {
  Context& context = of(qpu);
  context.load = load_engine_.start(transfer, qpu.number, context.now + kSlot);
  ForwardingObserver::dma_load_started(qpu, transfer);
}

void Simulation::dma_store_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) {
  Context& context = of(qpu);
  context.store = store_engine_.start(transfer, qpu.number, context.now + kSlot);
  ForwardingObserver::dma_store_started(qpu, transfer);
}

/// The mutex goes to the QPU that has waited longest; the chip's order is not known.
void Simulation::mutex_released(const Qpu& qpu) {
  Context* next = nullptr;
  for (Context& context : contexts_) {
    if (!context.asleep || context.waits_for != Stall::mutex) continue;
    if (next == nullptr || context.since < next->since) next = &context;
  }
  if (next != nullptr) wake(*next, of(qpu).now + mutex_handover_);
  ForwardingObserver::mutex_released(qpu);
}

void Simulation::semaphore_changed(const Qpu& qpu, unsigned number, unsigned value) {
  const Ticks visible = of(qpu).now + semaphore_visible_;
  semaphores_[number] = {visible, qpu.number};
  for (Context& context : contexts_) {
    const bool concerned =
        context.asleep && context.waits_for == Stall::semaphore && context.semaphore == number;
    if (concerned) wake(context, visible);
  }
  ForwardingObserver::semaphore_changed(qpu, number, value);
}

// ---- result

TimeReport Simulation::report() {
  TimeReport report;
  while (next_fetch_ != kNever) fetch_line();
  report.total = std::max(load_engine_.finish(), store_engine_.finish());
  Ticks executing = 0, tmu = 0;
  auto& counters = report.counters;
  for (const Context& context : contexts_) {
    report.qpus.push_back(context.time);
    report.total = std::max(report.total, context.now);
    executing += static_cast<Ticks>(context.time.instructions) * kSlot;
    tmu += context.time.stalls[Stall::tmu];
    counters[counter::icache_hits] += context.time.instructions;
    counters[counter::uniform_hits] += context.uniform.words();
    counters[counter::uniform_misses] += context.uniform.misses();
  }
  Ticks busy = 0;
  for (const Context& context : contexts_) busy += context.now - context.time.started;
  const auto clocks = [](Ticks time) { return static_cast<std::uint64_t>(time / kClock); };
  counters[counter::qpu_idle] = clocks(report.total * kQpus - busy);
  counters[counter::qpu_executing] = clocks(executing);
  counters[counter::tmu_stall] = clocks(tmu);
  for (const Slice& slice : slices_) {
    counters[counter::icache_misses] += slice.instructions.misses();
    for (const Tmu& unit : slice.tmus) {
      counters[counter::tmu_words] += unit.words();
      counters[counter::tmu_misses] += unit.misses();
    }
  }
  counters[counter::store_stall] = clocks(store_engine_.vpm_stall());
  counters[counter::load_stall] = clocks(load_engine_.vpm_stall());
  counters[counter::l2c_hits] = memory_.l2c_hits();
  counters[counter::l2c_misses] = memory_.l2c_misses();
  report.load_busy = load_engine_.busy();
  report.store_busy = store_engine_.busy();
  report.l2c_busy = memory_.l2c_busy();
  report.sdram_busy = memory_.sdram_busy();
  return report;
}

emulator::RunOutcome run_timed(emulator::Machine& machine, std::span<const QpuProgram> programs,
                               const emulator::BusMap& memory, std::uint64_t instruction_limit,
                               const Parameters& parameters, TimeReport& report,
                               const Instruments& instruments) {
  programs = programs.first(std::min<std::size_t>(programs.size(), kQpus));
  Simulation simulation(programs, parameters, instruments);
  emulator::RunOptions options;
  options.instruction_limit = instruction_limit;
  options.observer = &simulation;
  options.scheduler = &simulation;
  options.control = instruments.control;
  emulator::RunOutcome outcome = machine.run(programs, memory, options);
  report = simulation.report();
  return outcome;
}

}  // namespace quadcl::qpu::timing
