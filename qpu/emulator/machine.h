// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/bus_address.h"
#include "core/result.h"
#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/cache_model.h"
#include "qpu/emulator/engines.h"
#include "qpu/emulator/observer.h"
#include "qpu/emulator/path.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/shared_units.h"
#include "qpu/emulator/stale_tmu_reads.h"
#include "qpu/emulator/translation/translation.h"
#include "qpu/emulator/vpm_access.h"
#include "qpu/emulator/workers.h"

namespace quadcl::qpu::emulator {

/// Decides the order of instructions instead of the machine's turns, as a model of time does.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// The QPU that goes on; null if none can. It tries its next instruction, Qpu::next. Called between
  /// instructions.
  virtual Qpu* choose(std::span<Qpu> qpus) = 0;
  /// The QPU has tried its instruction: Step::next, scheduled or blocked.
  virtual void tried(Qpu& qpu, const Operation& operation, Step step) = 0;
  /// Whether QPUs may execute instructions of Operation::alone before the scheduler comes to them.
  virtual bool lets_run_ahead() const { return false; }
  /// The QPU has executed these behind the instruction that it tried. They stay as they are until the QPU is
  /// chosen again.
  virtual void ran_ahead(Qpu&, const Path&) {}
};

/// Shared with another thread, or a signal handler, while a job runs.
struct RunControl {
  std::atomic<bool> stop{false};               ///< ends the job soon, with RunOutcome::stopped
  std::atomic<std::uint64_t> instructions{0};  ///< executed so far, now and then
};

struct RunOptions {
  /// Instructions of all QPUs together.
  std::uint64_t instruction_limit = std::uint64_t{1} << 40;
  Observer* observer = nullptr;
  Scheduler* scheduler = nullptr;
  RunControl* control = nullptr;
};

/// The state of a QPU at the end of the job.
struct QpuState {
  bool finished = false;
  BusAddress next_instruction;             ///< the instruction that faulted or waits, if not finished
  std::optional<std::uint64_t> next_word;  ///< empty if there is no instruction
  Wait wait = Wait::nothing;
  unsigned wait_detail = 0;  ///< number of the semaphore or TMU waited for
  std::uint64_t instructions = 0;
};

struct RunOutcome {
  std::optional<Error> error;
  std::optional<unsigned> faulting_qpu;
  std::vector<QpuState> qpus;
  std::uint32_t host_interrupts = 0;  ///< one bit a QPU
  bool stopped = false;               ///< by RunControl::stop, with ErrorCode::instruction_limit

  std::uint64_t instructions() const;
  std::uint64_t busiest_qpu_instructions() const;
};

/// The chip's QPUs and the units that they share. Runs one job at a time.
///
/// Order: the QPUs take turns by number, unless a Scheduler decides. First, each executes up to 32768
/// instructions, until one comes that other QPUs may notice (Operation::shared). Then each that has stopped
/// there takes a turn of up to 1024 instructions of any kind. A QPU that must wait ends its turn. An
/// instruction, including a whole DMA transfer or TMU request, takes effect before the next one of any QPU.
/// So a job's result depends only on its code and data.
///
/// Threads may execute the first turns of several QPUs at once: memory does not change meanwhile.
class Machine final : public SharedUnits {
 public:
  static constexpr std::uint64_t kTurn = 1024, kAlone = 32768;

  explicit Machine(const Engine& engine = default_engine());

  /// For the jobs that follow. `sink` takes what the model finds; it may be null.
  void model_caches(CacheMode mode, FindingSink* sink = nullptr, const CacheGeometries& geometries = {}) {
    cache_mode_ = mode;
    cache_sink_ = sink;
    cache_geometries_ = geometries;
  }

  /// How many threads of the host translated code may use. Nothing else depends on it.
  void set_threads(unsigned threads) { threads_ = threads; }

  /// Runs program i on QPU i, from the power-on state: registers, VPM and semaphores are 0.
  RunOutcome run(std::span<const QpuProgram> programs, const BusMap& memory, const RunOptions& options = {});

  /// A job between two instructions, when Observer::at_rest() is called. Memory is not in it.
  struct State {
    std::vector<Qpu> qpus;
    std::vector<std::uint32_t> next;  ///< where Qpu::next was
    VpmMemory vpm;
    std::array<std::uint8_t, 16> semaphores{};
    bool mutex_taken = false;
    std::uint32_t host_interrupts = 0;
    std::uint64_t executed = 0;
    std::unique_ptr<CacheModel> caches;
    std::unique_ptr<StaleTmuReads> stale_tmu_reads;

