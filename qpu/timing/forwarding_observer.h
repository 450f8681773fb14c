// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/emulator/observer.h"

namespace quadcl::qpu::timing {

/// Passes every event on to another observer, if there is one. Derived observers that take an event pass it
/// on by calling the base.
class ForwardingObserver : public emulator::Observer {
 public:
  explicit ForwardingObserver(emulator::Observer* next) : next_(next) {}

  using Qpu = emulator::Qpu;
  using Operation = emulator::Operation;

  bool watches_instructions() const override { return next_ && next_->watches_instructions(); }
  void instruction(const Qpu& q, const Operation& o) override {
    if (next_) next_->instruction(q, o);
  }
  void blocked(const Qpu& q, const Operation& o) override {
    if (next_) next_->blocked(q, o);
  }
  void retired(const Qpu& q, const Operation& o) override {
    if (next_) next_->retired(q, o);
  }
  void at_rest() override {
    if (next_) next_->at_rest();
  }
  void program_started(const Qpu& q, const QpuProgram& p) override {
    if (next_) next_->program_started(q, p);
  }
  void program_finished(const Qpu& q) override {
    if (next_) next_->program_finished(q);
  }
  void uniforms_address_written(const Qpu& q, BusAddress a) override {
    if (next_) next_->uniforms_address_written(q, a);
  }
  void configuration_taken(const Qpu& q, std::uint32_t word) override {
    if (next_) next_->configuration_taken(q, word);
  }
  void tmu_requested(const Qpu& q, unsigned tmu, const emulator::LaneVector& a) override {
    if (next_) next_->tmu_requested(q, tmu, a);
  }
  void tmu_received(const Qpu& q, unsigned tmu) override {
    if (next_) next_->tmu_received(q, tmu);
  }
  void vpm_read_set_up(const Qpu& q, std::uint32_t setup, bool accepted) override {
    if (next_) next_->vpm_read_set_up(q, setup, accepted);
  }
  void vpm_write_set_up(const Qpu& q, std::uint32_t setup) override {
    if (next_) next_->vpm_write_set_up(q, setup);
  }
  void vpm_read(const Qpu& q, const emulator::VpmBlock& b) override {
    if (next_) next_->vpm_read(q, b);
  }
  void vpm_written(const Qpu& q, const emulator::VpmBlock& b) override {
    if (next_) next_->vpm_written(q, b);
  }
  void dma_load_started(const Qpu& q, const emulator::DmaTransfer& t) override {
    if (next_) next_->dma_load_started(q, t);
  }
  void dma_store_starting(const Qpu& q, const emulator::DmaTransfer& t) override {
    if (next_) next_->dma_store_starting(q, t);
  }
  void dma_store_started(const Qpu& q, const emulator::DmaTransfer& t) override {
    if (next_) next_->dma_store_started(q, t);
  }
  void dma_load_waited(const Qpu& q) override {
    if (next_) next_->dma_load_waited(q);
  }
  void dma_store_waited(const Qpu& q) override {
    if (next_) next_->dma_store_waited(q);
  }
  void mutex_acquired(const Qpu& q) override {
    if (next_) next_->mutex_acquired(q);
  }
  void mutex_released(const Qpu& q) override {
    if (next_) next_->mutex_released(q);
  }
  void semaphore_changed(const Qpu& q, unsigned number, unsigned value) override {
    if (next_) next_->semaphore_changed(q, number, value);
  }
  void host_interrupted(const Qpu& q) override {
    if (next_) next_->host_interrupted(q);
  }

 protected:
  bool forwards() const { return next_ != nullptr; }
  void forward_to(emulator::Observer* next) { next_ = next; }

 private:
  emulator::Observer* next_;
};

}  // namespace quadcl::qpu::timing
