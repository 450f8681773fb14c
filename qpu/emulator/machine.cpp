// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/machine.h"

#include <algorithm>
#include <cstring>

#include "qpu/emulator/decoder.h"
#include "qpu/emulator/float_mode.h"
#include "qpu/emulator/messages.h"
#include "qpu/emulator/tmu_lookup.h"
#include "qpu/emulator/translation/create_translation.h"

namespace quadcl::qpu::emulator {

std::uint64_t RunOutcome::instructions() const {
  std::uint64_t sum = 0;
  for (const QpuState& qpu : qpus) sum += qpu.instructions;
  return sum;
}

std::uint64_t RunOutcome::busiest_qpu_instructions() const {
  std::uint64_t most = 0;
  for (const QpuState& qpu : qpus) most = std::max(most, qpu.instructions);
  return most;
}

Machine::Machine(const Engine& engine) : SharedUnits(engine) {}

RunOutcome Machine::run(std::span<const QpuProgram> programs, const BusMap& memory,
                        const RunOptions& options) {
  begin(memory, options);
  reset(programs.first(std::min<std::size_t>(programs.size(), kQpus)));
  return run_on(options.scheduler);
}

void Machine::begin(const BusMap& memory, const RunOptions& options) {
  memory_ = &memory;
  observer_ = options.observer;
  if (observer_ != nullptr && observer_->watches_instructions()) instruction_observer_ = observer_;
  instruction_limit_ = options.instruction_limit;
  control_ = options.control;
  const bool in_turns = options.scheduler == nullptr;
  code_.begin_job(memory, in_turns ? CodeCache::Translated::all : CodeCache::Translated::alone);
  if (cache_mode_ != CacheMode::off) {
    if (cache_sink_ != nullptr) stale_tmu_reads_ = std::make_unique<StaleTmuReads>(*cache_sink_);
    caches_ = std::make_unique<CacheModel>(cache_mode_, memory, stale_tmu_reads_.get(), cache_geometries_);
  }
  changed_code_.clear();
}

RunOutcome Machine::run_on(Scheduler* scheduler) {
  if (!error_) {
    const QpuFloatMode float_mode;
    if (scheduler != nullptr) {
      run_scheduled(*scheduler);
    } else {
      watched() ? run_in_turns<true>() : run_in_turns<false>();
    }
  }
  return outcome();
}

void Machine::reset(std::span<const QpuProgram> programs) {
  running_ = static_cast<unsigned>(programs.size());
  executed_ = 0;
  error_.reset();
  stopped_ = false;
  faulting_qpu_.reset();
  host_interrupts_ = 0;
  mutex_taken_ = false;
  semaphores_.fill(0);
  vpm_.clear();
  for (unsigned i = 0; i < running_; ++i) {
    Qpu& qpu = qpus_[i];
    qpu = Qpu();
    qpu.shared = this;
    qpu.number = i;
    qpu.tmu_exchanged = exchanges_tmus(qpu, false) ? 1 : 0;
    for (unsigned lane = 0; lane < 16; ++lane) {
      qpu.slot[slot::element_number].lane[lane] = lane;
      qpu.slot[slot::qpu_number].lane[lane] = i;
    }
    qpu.uniform_end_address = programs[i].uniforms.value() & ~3u;
    if (caches_) caches_->start_uniforms(i, BusAddress(qpu.uniform_end_address));
    const std::uint32_t code = programs[i].code.value();
    qpu.next = code_.at(code & ~7u);
    qpu.live = true;
    if (code % 8 != 0 && !error_) start_misaligned(qpu, code);
    if (observer_ != nullptr) observer_->program_started(qpu, programs[i]);
  }
}

void Machine::start_misaligned(Qpu& qpu, std::uint32_t code) {
  misaligned_start_ = unmapped_instruction(BusAddress(code));
  qpu.next = &misaligned_start_;
  fault(ErrorCode::illegal_instruction, "the program starts there, which is not a multiple of 8");
  locate_fault(qpu);
}

/// Makes the translation when a job first needs one.
bool Machine::translates() {
  if (code_.engine().translate_after == 0) return false;
  if (translation_ == nullptr) translation_ = create_translation(code_.engine().vectors, vpm_);
  if (translation_ != nullptr) translation_->begin_job();
  return translation_ != nullptr;
}

template <bool watch>
void Machine::run_in_turns() {
  translated_ = observer_ == nullptr && !watched() && translates();
  runs_unseen_ = watch && translates();
  while (any_live()) {
    if (instruction_observer_ != nullptr) instruction_observer_->at_rest();
    const std::uint64_t before = executed_;
    for (const bool alone : {true, false}) {
      if (!take_turns<watch>(alone)) return;
      if (alone) alone_ = executed_ - before;
    }
    if (stop_wanted()) return report_still_running("stopped");
    if (executed_ == before && any_live()) return report_deadlock();
  }
}

/// A turn alone ends at such an operation, and the other turn begins there.
bool Machine::takes_turn(const Qpu& qpu, bool alone) const { return qpu.live && (alone || qpu.next->shared); }

/// False if the job has ended.
template <bool watch>
bool Machine::take_turns(bool alone) {
  ahead_.fill(0);
  if (alone && translated_) run_ahead();
  for (unsigned i = 0; i < running_; ++i) {
    Qpu& qpu = qpus_[i];
    executed_ += ahead_[i];
    if (!takes_turn(qpu, alone)) continue;
    const std::uint64_t allowed = instruction_limit_ - executed_;
    if (allowed == 0) return report_limit(), false;
    const std::uint64_t budget = std::min((alone ? kAlone : kTurn) - ahead_[i], allowed);
    executed_ += translated_ ? run_translated_turn(qpu, budget, alone)
                 : alone     ? run_turn<watch, true>(qpu, budget)
                             : run_turn<watch, false>(qpu, budget);
    if (error_) {
      for (unsigned later = i + 1; later < running_; ++later) {
        if (ahead_[later] > 0) qpus_[later] = before_[later];
      }
      return false;
    }
  }
  return true;
}

/// Lets threads execute as much as they can of the turns alone.
void Machine::run_ahead() {
  constexpr std::uint64_t kWorthAThread =
      75'000;  // instructions; about 0.1 ms, as waking it up takes 0.01 ms
  const bool within_limit = instruction_limit_ - executed_ >= running_ * kAlone;
  const auto worth = static_cast<unsigned>(alone_ / kWorthAThread);
  const unsigned threads = std::min(threads_, running_);
  if (threads < 2 || worth < 2 || !within_limit) return;
  if (workers_ == nullptr || workers_->threads() != threads) workers_ = std::make_unique<Workers>(threads);
  translation_->begin_threads(threads);
  before_.assign(qpus_.begin(), qpus_.begin() + running_);
  interprets_.fill(false);
  constexpr unsigned kPasses = 4;  // a few instructions of most turns are left to handlers
  for (unsigned pass = 0; pass < kPasses; ++pass) {
    for (unsigned i = 0; i < running_; ++i) reach_translation(qpus_[i]);
    if (std::count_if(qpus_.begin(), qpus_.begin() + running_,
                      [this](const Qpu& qpu) { return runs_ahead(qpu); }) < 2) {
      break;
    }
    std::atomic<unsigned> next{0};
    workers_->run(worth, [&](unsigned thread) { run_ahead(thread, next); });
  }
}

bool Machine::runs_ahead(const Qpu& qpu) const {
  return qpu.live && !qpu.pending && qpu.next->translated != nullptr && !qpu.next->shared &&
         ahead_[qpu.number] < kAlone;
}

/// Goes on to where translated code starts; turns end anywhere.
void Machine::reach_translation(Qpu& qpu) {
  const std::uint64_t executed = executed_;
  std::uint64_t most = std::min<std::uint64_t>(64, kAlone - ahead_[qpu.number]);
  qpu.next = code_.at(qpu.next->address);  // a thread may have left it at code that this job has not reached
  for (; most > 0 && qpu.live && !qpu.next->shared; --most) {
    const bool interprets = std::exchange(interprets_[qpu.number], false);
    if (!interprets && !qpu.pending && qpu.next->translated != nullptr) break;
    const Step step = run_instruction(qpu, *qpu.next);
    if (step == Step::next || step == Step::scheduled) continue;
    qpu = before_[qpu.number];  // what stops it comes in its turn
    error_.reset();
    ahead_[qpu.number] = 0;
    executed_ = executed;
    return;
  }
  ahead_[qpu.number] += executed_ - executed;
  executed_ = executed;
}

/// Takes one QPU after the other.
void Machine::run_ahead(unsigned thread, std::atomic<unsigned>& next) {
  for (unsigned i; (i = next++) < running_;) {
    Qpu& qpu = qpus_[i];
    if (!runs_ahead(qpu)) continue;
    const std::uint64_t left = kAlone - ahead_[i];
    const Translation::Exit exit =
        translation_->run(qpu, left, code_.job(), Translation::Mode::beside_others, thread);
    ahead_[i] = kAlone - exit.left;
    interprets_[i] = exit.reason == Translation::Reason::interpret;
    qpu.instructions += left - exit.left;
  }
}

template <bool watch>
Step Machine::execute(Qpu& qpu, const Operation& operation) {
  if constexpr (!watch) return operation.handler(qpu, operation);
  if (operation.handler == execute_leave) return Step::leave;
  return execute_watched(qpu, operation);
}

/// The operation, or the older one that the instruction cache still has.
const Operation& Machine::as_cached(const Qpu& qpu, const Operation& operation) {
  const std::uint64_t word = caches_->execute(qpu.number, operation);
  if (word == operation.word) return operation;
  stale_instruction_ = decode(code_.engine(), isa::Instruction(word), BusAddress(operation.address));
  return stale_instruction_;
}

Step Machine::execute_watched(Qpu& qpu, const Operation& in_memory) {
  const Operation& operation = caches_ != nullptr ? as_cached(qpu, in_memory) : in_memory;
  if (stale_tmu_reads_ != nullptr) stale_tmu_reads_->executing(qpu, operation);
  if (instruction_observer_ != nullptr) instruction_observer_->instruction(qpu, operation);
  const Step step = error_ ? Step::fault : operation.handler(qpu, operation);
  const bool executed = step == Step::next || step == Step::scheduled;
  if (stale_tmu_reads_ != nullptr && executed) stale_tmu_reads_->executed(qpu, operation);
  if (instruction_observer_ != nullptr) {
    if (step == Step::blocked) instruction_observer_->blocked(qpu, operation);
    if (executed) instruction_observer_->retired(qpu, operation);
  }
  return error_ ? Step::fault : step;
}

void Machine::run_scheduled(Scheduler& scheduler) {
  const std::span<Qpu> qpus(qpus_.data(), running_);
  constexpr unsigned kTurnsBetweenLooks = 1024;
  const bool ahead = !watched() && scheduler.lets_run_ahead();
  translated_ = ahead && translates();
  for (unsigned turn = 1;; ++turn) {
    if (turn % kTurnsBetweenLooks == 0 && stop_wanted()) return report_still_running("stopped");
    if (instruction_observer_ != nullptr) instruction_observer_->at_rest();
    Qpu* const qpu = scheduler.choose(qpus);
    if (qpu == nullptr) break;
    if (executed_ == instruction_limit_) return report_limit();
    const Operation& operation = *qpu->next;
    const Step step = run_instruction(*qpu, operation);
    if (step == Step::fault) return locate_fault(*qpu);
    scheduler.tried(*qpu, operation, step);
    if (code_has_changed()) decode_changes();
    if (!qpu->live && observer_ != nullptr) observer_->program_finished(*qpu);
    if (error_) return;
    if (ahead && step != Step::blocked) {
      run_alone(*qpu);
      scheduler.ran_ahead(*qpu, paths_[qpu->number]);
    }
  }
  if (any_live()) report_deadlock();
}

/// Whether the next instruction can be executed before others have executed earlier ones. Not at the end of a
/// program, which others see.
bool Machine::goes_on_alone(const Qpu& qpu) const {
  const Operation& operation = *qpu.next;
  if (!operation.alone || qpu.end_slots != 0 || !qpu.live) return false;
  for (unsigned named = 0; named < 2; ++named) {
    const bool receives = (operation.effects & (effect::receive_tmu0 << named)) != 0;
    if (receives && qpu.tmu[physical_tmu(qpu, named)].empty()) return false;
  }
  return true;
}

/// Executes instructions up to one that does not go on alone, or that faults: that one comes in its turn.
void Machine::run_alone(Qpu& qpu) {
  Path& path = paths_[qpu.number];
  path.clear();
  std::uint64_t left = std::min<std::uint64_t>(Path::kMostInstructions, instruction_limit_ - executed_);
  while (left > 0 && path.takes(qpu.next) && goes_on_alone(qpu)) {
    const Operation* const first = qpu.next;
    const std::uint64_t before = executed_;
    const bool translated = translated_ && !qpu.pending && is_translated(*first, true);
    Step step = translated ? run_translated_alone(qpu, left) : Step::next;
    if (executed_ == before && step != Step::fault) step = run_plain(qpu, left);
    const auto executed = static_cast<unsigned>(executed_ - before);
    if (executed > 0) path.add(first, executed);
    left -= executed;
    if (step != Step::fault) continue;
    error_.reset();
    break;
  }
}

/// Up to a branch that is taken.
Step Machine::run_translated_alone(Qpu& qpu, std::uint64_t most) {
  const Translation::Exit exit = translation_->run(qpu, most, code_.job(), Translation::Mode::all);
  executed_ += most - exit.left;
  qpu.instructions += most - exit.left;
  qpu.next = code_.at(qpu.next->address);  // a jump may have led to code that this job has not looked at
  return exit.reason == Translation::Reason::tried ? exit.step : Step::next;
}

Step Machine::run_instruction(Qpu& qpu, const Operation& operation) {
  const Step step = watched() ? execute<true>(qpu, operation) : execute<false>(qpu, operation);
  if (step == Step::blocked || step == Step::fault) return step;
  go_on(qpu, &operation + 1, 1);
  return step;
}

/// Executes up to `most` plain instructions, or one that is not or is in a delay slot. Ends after a branch.
Step Machine::run_plain(Qpu& qpu, std::uint64_t most) {
  const Operation* const first = qpu.next;
  const Operation* next = first;
  Step step = Step::next;
  const std::uint64_t plain = qpu.pending ? 1 : std::max(first->plain, std::uint8_t{1});
  for (const Operation* const end = first + std::min(plain, most); next != end && step == Step::next;) {
    step = next->handler(qpu, *next);
    if (step != Step::fault) ++next;
  }
  go_on(qpu, next, static_cast<std::uint64_t>(next - first));
  return step;
}

/// Moves Qpu::next from the end of a decoded stretch to an instruction. If a branch or the end is pending,
/// the last one that was executed is counted as a delay slot.
void Machine::go_on(Qpu& qpu, const Operation* next, std::uint64_t executed) {
  executed_ += executed;
  qpu.instructions += executed;
  qpu.next = next;
  if (qpu.pending && executed > 0) leave_delay_slot(qpu);
  if (qpu.next->handler == execute_leave) qpu.next = code_.at(qpu.next->address);
}

/// Runs until the budget is used up, or the QPU waits, ends or faults. Returns the number of instructions
/// executed.
template <bool watch, bool alone>
std::uint64_t Machine::run_turn(Qpu& qpu, std::uint64_t budget) {
  std::uint64_t left = budget;
  const Operation* operation = qpu.next;
  Step step = Step::next;
  while (left > 0 && qpu.live) {
    // Straight-line stretches run in the inner loop; delay slots one by one.
    std::uint64_t stretch = qpu.pending ? 1 : left;
    left -= stretch;
    do {
      if (alone && operation->shared) {
        step = Step::blocked;  // its turn ends, as if it waited
        break;
      }
      if (const unsigned unseen = watch && runs_unseen_ ? run_unseen(qpu, *operation, stretch) : 0) {
        operation += unseen;
        stretch -= unseen - 1;
        step = Step::next;
        continue;
      }
      step = execute<watch>(qpu, *operation);
      if (step != Step::next) break;
      ++operation;
    } while (--stretch > 0);
    left += stretch;
    if (step == Step::leave) {
      operation = code_.at(operation->address);
      continue;
    }
    if (step == Step::blocked || step == Step::fault) break;
    if (step == Step::scheduled) {
      ++operation;
      --left;
      if (code_has_changed()) decode_changes();
    }
    if (qpu.pending) {
      qpu.next = operation;
      leave_delay_slot(qpu);
      operation = qpu.next;
    }
  }
  end_turn(qpu, operation, budget - left, step);
  return budget - left;
}

/// Executes plain instructions that nobody has to see, at most so many; returns how many.
unsigned Machine::run_unseen(Qpu& qpu, const Operation& first, std::uint64_t most) {
  auto count = static_cast<unsigned>(std::min<std::uint64_t>(first.plain, most));
  if (caches_ != nullptr) {
    for (unsigned i = 0; i < count; ++i) {
      if (((&first)[i].before & before::uniform) != 0) count = i;
    }
  }
  if (count < 2) return 0;
  const bool shown = (instruction_observer_ != nullptr && instruction_observer_->sees_plain(qpu)) ||
                     (stale_tmu_reads_ != nullptr && stale_tmu_reads_->sees_plain(qpu)) ||
                     (caches_ != nullptr && !caches_->execute_plain(qpu.number, first));
  if (shown) return 0;
  qpu.next = &first;
  const unsigned executed = translation_->run_plain(code_, qpu, count);
  if (instruction_observer_ != nullptr && executed > 0) instruction_observer_->not_shown(qpu, executed);
  return executed;
}

void Machine::end_turn(Qpu& qpu, const Operation* next, std::uint64_t executed, Step step) {
  qpu.next = next->handler == execute_leave ? code_.at(next->address) : next;
  qpu.instructions += executed;
  if (step == Step::fault) locate_fault(qpu);
  if (!qpu.live && observer_ != nullptr) observer_->program_finished(qpu);
}

std::uint64_t Machine::run_translated_turn(Qpu& qpu, std::uint64_t budget, bool alone) {
  const auto mode = alone ? Translation::Mode::until_shared : Translation::Mode::all;
  std::uint64_t left = budget;
  qpu.next = code_.at(qpu.next->address);  // see reach_translation()
  bool is_start = true;                    // after a jump, or where a turn begins
  Step step = Step::next;
  while (left > 0 && qpu.live) {
    bool tried = false;
    if (!qpu.pending && is_translated(*qpu.next, is_start)) {
      const Translation::Exit exit = translation_->run(qpu, left, code_.job(), mode);
      left = exit.left;
      step = exit.step;
      tried = exit.reason == Translation::Reason::tried;
      if (exit.reason == Translation::Reason::not_reached) {
        qpu.next = code_.at(qpu.next->address);
        is_start = true;
        continue;
      }
      if (left == 0) break;
    }
    const Operation& operation = *qpu.next;
    if (!tried && alone && operation.shared) break;
    if (!tried) step = operation.handler(qpu, operation);
    is_start = step == Step::leave;
    if (step == Step::leave) {
      qpu.next = code_.at(operation.address);
      continue;
    }
    if (step == Step::blocked || step == Step::fault) break;
    --left;
    const Operation* const following = ++qpu.next;
    if (code_has_changed()) decode_changes();
    if (qpu.pending) leave_delay_slot(qpu);
    is_start = qpu.next != following;
  }
  end_turn(qpu, qpu.next, budget - left, step);
  return budget - left;
}

/// Whether a translation starts there. Translates what was reached often enough.
bool Machine::is_translated(const Operation& operation, bool is_start) {
  if (operation.translated != nullptr) return true;
  const std::uint8_t enough = code_.engine().translate_after;
  if (!is_start || operation.visits >= enough || ++operation.visits < enough) return false;
  translation_->translate(code_, operation);
  return operation.translated != nullptr;
}

/// After an instruction: counts down pending branches and the end, and lets them take effect.
void Machine::leave_delay_slot(Qpu& qpu) {
  qpu.pending = false;
  for (PendingBranch& branch : qpu.branches) {
    if (branch.slots == 0) continue;
    if (--branch.slots == 0) {
      qpu.next = code_.at(branch.target);
    } else {
      qpu.pending = true;
    }
  }
  if (qpu.end_slots == 0) return;
  if (--qpu.end_slots == 0) {
    qpu.live = false;
  } else {
    qpu.pending = true;
  }
}

void Machine::decode_changes() {
  for (const auto& [address, bytes] : changed_code_) code_.decode_again(address, bytes);
  changed_code_.clear();
}

std::optional<std::uint64_t> Machine::next_word(const Qpu& qpu) const {
  if (qpu.next->address % isa::kInstructionBytes != 0) return {};
  const bool mapped = memory_->host(BusAddress(qpu.next->address), isa::kInstructionBytes) != nullptr;
  return mapped ? std::optional(qpu.next->word) : std::nullopt;
}

void Machine::locate_fault(const Qpu& qpu) {
  faulting_qpu_ = qpu.number;
  std::string place = "QPU " + std::to_string(qpu.number) + " at " + hex(qpu.next->address, 8);
  if (const auto word = next_word(qpu)) place += ", " + describe(isa::Instruction(*word));
  error_->message = place + ": " + error_->message;
}

/// Tells how far the job is, and whether to end it.
bool Machine::stop_wanted() {
  if (control_ == nullptr) return false;
  control_->instructions.store(executed_, std::memory_order_relaxed);
  stopped_ = any_live() && control_->stop.load(std::memory_order_relaxed);
  return stopped_;
}

void Machine::report_limit() {
  report_still_running("still running after the limit of " + std::to_string(instruction_limit_) +
                       " instructions");
}

void Machine::report_still_running(std::string text) {
  const auto first_live = std::find_if(qpus_.begin(), qpus_.end(), [](const Qpu& qpu) { return qpu.live; });
  fault(ErrorCode::instruction_limit, std::move(text));
  locate_fault(*first_live);
}

void Machine::report_deadlock() {
  std::string text = "every QPU waits and none can be woken";
  for (unsigned i = 0; i < running_; ++i) {
    const Qpu& qpu = qpus_[i];
    if (!qpu.live) continue;
    if (!faulting_qpu_) faulting_qpu_ = i;
    text += "; QPU " + std::to_string(i) + " at " + hex(qpu.next->address, 8) + ", " +
            describe(isa::Instruction(qpu.next->word)) + " " + describe(qpu.wait, qpu.wait_detail);
  }
  error_ = Error{ErrorCode::deadlock, std::move(text)};
}

RunOutcome Machine::outcome() {
  RunOutcome outcome;
  outcome.error = std::move(error_);
  outcome.faulting_qpu = faulting_qpu_;
  outcome.host_interrupts = host_interrupts_;
  outcome.stopped = stopped_;
  for (unsigned i = 0; i < running_; ++i) {
    const Qpu& qpu = qpus_[i];
    outcome.qpus.push_back({!qpu.live, BusAddress(qpu.next->address), next_word(qpu), qpu.wait,
                            qpu.wait_detail, qpu.instructions});
  }
  error_.reset();
  memory_ = nullptr;
  observer_ = instruction_observer_ = nullptr;
  control_ = nullptr;
  caches_.reset();
  if (stale_tmu_reads_) stale_tmu_reads_->job_ended();
  stale_tmu_reads_.reset();
  return outcome;
}

}  // namespace quadcl::qpu::emulator
