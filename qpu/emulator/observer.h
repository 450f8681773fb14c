// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/bus_address.h"
#include "qpu/emulator/dma.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

/// Watches a job. Rule checks, counters, time and traces are observers. They are called on the thread that
/// runs the job, in the order of execution. Without an observer the emulator does nothing of this.
class Observer {
 public:
  virtual ~Observer() = default;

  /// Whether instruction(), blocked(), retired() and at_rest() are to be called. Asked once a job.
  virtual bool watches_instructions() const { return true; }
  /// Whether they are called for plain instructions (Operation::plain) of the QPU. Asked before such ones;
  /// if not, not_shown() tells how many were executed.
  virtual bool sees_plain(const Qpu&) const { return true; }
  virtual void not_shown(const Qpu&, unsigned /*instructions*/) {}
  /// The QPU tries to execute the instruction. It may still be blocked.
  virtual void instruction(const Qpu&, const Operation&) {}
  /// It was not executed (Qpu::wait says why) and will be tried again.
  virtual void blocked(const Qpu&, const Operation&) {}
  /// It was executed.
  virtual void retired(const Qpu&, const Operation&) {}
  /// Between two instructions, now and then: Machine::state() can be kept.
  virtual void at_rest() {}
  /// Called before the first instruction of any QPU, with the addresses as the host gave them.
  virtual void program_started(const Qpu&, const QpuProgram&) {}
  virtual void program_finished(const Qpu&) {}

  /// The address as written. Its low two bits do nothing.
  virtual void uniforms_address_written(const Qpu&, BusAddress) {}
  /// A texture lookup took a word of the uniform stream. Reads by instructions are not reported here.
  virtual void configuration_taken(const Qpu&, std::uint32_t /*word*/) {}
  /// `tmu` is the physical number, after the exchange in half of the QPUs. Texture lookups show here too,
  /// once for each result that they bring, with the address of one texel a lane.
  virtual void tmu_requested(const Qpu&, unsigned /*tmu*/, const LaneVector& /*addresses*/) {}
  virtual void tmu_received(const Qpu&, unsigned /*tmu*/) {}
  /// `accepted` is false for a third queued read block.
  virtual void vpm_read_set_up(const Qpu&, std::uint32_t /*setup*/, bool /*accepted*/) {}
  virtual void vpm_write_set_up(const Qpu&, std::uint32_t /*setup*/) {}
  virtual void vpm_read(const Qpu&, const VpmBlock&) {}
  virtual void vpm_written(const Qpu&, const VpmBlock&) {}
  /// Memory will change now.
  virtual void dma_store_starting(const Qpu&, const DmaTransfer&) {}
  /// The emulator has completed the transfer. On the chip it would start now.
  virtual void dma_load_started(const Qpu&, const DmaTransfer&) {}
  virtual void dma_store_started(const Qpu&, const DmaTransfer&) {}
  virtual void dma_load_waited(const Qpu&) {}
  virtual void dma_store_waited(const Qpu&) {}
  virtual void mutex_acquired(const Qpu&) {}
  virtual void mutex_released(const Qpu&) {}
  virtual void semaphore_changed(const Qpu&, unsigned /*number*/, unsigned /*value*/) {}
  virtual void host_interrupted(const Qpu&) {}
};

}  // namespace quadcl::qpu::emulator
