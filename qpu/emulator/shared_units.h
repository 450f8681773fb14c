// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/bus_address.h"
#include "core/result.h"
#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/cache_model.h"
#include "qpu/emulator/code_cache.h"
#include "qpu/emulator/engine.h"
#include "qpu/emulator/observer.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator {

/// What QPUs share: memory, the VPM, the semaphores and the mutex, beside the state of the job that they run.
/// Instructions work on it; the machine (machine.h) runs it.
class SharedUnits {
 public:
  SharedUnits(const SharedUnits&) = delete;
  SharedUnits& operator=(const SharedUnits&) = delete;

  /// Records why the job ends; the message starts with QPU, address and instruction. Returns Step::fault, for
  /// the caller to return. Observers may call it, too.
  Step fault(ErrorCode code, std::string text);
  /// The same with "`what` at 0x..., which is not mapped".
  Step unmapped(const std::string& what, std::uint32_t address);

  const BusMap& memory() const { return *memory_; }
  VpmMemory& vpm() { return vpm_; }
  const VpmMemory& vpm() const { return vpm_; }
  Observer* observer() const { return observer_; }
  CacheModel* caches() const { return caches_.get(); }
  /// A DMA store has reached memory, perhaps the code.
  void stored(const Qpu& qpu, const DmaTransfer& transfer);
  /// Whether the running instruction has stored to code. It must not return Step::next then.
  bool code_has_changed() const { return !changed_code_.empty(); }
  /// Whether a program is still running.
  bool any_live() const;

  bool mutex_taken() const { return mutex_taken_; }
  void set_mutex(bool taken) { mutex_taken_ = taken; }
  std::uint8_t& semaphore(unsigned number) { return semaphores_[number]; }
  void interrupt_host(unsigned qpu) { host_interrupts_ |= 1u << qpu; }

 protected:
  explicit SharedUnits(const Engine& engine) : qpus_(kQpus), code_(engine) {}
  ~SharedUnits() = default;

  std::vector<Qpu> qpus_;
  unsigned running_ = 0;  ///< QPUs that have a program
  VpmMemory vpm_;
  std::array<std::uint8_t, 16> semaphores_{};
  bool mutex_taken_ = false;
  std::uint32_t host_interrupts_ = 0;

  const BusMap* memory_ = nullptr;
  Observer* observer_ = nullptr;
  std::unique_ptr<CacheModel> caches_;  ///< null if they are not modelled
  CodeCache code_;
  /// Places and sizes of what the running instruction has stored to code. They are decoded again after it: a
  /// store may overwrite the instruction that starts it, which its handler, observers and the scheduler still
  /// read.
  std::vector<std::pair<BusAddress, std::uint32_t>> changed_code_;
  std::optional<Error> error_;
};

}  // namespace quadcl::qpu::emulator
