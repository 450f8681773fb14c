// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/vpm_access.h"

#include <cstring>

namespace quadcl::qpu::emulator {

namespace {

constexpr unsigned bits(std::uint32_t word, unsigned high, unsigned low) {
  return (word >> low) & ((1u << (high - low + 1)) - 1);
}

/// The position of a lane along its row or column, and the part of that word.
struct Place {
  unsigned position;
  unsigned part;
};

Place place_of(const VpmBlock& block, unsigned lane) {
  const unsigned parts = 1u << block.parts_log2;
  const unsigned sub = block.address & (parts - 1);
  if (block.laned || parts == 1) return {lane, sub};
  return {(16 / parts) * sub + lane / parts, lane % parts};
}

/// The row or column of a vector: its first word, and whether it runs along X.
struct Line {
  unsigned y, x;
};

Line line_of(const VpmBlock& block) {
  const unsigned where = block.address >> block.parts_log2;
  if (block.horizontal) return {where, 0};
  return {where & 0x30, where & 0xf};
}

std::uint32_t element_mask(const VpmBlock& block) { return 0xffffffffu >> (32 - (32u >> block.parts_log2)); }

/// Calls visit(word, shift, lane) for the place of each lane.
template <typename Memory, typename Visit>
void for_each_lane(const VpmBlock& block, Memory& vpm, Visit visit) {
  const Line line = line_of(block);
  const unsigned width = 32u >> block.parts_log2;
  for (unsigned lane = 0; lane < 16; ++lane) {
    const Place place = place_of(block, lane);
    auto& word =
        block.horizontal ? vpm.word(line.y, place.position) : vpm.word(line.y + place.position, line.x);
    visit(word, place.part * width, lane);
  }
}

bool is_whole_row(const VpmBlock& block) { return block.horizontal && block.parts_log2 == 0; }
bool is_column(const VpmBlock& block) { return !block.horizontal && block.parts_log2 == 0; }

}  // namespace

VpmBlock VpmBlock::decode(std::uint32_t setup) {
  const unsigned size = bits(setup, 9, 8);
  VpmBlock block;
  block.horizontal = bits(setup, 11, 11) != 0;
  block.laned = bits(setup, 10, 10) != 0;
  block.parts_log2 = size >= 2 ? 0 : 2 - size;  // size 3 is reserved; taken as 32 bits
  block.address = bits(setup, 7, 0) & ((0x40u << block.parts_log2) - 1);
  block.stride = bits(setup, 17, 12) == 0 ? 64 : bits(setup, 17, 12);
  block.vectors = bits(setup, 23, 20) == 0 ? 16 : bits(setup, 23, 20);
  return block;
}

void VpmBlock::read(const VpmMemory& vpm, LaneVector& result) const {
  if (is_whole_row(*this)) {
    std::memcpy(&result, &vpm.word(line_of(*this).y, 0), sizeof result);
    return;
  }
  if (is_column(*this)) {
    const Line line = line_of(*this);
    for (unsigned lane = 0; lane < 16; ++lane) result.lane[lane] = vpm.word(line.y + lane, line.x);
    return;
  }
  for_each_lane(*this, vpm, [&](const std::uint32_t& word, unsigned shift, unsigned lane) {
    result.lane[lane] = (word >> shift) & element_mask(*this);
  });
}

void VpmBlock::write(VpmMemory& vpm, const LaneVector& value) const {
  if (is_whole_row(*this)) {
    std::memcpy(&vpm.word(line_of(*this).y, 0), &value, sizeof value);
    return;
  }
  if (is_column(*this)) {
    const Line line = line_of(*this);
    for (unsigned lane = 0; lane < 16; ++lane) vpm.word(line.y + lane, line.x) = value.lane[lane];
    return;
  }
  const std::uint32_t mask = element_mask(*this);
  for_each_lane(*this, vpm, [&](std::uint32_t& word, unsigned shift, unsigned lane) {
    word = (word & ~(mask << shift)) | ((value.lane[lane] & mask) << shift);
  });
}

bool VpmReader::setup(std::uint32_t word) {
  if (queued_ == blocks_.size()) return false;
  blocks_[queued_++] = VpmBlock::decode(word);
  return true;
}

unsigned VpmReader::available() const {
  unsigned sum = 0;
  for (unsigned i = 0; i < queued_; ++i) sum += blocks_[i].vectors;
  return sum;
}

void VpmReader::read(const VpmMemory& vpm, LaneVector& result) {
  VpmBlock& block = blocks_[0];
  block.read(vpm, result);
  block.advance();
  if (--block.vectors > 0) return;
  blocks_[0] = blocks_[1];
  --queued_;
}

}  // namespace quadcl::qpu::emulator
