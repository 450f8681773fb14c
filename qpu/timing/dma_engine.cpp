// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/dma_engine.h"

#include <algorithm>
#include <limits>

namespace quadcl::qpu::timing {

namespace {

constexpr std::uint32_t kPageBytes = 4096;  ///< a row of DRAM

}  // namespace

DmaEngine::DmaEngine(DmaDirection direction, const Parameters& p, MemorySystem& memory, VpmPort& vpm,
                     TraceRecorder* trace)
    : direction_(direction), memory_(&memory), vpm_(&vpm), trace_(trace) {
  const bool load = direction == DmaDirection::load;
  start_ = p.ticks(load ? Parameter::load_start : Parameter::store_start);
  row_ = p.ticks(load ? Parameter::load_row : Parameter::store_row);
  short_row_ = p.ticks(load ? Parameter::load_short_row : Parameter::store_short_row);
  page_ = p.ticks(Parameter::dma_page);
  memory.add_client(*this);
}

/// Rows of up to 64 bytes: linear from the time of one word to that of 64 bytes. Longer rows: in proportion
/// to it.
Ticks DmaEngine::row_time(std::uint32_t bytes) const {
  if (bytes >= kLineBytes) return row_ * bytes / kLineBytes;
  const Ticks more = std::max<Ticks>(static_cast<Ticks>(bytes) - 4, 0);
  return short_row_ + (row_ - short_row_) * more / (kLineBytes - 4);
}

DmaEngine::Ticket DmaEngine::start(const emulator::DmaTransfer& transfer, unsigned qpu, Ticks at) {
  const std::uint32_t bytes = transfer.row_length * transfer.element_bytes();
  operations_.push_back(
      {qpu, at, transfer.rows, transfer.memory.value(), transfer.memory_pitch, bytes, row_time(bytes)});
  if (operations_.size() == 1) begin_next();
  note_due();
  return {finished_ + operations_.size() - 1, qpu};
}

void DmaEngine::begin_next() {
  if (operations_.empty()) return;
  began_ = std::max(operations_.front().at, last_done_);
  next_row_ = began_ + start_;
}

void DmaEngine::move_row() {
  Operation& operation = operations_.front();
  const std::uint32_t page = operation.address / kPageBytes;
  if (page != last_page_ && memory_->beyond_system_l2(operation.address)) {
    next_row_ += page_;
    last_page_ = page;
  }
  const Ticks moved = memory_->move(direction_, operation.address, operation.bytes, next_row_);
  operation.address += operation.pitch;
  const Ticks in_vpm = vpm_->earliest(moved);
  vpm_stall_ += in_vpm - moved;
  vpm_->move(moved);
  next_row_ = std::max(next_row_ + operation.row, in_vpm);
  if (--operation.rows > 0) return;
  busy_ += next_row_ - began_;
  if (trace_ != nullptr) trace_->dma(direction_, operation.qpu, began_, next_row_);
  ++finished_;
  last_done_ = done_[operation.qpu] = next_row_;
  operations_.pop_front();
  begin_next();
}

void DmaEngine::advance(Ticks to) {
  while (!operations_.empty() && next_row_ <= to) move_row();
  note_due();
}

/// The least time that its rows take.
Ticks DmaEngine::left(const Operation& operation) const { return operation.rows * operation.row; }

Ticks DmaEngine::done(Ticket ticket, Ticks now) {
  advance(now);
  if (ticket.number < finished_) return done_[ticket.qpu];
  // The rest would take this long if nobody else came to SDRAM.
  Ticks time = next_row_ + left(operations_.front());
  for (std::size_t i = 1; i <= ticket.number - finished_; ++i) {
    const Operation& operation = operations_[i];
    time = std::max(time, operation.at) + start_ + left(operation);
  }
  return time;
}

Ticks DmaEngine::finish() {
  advance(std::numeric_limits<Ticks>::max());
  return last_done_;
}

}  // namespace quadcl::qpu::timing
