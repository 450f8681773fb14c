// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/vpm.h"

namespace quadcl::qpu::timing {

VpmAccess::VpmAccess(const Parameters& p)
    : read_latency_(p.ticks(Parameter::vpm_read_latency)),
      turnaround_(p.ticks(Parameter::vpm_turnaround)),
      stored_(p.whole(Parameter::vpm_write_fifo)) {}

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
  stored_[oldest_] = port.move(at);
  oldest_ = oldest_ + 1 == stored_.size() ? 0 : oldest_ + 1;
  wrote_since_read_ = true;
}

}  // namespace quadcl::qpu::timing
