// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/vpm_watch.h"

#include <algorithm>
#include <vector>

namespace quadcl::qpu::emulator {

namespace {

constexpr std::uint32_t kLongestRow = 128 * 4;

/// Calls visit for each pair of words. Stops and returns true when visit does.
template <typename Visit>
bool any_word(const VpmMemory& a, const VpmMemory& b, Visit visit) {
  for (unsigned y = 0; y < VpmMemory::kRows; ++y) {
    for (unsigned x = 0; x < VpmMemory::kColumns; ++x) {
      if (visit(a.word(y, x), b.word(y, x))) return true;
    }
  }
  return false;
}

LaneVector look(const VpmBlock& block, const VpmMemory& shadow) {
  LaneVector lanes;
  block.read(shadow, lanes);
  return lanes;
}

}  // namespace

VpmMemory bits_of(const DmaTransfer& transfer) {
  // A load of ones, with the same source for all rows, sets the bits that the transfer moves.
  std::vector<std::byte> ones(kLongestRow, std::byte{0xff});
  BusMap memory;
  memory.add({BusAddress(0), kLongestRow, ones.data()});
  DmaTransfer load = transfer;
  load.memory = BusAddress(0);
  load.memory_pitch = 0;
  VpmMemory bits;
  run_dma_load(load, memory, bits);
  return bits;
}

bool overlaps(const VpmBlock& block, const VpmMemory& shadow) {
  const LaneVector lanes = look(block, shadow);
  return std::any_of(lanes.lane, lanes.lane + 16, [](std::uint32_t lane) { return lane != 0; });
}

bool covered(const VpmBlock& block, const VpmMemory& shadow) {
  const std::uint32_t whole = 0xffffffffu >> (32 - (32u >> block.parts_log2));
  const LaneVector lanes = look(block, shadow);
  return std::all_of(lanes.lane, lanes.lane + 16, [=](std::uint32_t lane) { return lane == whole; });
}

bool overlaps(const VpmMemory& bits, const VpmMemory& shadow) {
  return any_word(bits, shadow, [](std::uint32_t a, std::uint32_t b) { return (a & b) != 0; });
}

bool covered(const VpmMemory& bits, const VpmMemory& shadow) {
  return !any_word(bits, shadow, [](std::uint32_t a, std::uint32_t b) { return (a & ~b) != 0; });
}

void add(const VpmBlock& block, VpmMemory& shadow) {
  LaneVector ones;
  std::fill_n(ones.lane, 16, 0xffffffffu);
  block.write(shadow, ones);
}

void add(const VpmMemory& bits, VpmMemory& shadow) {
  for (unsigned y = 0; y < VpmMemory::kRows; ++y) {
    for (unsigned x = 0; x < VpmMemory::kColumns; ++x) shadow.word(y, x) |= bits.word(y, x);
  }
}

}  // namespace quadcl::qpu::emulator