    /// About how much memory of the host it takes.
    std::size_t bytes() const;
  };
  State state() const;
  /// Goes on with a job from such a state. Memory holds what it held then.
  RunOutcome resume(const State& state, const BusMap& memory, const RunOptions& options);

  /// As the last job left them, or has them now.
  std::span<const Qpu> qpus() const { return {qpus_.data(), running_}; }

 private:
  void begin(const BusMap& memory, const RunOptions& options);
  void reset(std::span<const QpuProgram> programs);
  void set(const State& state);
  RunOutcome run_on(Scheduler* scheduler);
  /// Whether an observer or the model of the caches has to see each instruction. With `watch`, the functions
  /// below show it to them.
  bool watched() const { return instruction_observer_ != nullptr || caches_ != nullptr; }

  // Without a Scheduler, run_in_turns runs the job: run_turn for one QPU after the other, first `alone`,
  // until Operation::shared.
  template <bool watch>
  void run_in_turns();
  template <bool watch>
  bool take_turns(bool alone);
  bool takes_turn(const Qpu& qpu, bool alone) const;
  template <bool watch, bool alone>
  std::uint64_t run_turn(Qpu& qpu, std::uint64_t budget);
  unsigned run_unseen(Qpu& qpu, const Operation& first, std::uint64_t most);
  // The same with translated code where there is some.
  std::uint64_t run_translated_turn(Qpu& qpu, std::uint64_t budget, bool alone);
  // The first part of all turns alone, at once.
  void run_ahead();
  void run_ahead(unsigned thread, std::atomic<unsigned>& next);
  void reach_translation(Qpu& qpu);
  bool runs_ahead(const Qpu& qpu) const;
  bool translates();
  bool is_translated(const Operation& operation, bool is_start);
  void end_turn(Qpu& qpu, const Operation* next, std::uint64_t executed, Step step);

  // With a Scheduler, run_scheduled runs the job: run_instruction for the QPU that is chosen, then run_alone.
  void run_scheduled(Scheduler& scheduler);
  void run_alone(Qpu& qpu);
  Step run_translated_alone(Qpu& qpu, std::uint64_t most);
  bool goes_on_alone(const Qpu& qpu) const;
  Step run_plain(Qpu& qpu, std::uint64_t most);
  Step run_instruction(Qpu& qpu, const Operation& operation);
  void go_on(Qpu& qpu, const Operation* next, std::uint64_t executed);

  template <bool watch>
  Step execute(Qpu& qpu, const Operation& operation);
  Step execute_watched(Qpu& qpu, const Operation& operation);
  const Operation& as_cached(const Qpu& qpu, const Operation& operation);
  void decode_changes();
  void leave_delay_slot(Qpu& qpu);
  std::optional<std::uint64_t> next_word(const Qpu& qpu) const;
  void locate_fault(const Qpu& qpu);
  void start_misaligned(Qpu& qpu, std::uint32_t code);
  bool stop_wanted();
  void report_limit();
  void report_still_running(std::string text);
  void report_deadlock();
  RunOutcome outcome();

  Observer* instruction_observer_ = nullptr;        ///< the same if it watches instructions, too
  std::unique_ptr<StaleTmuReads> stale_tmu_reads_;  ///< null without an observer
  CacheMode cache_mode_ = CacheMode::off;
  FindingSink* cache_sink_ = nullptr;
  CacheGeometries cache_geometries_;
  std::uint64_t instruction_limit_ = 0;
  std::uint64_t executed_ = 0;
  std::unique_ptr<Translation> translation_;  ///< null until it is needed, or if there is none
  bool translated_ = false;                   ///< whether this job uses it for all that runs
  bool runs_unseen_ = false;                  ///< whether it uses it for run_unseen()
  unsigned threads_ = 1;
  std::unique_ptr<Workers> workers_;          ///< null until they are needed
  std::vector<Qpu> before_;                   ///< the QPUs before run_ahead()
  std::array<std::uint64_t, kQpus> ahead_{};  ///< instructions that it executed
  std::array<bool, kQpus> interprets_{};      ///< whether a handler has to execute the next one
  std::uint64_t alone_ = 0;                   ///< instructions of all QPUs in their last turns alone
  Operation stale_instruction_;  ///< the running one, if an instruction cache holds another word than memory
  Operation misaligned_start_;   ///< no instruction: the place of a program that cannot start
  std::array<Path, kQpus> paths_;  ///< that a Scheduler has not come to
  RunControl* control_ = nullptr;
  bool stopped_ = false;
  std::optional<unsigned> faulting_qpu_;
};

}  // namespace quadcl::qpu::emulator
