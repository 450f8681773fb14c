// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/timing/booked_resource.h"
#include "qpu/timing/dma_engine.h"
#include "qpu/timing/forwarding_observer.h"
#include "qpu/timing/instruction_fetch.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/timed_run.h"
#include "qpu/timing/tmu_lookups.h"
#include "qpu/timing/uniform_fetch.h"
#include "qpu/timing/vpm.h"

namespace quadcl::qpu::timing {

/// Runs beside a Machine: chooses the QPU that is earliest in modelled time, makes it wait until its next
/// instruction has what it needs, and then makes the chip's resources busy with it. The resources, not the
/// instructions, know how long things take.
class Simulation final : public emulator::Scheduler, public ForwardingObserver {
 public:
  Simulation(std::span<const QpuProgram> programs, const Parameters& parameters,
             const Instruments& instruments);

  /// To be called once, after the job.
  TimeReport report();

  /// Its state, to go back to. It is of this simulation, whose parts point at each other, and of no use to
  /// another one.
  using Saved = std::shared_ptr<const Simulation>;
  Saved save() const { return Saved(new Simulation(*this)); }
  void restore(const Saved& saved) { *this = *saved; }

  // Scheduler
  Qpu* choose(std::span<Qpu> qpus) override;
  void tried(Qpu& qpu, const Operation& operation, emulator::Step step) override;
  bool lets_run_ahead() const override { return !forwards(); }
  void ran_ahead(Qpu& qpu, const emulator::Path& path) override;

