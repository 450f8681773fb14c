// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/vpm.h"

namespace quadcl::qpu::timing {

VpmAccess::VpmAccess(const Parameters& p)
    : read_latency_(p.ticks(Parameter::vpm_read_latency)), turnaround_(p.ticks(Parameter::vpm_turnaround)) {}

void VpmAccess::read_set_up(unsigned vectors, Ticks at) {
  Block& block = blocks_[0].vectors == 0 ? blocks_[0] : blocks_[1];
  block = {vectors, at + read_latency_};
}

/// Measured (QV59): the first read after a write takes about an instruction longer, however far apart they
/// are.
Ticks VpmAccess::earliest_read(const VpmPort& port, Ticks at) {
  if (wrote_since_read_) {
    wrote_since_read_ = false;
    blocks_[0].readable = std::max(blocks_[0].readable, at + turnaround_);
  }
  return next_slot(port.earliest(std::max(at, blocks_[0].readable)));
}

void VpmAccess::read(VpmPort& port, Ticks at) {
  port.move(at);
  wrote_since_read_ = false;
  if (blocks_[0].vectors > 0 && --blocks_[0].vectors == 0) blocks_ = {blocks_[1], Block{}};
}

void VpmAccess::write(VpmPort& port, Ticks at) {
  stored_ = {stored_[1], port.move(at)};
  wrote_since_read_ = true;
}

DmaEngine::DmaEngine(DmaDirection direction, const Parameters& p, MemorySystem& memory, VpmPort& vpm,
                     TraceRecorder* trace)
    : direction_(direction), memory_(memory), vpm_(vpm), trace_(trace) {
  const bool load = direction == DmaDirection::load;
  start_ = p.ticks(load ? Parameter::load_start : Parameter::store_start);
  row_ = p.ticks(load ? Parameter::load_row : Parameter::store_row);
  short_row_ = p.ticks(load ? Parameter::load_short_row : Parameter::store_short_row);
  new_address_ = p.ticks(Parameter::dma_new_address);
}

/// From a row of one word to one of 64 bytes in proportion, beyond that by 64 bytes.
Ticks DmaEngine::row_time(std::uint32_t bytes) const {
  if (bytes >= kLineBytes) return row_ * bytes / kLineBytes;
  const Ticks more = std::max<Ticks>(static_cast<Ticks>(bytes) - 4, 0);
  return short_row_ + (row_ - short_row_) * more / (kLineBytes - 4);
}

Ticks DmaEngine::start(const emulator::DmaTransfer& transfer, unsigned qpu, Ticks at) {
  const bool repeated = last_address_ == transfer.memory && last_qpu_ == qpu;
  last_address_ = transfer.memory;
  last_qpu_ = qpu;
  const std::uint32_t bytes = transfer.row_length * transfer.element_bytes();
  const Ticks begin = std::max(at, free_);
  Ticks time = begin + start_ + (repeated ? 0 : new_address_);
  for (unsigned row = 0; row < transfer.rows; ++row) {
    const Ticks moved = memory_.move(bytes, time);
    const Ticks in_vpm = vpm_.earliest(moved);
    vpm_stall_ += in_vpm - moved;
    vpm_.move(moved);
    time = std::max(time + row_time(bytes), in_vpm);
  }
  free_ = time;
  busy_ += time - begin;
  if (trace_ != nullptr) trace_->dma(direction_, qpu, begin, time);
  return time;
}

}  // namespace quadcl::qpu::timing
