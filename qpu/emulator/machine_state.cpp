// SPDX-License-Identifier: Apache-2.0

// Keeping the state of a job, and going on from it.

#include "qpu/emulator/machine.h"

namespace quadcl::qpu::emulator {

std::size_t Machine::State::bytes() const {
  return sizeof(State) + qpus.size() * sizeof(Qpu) + (caches ? caches->bytes() : 0);
}

Machine::State Machine::state() const {
  State state;
  state.qpus.assign(qpus_.begin(), qpus_.begin() + running_);
  for (const Qpu& qpu : state.qpus) state.next.push_back(qpu.next->address);
  state.vpm = vpm_;
  state.semaphores = semaphores_;
  state.mutex_taken = mutex_taken_;
  state.host_interrupts = host_interrupts_;
  state.executed = executed_;
  if (caches_) state.caches = std::make_unique<CacheModel>(*caches_);
  if (stale_tmu_reads_) state.stale_tmu_reads = std::make_unique<StaleTmuReads>(*stale_tmu_reads_);
  return state;
}

RunOutcome Machine::resume(const State& state, const BusMap& memory, const RunOptions& options) {
  begin(memory, options);
  set(state);
  return run_on(options.scheduler);
}

void Machine::set(const State& state) {
  running_ = static_cast<unsigned>(state.qpus.size());
  for (unsigned i = 0; i < running_; ++i) {
    qpus_[i] = state.qpus[i];
    qpus_[i].next = code_.at(state.next[i]);
  }
  vpm_ = state.vpm;
  semaphores_ = state.semaphores;
  mutex_taken_ = state.mutex_taken;
  host_interrupts_ = state.host_interrupts;
  executed_ = state.executed;
  error_.reset();
  stopped_ = false;
  faulting_qpu_.reset();
  if (state.stale_tmu_reads) stale_tmu_reads_ = std::make_unique<StaleTmuReads>(*state.stale_tmu_reads);
  if (state.caches) caches_ = std::make_unique<CacheModel>(*state.caches, stale_tmu_reads_.get());
}

}  // namespace quadcl::qpu::emulator