  // Observer: what instructions did
  void program_finished(const Qpu& qpu) override;
  void uniforms_address_written(const Qpu& qpu, BusAddress address) override;
  void configuration_taken(const Qpu& qpu, std::uint32_t word) override;
  void tmu_requested(const Qpu& qpu, unsigned tmu, const emulator::LaneVector& addresses) override;
  void vpm_read_set_up(const Qpu& qpu, std::uint32_t setup, bool accepted) override;
  void vpm_read(const Qpu& qpu, const emulator::VpmBlock& block) override;
  void vpm_written(const Qpu& qpu, const emulator::VpmBlock& block) override;
  void dma_load_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) override;
  void dma_store_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) override;
  void mutex_released(const Qpu& qpu) override;
  void semaphore_changed(const Qpu& qpu, unsigned number, unsigned value) override;

 private:
  Simulation(const Simulation&) = default;
  Simulation& operator=(const Simulation&) = default;

  struct Slice {
    Slice(const Parameters& parameters, MemorySystem& memory);

    InstructionCache instructions;
    UniformCache uniforms;
    std::array<Tmu, 2> tmus;
    BookedResource sfu;
  };

  /// How far a QPU is in modelled time.
  struct Position {
    explicit Position(UniformCache& uniforms) : uniform(uniforms) {}

    Ticks now = 0;              ///< the slot of its next instruction
    std::uint32_t line = ~0u;   ///< of its instructions
    std::uint32_t stretch = 0;  ///< of its path
    Ticks line_ready = 0;
    const Operation* next = nullptr;  ///< of its path
    unsigned left = 0;                ///< instructions of that stretch, from the next one on
    UniformFetch uniform;
    QpuTime time;
  };

  /// A QPU in modelled time.
  struct Context : Position {
    Context(const Parameters& parameters, unsigned of_qpu, Slice& of_slice)
        : Position(of_slice.uniforms), number(of_qpu), slice(&of_slice), vpm(parameters), before(*this) {}

    unsigned number;
    Slice* slice;
    const Qpu* qpu = nullptr;              ///< since it has a path
    const emulator::Path* path = nullptr;  ///< what it has executed, and time has not come to
    Ticks since = 0;                       ///< while it waits to be woken, or to try again: since when
    bool waits = false;
    bool asleep = false;  ///< waits for another QPU
    Stall waits_for = Stall::mutex;
    unsigned semaphore = 0;
    bool uniforms_restarted = false;  ///< by the instruction under way
    VpmAccess vpm;
    std::array<TmuResults, 2> results;
    std::uint32_t tmu_exchanged = 0;  ///< as in Qpu, before the instruction under way
    bool awaits_tmu = false;          ///< a result at a time that is not known yet
    unsigned awaited_tmu = 0;
    std::optional<DmaEngine::Ticket> load, store;  ///< its last DMA operations

    // Where it has gone to new lines of code before others have done what comes earlier.
    bool ahead = false;
    Position before;                        ///< the first of these lines
    std::uint64_t sets = 0;                 ///< of the instruction cache, that it has used since
    std::array<unsigned, 2> received = {};  ///< results of TMUs since

    Ticks order() const { return waits ? since : now; }
  };

  /// The latest of the times that an instruction must wait for.
  struct Need {
    Ticks time;
    Stall cause = Stall::instruction_fetch;

    void add(Stall why, Ticks until) {
      if (until > time) time = until, cause = why;
    }
  };

  struct SemaphoreChange {
    Ticks visible = 0;
    unsigned by = 0;
  };

  Context& of(const Qpu& qpu) { return contexts_[qpu.number]; }
  /// The QPU that goes next. Lets TMUs fetch the lines that they need before that.
  Qpu* earliest(std::span<Qpu> qpus);
  /// Notes when the TMU of this number fetches its next line.
  void note_fetch(std::size_t tmu, Ticks at);
  /// Lets the TMU that comes first fetch its line.
  void fetch_line();
  /// To be called when the QPU has moved on, stopped or fallen asleep.
  void update_due(const Qpu& qpu);
  static bool is_in_line(const Qpu& qpu, const Context& context);
  void follow(Context& context, bool is_earliest, std::uint64_t settled = 0);
  bool enter_line(Context& context, bool is_earliest, std::uint64_t settled);
  unsigned enter_lines(Context& context, unsigned first, unsigned most);
  void fetch_code(Context& context, std::uint32_t line);
  void go_ahead(Context& context, std::uint32_t line);
  void take_back(Context& context, std::uint64_t settled);
  static unsigned steps(const Context& context, bool is_earliest);
  void advance(Context& context, unsigned count);
  bool goes_on_alone(const Qpu& qpu, const Context& context) const;
  bool can_issue(const Qpu& qpu, Context& context);
  Need need_of(const Qpu& qpu, Context& context);
  static void need_of_results(const Operation& operation, Context& context, Need& need);
  static void receive_results(const Operation& operation, Context& context);
  void need_of_effects(const Qpu& qpu, const Operation& operation, Context& context, Need& need);
  void need_of_dma(const Operation& operation, Context& context, Need& need);
  void need_of_write(unsigned address, Context& context, Need& need);
  void stall(const Qpu& qpu, const Operation& operation, Stall cause, Ticks until);
  void wait_for_uniform(const Qpu& qpu, const Operation& operation);
  void fall_asleep(const Qpu& qpu, Context& context);
  void charge(const Operation& operation, Context& context);
  void issue(const Qpu& qpu, const Operation& operation, Context& context);
  void take_slot(const Qpu& qpu, const Operation& operation, Context& context);
  void wake(Context& context, Ticks at);
  void show_clock(unsigned qpu, std::optional<Stall> waits_for);

  Ticks fetch_ahead_, sfu_operation_, mutex_handover_, semaphore_visible_;
  TraceRecorder* trace_;
  Profile* profile_;
  QpuClocks* clocks_;
  bool watched_;  ///< whether any of them is there

  MemorySystem memory_;
  VpmPort vpm_port_;
  DmaEngine load_engine_, store_engine_;
  std::vector<Slice> slices_;
  std::vector<Context> contexts_;
  /// By QPU: the next one has the least, see due_key(). Not in the contexts, because it is searched so often.
  std::array<std::uint64_t, kQpus> due_keys_;
  /// For each TMU, when it fetches its next line.
  std::array<Ticks, 2 * kQpus / kQpusPerSlice> fetches_;
  Ticks next_fetch_ = kNever;  ///< the earliest of them
  std::array<SemaphoreChange, 16> semaphores_{};
  Qpu* current_ = nullptr;
};

}  // namespace quadcl::qpu::timing
