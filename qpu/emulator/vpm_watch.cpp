// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/vpm_watch.h"

#include <algorithm>
#include <array>

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
  static const BusMap memory = [] {
    static std::array<std::byte, kLongestRow> ones;
    ones.fill(std::byte{0xff});
    BusMap map;
    map.add({BusAddress(0), kLongestRow, ones.data()});
    return map;
  }();
  DmaTransfer load = transfer;
  load.memory = BusAddress(0);
  load.memory_pitch = 0;
  VpmMemory bits;
  run_dma_load(load, memory, bits);
  return bits;
}

std::uint64_t rows_of(const VpmBlock& block) {
  const unsigned line = block.address >> block.parts_log2;
  return block.horizontal ? std::uint64_t{1} << line % VpmMemory::kRows
                          : std::uint64_t{0xffff} << (line & 0x30);
}

const TransferBits::Bits& TransferBits::of(const DmaTransfer& t) {
  const Place place{t.rows, t.row_length,         t.parts_log2,
                    t.part, t.vertical ? 1u : 0u, t.y,
                    t.x,    t.vpm_pitch,          static_cast<unsigned>(t.pitch_unit)};
  if (known_.size() >= kMost && !known_.contains(place)) known_.clear();
  const auto [entry, is_new] = known_.try_emplace(place);
  Bits& known = entry->second;
  if (!is_new) return known;
  known.bits = bits_of(t);
  for (unsigned y = 0; y < VpmMemory::kRows; ++y) {
    std::uint32_t any = 0;
    for (unsigned x = 0; x < VpmMemory::kColumns; ++x) any |= known.bits.word(y, x);
    if (any != 0) known.rows |= std::uint64_t{1} << y;
  }
  return known;
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
