// SPDX-License-Identifier: Apache-2.0
#include "tools/debug/tracker.h"

#include <bit>

namespace quadcl::tools::debug {

namespace {

constexpr EventName kEvents[] = {
    {"load", bit(Event::load), "a DMA load starts"},
    {"store", bit(Event::store), "a DMA store starts"},
    {"load-wait", bit(Event::load_wait), "a QPU waits for its DMA load"},
    {"store-wait", bit(Event::store_wait), "a QPU waits for its DMA store"},
    {"tmu-request", bit(Event::tmu_request), "a QPU asks a TMU for data"},
    {"tmu-receive", bit(Event::tmu_receive), "a QPU takes data from a TMU"},
    {"vpm-read", bit(Event::vpm_read), "a QPU reads a vector of the VPM"},
    {"vpm-write", bit(Event::vpm_write), "a QPU writes a vector of the VPM"},
    {"vpm-setup", bit(Event::vpm_setup), "a QPU sets up reads or writes of the VPM"},
    {"uniforms", bit(Event::uniforms), "a QPU writes the address of its uniforms"},
    {"acquire", bit(Event::acquire), "a QPU takes the mutex"},
    {"release", bit(Event::release), "a QPU gives the mutex back"},
    {"semaphore", bit(Event::semaphore), "a semaphore changes"},
    {"interrupt", bit(Event::interrupt), "a QPU interrupts the host"},
    {"block", bit(Event::block), "a QPU cannot execute its instruction yet"},
    {"end", bit(Event::end), "a program ends"},
    {"finding", bit(Event::finding), "a rule is broken"},
    {"dma", bit(Event::load) | bit(Event::store), "load or store"},
    {"tmu", bit(Event::tmu_request) | bit(Event::tmu_receive), "tmu-request or tmu-receive"},
    {"vpm", bit(Event::vpm_read) | bit(Event::vpm_write), "vpm-read or vpm-write"},
    {"mutex", bit(Event::acquire) | bit(Event::release), "acquire or release"},
};

}  // namespace

std::span<const EventName> event_names() { return kEvents; }

std::string names_of(Events events) {
  std::string text;
  for (const EventName& event : kEvents) {
    const bool single = std::has_single_bit(event.events);
    if (single && (events & event.events) != 0) text.append(text.empty() ? "" : ", ").append(event.name);
  }
  return text;
}

void Tracker::instruction(const Qpu& qpu, const Operation& operation) {
  deeds_ = Deeds();
  deeds_.qpu = qpu.number;
  deeds_.address = operation.address;
  deeds_.word = operation.word;
  deeds_.add_mask = emulator::lanes_where(qpu, operation.condition_add);
  deeds_.mul_mask = emulator::lanes_where(qpu, operation.condition_mul);
  ForwardingObserver::instruction(qpu, operation);
}

void Tracker::blocked(const Qpu& qpu, const Operation& operation) {
  // An instruction that is tried again is no news.
  if (!state(qpu).blocked) note(Event::block);
  state(qpu).blocked = true;
  ForwardingObserver::blocked(qpu, operation);
}

void Tracker::retired(const Qpu& qpu, const Operation& operation) {
  deeds_.executed = true;
  state(qpu).blocked = false;
  ++state(qpu).executed;
  ForwardingObserver::retired(qpu, operation);
}

void Tracker::program_finished(const Qpu& qpu) {
  note(Event::end);
  state(qpu).finished = true;
  ForwardingObserver::program_finished(qpu);
}

void Tracker::uniforms_address_written(const Qpu& qpu, BusAddress address) {
  note(Event::uniforms);
  ForwardingObserver::uniforms_address_written(qpu, address);
}

void Tracker::tmu_requested(const Qpu& qpu, unsigned tmu, const emulator::LaneVector& addresses) {
  note(Event::tmu_request);
  state(qpu).requests[tmu].push_back(addresses);
  ForwardingObserver::tmu_requested(qpu, tmu, addresses);
}

void Tracker::tmu_received(const Qpu& qpu, unsigned tmu) {
  note(Event::tmu_receive);
  auto& requests = state(qpu).requests[tmu];
  if (!requests.empty()) requests.pop_front();
  ForwardingObserver::tmu_received(qpu, tmu);
}

void Tracker::vpm_read_set_up(const Qpu& qpu, std::uint32_t setup, bool accepted) {
  note(Event::vpm_setup);
  ForwardingObserver::vpm_read_set_up(qpu, setup, accepted);
}

void Tracker::vpm_write_set_up(const Qpu& qpu, std::uint32_t setup) {
  note(Event::vpm_setup);
  ForwardingObserver::vpm_write_set_up(qpu, setup);
}

void Tracker::vpm_read(const Qpu& qpu, const emulator::VpmBlock& block) {
  note(Event::vpm_read);
  ForwardingObserver::vpm_read(qpu, block);
}

void Tracker::vpm_written(const Qpu& qpu, const emulator::VpmBlock& block) {
  note(Event::vpm_write);
  if (deeds_.vpm_writes < deeds_.vpm_written.size()) deeds_.vpm_written[deeds_.vpm_writes++] = block;
  ForwardingObserver::vpm_written(qpu, block);
}

void Tracker::dma_load_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) {
  note(Event::load);
  deeds_.load = transfer;
  state(qpu).load = {transfer};
  ForwardingObserver::dma_load_started(qpu, transfer);
}

void Tracker::dma_store_started(const Qpu& qpu, const emulator::DmaTransfer& transfer) {
  note(Event::store);
  deeds_.store = transfer;
  state(qpu).store = {transfer};
  ForwardingObserver::dma_store_started(qpu, transfer);
}

void Tracker::dma_load_waited(const Qpu& qpu) {
  note(Event::load_wait);
  if (auto& load = state(qpu).load) load->waited = true;
  ForwardingObserver::dma_load_waited(qpu);
}

void Tracker::dma_store_waited(const Qpu& qpu) {
  note(Event::store_wait);
  if (auto& store = state(qpu).store) store->waited = true;
  ForwardingObserver::dma_store_waited(qpu);
}

void Tracker::mutex_acquired(const Qpu& qpu) {
  note(Event::acquire);
  mutex_owner_ = qpu.number;
  ForwardingObserver::mutex_acquired(qpu);
}

void Tracker::mutex_released(const Qpu& qpu) {
  note(Event::release);
  mutex_owner_.reset();
  ForwardingObserver::mutex_released(qpu);
}

void Tracker::semaphore_changed(const Qpu& qpu, unsigned number, unsigned value) {
  note(Event::semaphore);
  semaphores_[number] = static_cast<std::uint8_t>(value);
  ForwardingObserver::semaphore_changed(qpu, number, value);
}

void Tracker::host_interrupted(const Qpu& qpu) {
  note(Event::interrupt);
  ForwardingObserver::host_interrupted(qpu);
}

void Tracker::report(const emulator::Finding& finding) {
  note(Event::finding);
  deeds_.findings.push_back(finding);
  findings_.report(finding);
}

}  // namespace quadcl::tools::debug
