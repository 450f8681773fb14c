// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/emulator/dma_limits.h"
#include "qpu/emulator/event_order.h"
#include "qpu/emulator/findings.h"
#include "qpu/emulator/observer.h"
#include "qpu/emulator/register_watch.h"
#include "qpu/emulator/store_races.h"
#include "qpu/emulator/vpm_races.h"
#include "qpu/emulator/vpm_watch.h"

namespace quadcl::qpu::emulator {

struct RuleOptions {
  /// Also report reads of registers and of VPM words that were never written.
  bool unwritten = false;
  /// Also report what programs do that are known to work.
  bool pedantic = false;
  /// The first error ends the job, with ErrorCode::illegal_instruction.
  bool stop_at_error = false;
};

/// Checks one job against the rules that need its execution (docs/videocore4.md, Restrictions). The static
/// checker covers the other rules, Machine::model_caches finds stale caches.
class RuleChecker final : public Observer {
 public:
  explicit RuleChecker(FindingSink& sink, RuleOptions options = {})
      : sink_(&sink), options_(options), vpm_races_(order_) {}

  bool sees_plain(const Qpu& qpu) const override;
  void not_shown(const Qpu& qpu, unsigned instructions) override { of(qpu).instructions += instructions; }
  void instruction(const Qpu& qpu, const Operation& operation) override;
  void blocked(const Qpu& qpu, const Operation& operation) override;
  void retired(const Qpu& qpu, const Operation& operation) override;
  void program_started(const Qpu& qpu, const QpuProgram& program) override;
  void program_finished(const Qpu& qpu) override;
  void uniforms_address_written(const Qpu& qpu, BusAddress address) override;
  void configuration_taken(const Qpu& qpu, std::uint32_t word) override;
  void tmu_requested(const Qpu& qpu, unsigned tmu, const LaneVector& addresses) override;
  void vpm_read_set_up(const Qpu& qpu, std::uint32_t setup, bool accepted) override;
  void vpm_read(const Qpu& qpu, const VpmBlock& block) override;
  void vpm_written(const Qpu& qpu, const VpmBlock& block) override;
  void dma_load_started(const Qpu& qpu, const DmaTransfer& transfer) override;
  void dma_store_started(const Qpu& qpu, const DmaTransfer& transfer) override;
  void dma_load_waited(const Qpu& qpu) override;
  void dma_store_waited(const Qpu& qpu) override;
  void mutex_acquired(const Qpu& qpu) override;
  void mutex_released(const Qpu& qpu) override;
  void semaphore_changed(const Qpu& qpu, unsigned number, unsigned value) override;

  /// To call after a job that a fault has ended: reports what was held back.
  void job_ended();

  /// What it knows of the job, to go back to. It is of this checker, and of no use to another one.
  using Saved = std::shared_ptr<const RuleChecker>;
  Saved save() const { return Saved(new RuleChecker(*this)); }
  void restore(const Saved& saved) { *this = *saved; }

 private:
  RuleChecker(const RuleChecker&) = default;
  RuleChecker& operator=(const RuleChecker&) = default;

  /// A transfer that its QPU has not yet waited for.
  struct Flight {
    bool active = false;
    DmaTransfer transfer;
    VpmMemory bits;
    std::uint32_t time = 0;     ///< of EventOrder, also after the wait
    VpmRaces::Use instruction;  ///< that started it
  };
  struct State {
    const Operation* current = nullptr;
    bool tried = false;  ///< the current instruction was blocked before
    std::uint64_t instructions = 0;
    std::optional<std::uint64_t> address_written;  ///< the instruction that wrote the uniform address
    bool load_setup = false, load_stride = false, store_setup = false, store_stride = false;
    Flight load, store;
    RegisterWatch registers;
  };

  State& of(const Qpu& qpu) { return states_[qpu.number]; }
  Finding finding_of(Rule rule, const Qpu& qpu, std::string detail);
  void report(Rule rule, const Qpu& qpu, std::string detail, bool at_end = false);
  void report(const Finding& finding, const Qpu& qpu, bool at_end);
  void report(const std::vector<DmaProblem>& problems, const Qpu& qpu);
  void check_registers(const Qpu& qpu, const Operation& operation);
  void check_uniform(const Qpu& qpu);
  void note_setup(const Qpu& qpu, bool file_b, std::uint32_t setup);
  void note_dma_busy_read(const Qpu& qpu, const Operation& operation);
  void start(const Qpu& qpu, Flight State::* kind, unsigned actor, const DmaTransfer& transfer,
             const VpmMemory& bits);
  void note_overlap(const Qpu& qpu, Flight State::* kind, unsigned actor);
  void end(const Qpu& qpu, Flight State::* kind, unsigned actor);
  /// What the current instruction, or the transfer that it starts, does to the VPM.
  void note_use(const Qpu& qpu, unsigned actor, const VpmMemory& bits, std::uint64_t rows, bool writes);
  /// Of two instructions: this one and an earlier one, whichever the emulator happens to run first.
  void report_pair(Rule rule, const Qpu& qpu, const VpmRaces::Use& earlier, const std::string& where);
  VpmRaces::Use use_of(const Qpu& qpu, unsigned actor, bool writes);
  void note_vector(const Qpu& qpu, const VpmBlock& block, bool writes);
  bool overlaps_load(const Qpu& qpu, const auto& place);
  /// The VPM's `place` is written, perhaps while stores under way read it.
  void note_store_races(const Qpu& qpu, const auto& place, std::string_view detail);
  void report_store_races(const std::vector<Finding>& races, const Qpu& qpu);
  void check_end_of_job(const Qpu& qpu);

  FindingSink* sink_;
  RuleOptions options_;
  std::array<State, kQpus> states_;
  VpmMemory written_;
  EventOrder order_;
  VpmRaces vpm_races_;
  TransferBits transfer_bits_;
  StoreRaces store_races_;
  std::optional<unsigned> mutex_owner_;
  bool stopped_ = false;
};

}  // namespace quadcl::qpu::emulator
