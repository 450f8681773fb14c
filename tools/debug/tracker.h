// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/emulator/findings.h"
#include "qpu/timing/forwarding_observer.h"

namespace quadcl::tools::debug {

namespace emulator = qpu::emulator;

/// What an instruction can do beside computing.
enum class Event : std::uint8_t {
  load,
  store,
  load_wait,
  store_wait,
  tmu_request,
  tmu_receive,
  vpm_read,
  vpm_write,
  vpm_setup,
  uniforms,
  acquire,
  release,
  semaphore,
  interrupt,
  block,
  end,
  finding,
};
using Events = std::uint32_t;  ///< a bit for each Event
constexpr Events bit(Event event) { return Events{1} << static_cast<unsigned>(event); }

/// A name for one or more of them, as commands have it.
struct EventName {
  std::string_view name;
  Events events;
  std::string_view meaning;
};
std::span<const EventName> event_names();
/// The names of single events, joined by ", ".
std::string names_of(Events events);

/// The last instruction that a QPU has tried, and what it did.
struct Deeds {
  unsigned qpu = 0;
  bool executed = false;
  std::uint32_t address = 0;
  std::uint64_t word = 0;
  emulator::LaneMask add_mask = 0, mul_mask = 0;  ///< lanes whose conditions held
  Events events = 0;
  std::optional<emulator::DmaTransfer> load, store;
  std::array<emulator::VpmBlock, 2> vpm_written;
  unsigned vpm_writes = 0;
  std::vector<emulator::Finding> findings;
};

/// A transfer of a QPU.
struct Transfer {
  emulator::DmaTransfer what;
  bool waited = false;  ///< the QPU knows that it has ended
};

/// What is known of a QPU beside its registers.
struct Tracked {
  bool finished = false, blocked = false;
  std::uint64_t executed = 0;
  std::array<std::deque<emulator::LaneVector>, 2> requests;  ///< of each TMU, by physical number
  std::optional<Transfer> load, store;
};

/// Follows a job and keeps what the emulator's state does not show.
class Tracker : public qpu::timing::ForwardingObserver, public emulator::FindingSink {
 public:
  using ForwardingObserver::ForwardingObserver;

  bool watches_instructions() const override { return true; }
  void instruction(const Qpu& qpu, const Operation& operation) override;
  void blocked(const Qpu& qpu, const Operation& operation) override;
  void retired(const Qpu& qpu, const Operation& operation) override;
  void program_finished(const Qpu& qpu) override;
  void uniforms_address_written(const Qpu& qpu, BusAddress address) override;
  void tmu_requested(const Qpu& qpu, unsigned tmu, const emulator::LaneVector& addresses) override;
  void tmu_received(const Qpu& qpu, unsigned tmu) override;
  void vpm_read_set_up(const Qpu& qpu, std::uint32_t setup, bool accepted) override;
  void vpm_write_set_up(const Qpu& qpu, std::uint32_t setup) override;
  void vpm_read(const Qpu& qpu, const emulator::VpmBlock& block) override;
  void vpm_written(const Qpu& qpu, const emulator::VpmBlock& block) override;
  void dma_load_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) override;
  void dma_store_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) override;
  void dma_load_waited(const Qpu& qpu) override;
  void dma_store_waited(const Qpu& qpu) override;
  void mutex_acquired(const Qpu& qpu) override;
  void mutex_released(const Qpu& qpu) override;
  void semaphore_changed(const Qpu& qpu, unsigned number, unsigned value) override;
  void host_interrupted(const Qpu& qpu) override;

  /// FindingSink: of the rule checker and the model of caches.
  void report(const emulator::Finding& finding) override;

  const Deeds& deeds() const { return deeds_; }
  const Tracked& of(unsigned qpu) const { return tracked_[qpu]; }
  const std::array<std::uint8_t, 16>& semaphores() const { return semaphores_; }
  std::optional<unsigned> mutex_owner() const { return mutex_owner_; }
  const emulator::FindingList& findings() const { return findings_; }

 private:
  Tracked& state(const Qpu& qpu) { return tracked_[qpu.number]; }
  void note(Event event) { deeds_.events |= bit(event); }

  Deeds deeds_;
  std::array<Tracked, qpu::kQpus> tracked_;
  std::array<std::uint8_t, 16> semaphores_{};
  std::optional<unsigned> mutex_owner_;
  emulator::FindingList findings_;
};

}  // namespace quadcl::tools::debug
