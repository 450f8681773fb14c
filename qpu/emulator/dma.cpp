// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/dma.h"

#include <bit>
#include <cstring>

static_assert(std::endian::native == std::endian::little, "bus memory is accessed as the QPU's byte order");

namespace quadcl::qpu::emulator {

namespace {

constexpr unsigned bits(std::uint32_t word, unsigned high, unsigned low) {
  return (word >> low) & ((1u << (high - low + 1)) - 1);
}

constexpr unsigned or_if_zero(unsigned value, unsigned otherwise) { return value == 0 ? otherwise : value; }

/// MODEW: 0 and 1 mean words, 2 and 3 halves, 4 to 7 bytes, from that half or byte of a word on.
void decode_width(unsigned modew, DmaTransfer& transfer) {
  if (modew >= 4) {
    transfer.parts_log2 = 2;
    transfer.part = modew & 3;
  } else if (modew >= 2) {
    transfer.parts_log2 = 1;
    transfer.part = modew & 1;
  }
}

struct Start {
  unsigned y, x, part;
};

/// The place of an element of a row. Halves and bytes fill each word (docs/videocore4.md, Open questions 36).
Start element_behind(const DmaTransfer& t, const Start& start, unsigned elements) {
  const unsigned part = start.part + elements, words = part >> t.parts_log2,
                 rest = part & ((1u << t.parts_log2) - 1);
  return t.vertical ? Start{start.y + words, start.x, rest} : Start{start.y, start.x + words, rest};
}

/// VPM place of a row's first element.
Start start_of_row(const DmaTransfer& t, unsigned row) {
  const unsigned distance = row * t.vpm_pitch;
  switch (t.pitch_unit) {
    case DmaTransfer::PitchUnit::part_rows: {
      const unsigned part_row = (t.y << t.parts_log2) + t.part + distance;
      return {part_row >> t.parts_log2, t.x, part_row & ((1u << t.parts_log2) - 1)};
    }
    case DmaTransfer::PitchUnit::rows:
      return {t.y + distance, t.x, t.part};
    case DmaTransfer::PitchUnit::columns:
      break;
  }
  return {t.y, t.x + distance, t.part};
}

/// Calls visit(word, part) for each element of a row. A horizontal row continues in the next VPM row after
/// the last column.
template <typename Memory, typename Visit>
void for_each_element(const DmaTransfer& t, unsigned row, Memory& vpm, Visit visit) {
  const Start start = start_of_row(t, row);
  for (unsigned i = 0; i < t.row_length; ++i) {
    const auto [y, x, part] = element_behind(t, start, i);
    visit(i, vpm.word(y + x / VpmMemory::kColumns, x % VpmMemory::kColumns), part);
  }
}

/// Whether the row's words lie side by side in one VPM row, as in most programs.
bool is_contiguous(const DmaTransfer& t, const Start& start) {
  return !t.vertical && t.parts_log2 == 0 && start.x + t.row_length <= VpmMemory::kColumns;
}

/// Both move one row. Its bytes are at `host`.
void load_row(const DmaTransfer& t, unsigned row, const std::byte* host, VpmMemory& vpm) {
  if (const Start start = start_of_row(t, row); is_contiguous(t, start)) {
    std::memcpy(&vpm.word(start.y, start.x), host, 4 * t.row_length);
    return;
  }
  const unsigned bytes = t.element_bytes();
  for_each_element(t, row, vpm, [&](unsigned i, std::uint32_t& word, unsigned part) {
    std::memcpy(reinterpret_cast<std::byte*>(&word) + part * bytes, host + i * bytes, bytes);
  });
}

void store_row(const DmaTransfer& t, unsigned row, std::byte* host, const VpmMemory& vpm) {
  if (const Start start = start_of_row(t, row); is_contiguous(t, start)) {
    std::memcpy(host, &vpm.word(start.y, start.x), 4 * t.row_length);
    return;
  }
  const unsigned bytes = t.element_bytes();
  for_each_element(t, row, vpm, [&](unsigned i, const std::uint32_t& word, unsigned part) {
    std::memcpy(host + i * bytes, reinterpret_cast<const std::byte*>(&word) + part * bytes, bytes);
  });
}

/// A row that lies in several adjacent segments goes through a buffer.
class RowBuffer {
 public:
  std::byte* data() { return bytes_; }

  std::optional<BusAddress> gather(const BusMap& memory, BusAddress address, std::uint32_t bytes) {
    return each_byte(memory, &BusMap::host, address, bytes,
                     [&](std::uint32_t i, std::byte& byte) { bytes_[i] = byte; });
  }
  std::optional<BusAddress> scatter(const BusMap& memory, BusAddress address, std::uint32_t bytes) {
    return each_byte(memory, &BusMap::host_to_write, address, bytes,
                     [&](std::uint32_t i, std::byte& byte) { byte = bytes_[i]; });
  }

 private:
  using Lookup = std::byte* (BusMap::*)(BusAddress, std::uint32_t) const;

  /// The first byte that the lookup does not find, if there is one.
  template <typename Visit>
  static std::optional<BusAddress> each_byte(const BusMap& memory, Lookup lookup, BusAddress address,
                                             std::uint32_t bytes, Visit visit) {
    for (std::uint32_t i = 0; i < bytes; ++i) {
      std::byte* host = (memory.*lookup)(address + i, 1);
      if (host == nullptr) return address + i;
      visit(i, *host);
    }
    return std::nullopt;
  }

  std::byte bytes_[128 * 4];
};

/// Of the VPM, from a row of memory to the next one in block mode: each begins in a VPM row of its own.
unsigned pitch_in_block_mode(const DmaTransfer& t) {
  return t.vertical ? 1 : (t.x + t.row_words() + VpmMemory::kColumns - 1) / VpmMemory::kColumns;
}

}  // namespace

DmaTransfer decode_dma_load(std::uint32_t setup, std::uint32_t stride, BusAddress address) {
  DmaTransfer t;
  t.memory = address;
  const unsigned mpitch = bits(setup, 27, 24);
  // 14 bits of MPITCHB are in effect (docs/videocore4.md, Open questions 19).
  t.memory_pitch = mpitch != 0 ? 8u << mpitch : bits(stride, 13, 0);
  t.row_length = or_if_zero(bits(setup, 23, 20), 16);
  t.rows = or_if_zero(bits(setup, 19, 16), 16);
  decode_width(bits(setup, 30, 28), t);
  t.vertical = bits(setup, 11, 11) != 0;
  t.y = bits(setup, 10, 4);
  t.x = bits(setup, 3, 0);
  t.vpm_pitch = or_if_zero(bits(setup, 15, 12), 16);
  t.pitch_unit = DmaTransfer::PitchUnit::part_rows;
  return t;
}

DmaTransfer decode_dma_store(std::uint32_t setup, std::uint32_t stride, BusAddress address) {
  DmaTransfer t;
  t.memory = address;
  t.rows = or_if_zero(bits(setup, 29, 23), 128);
  t.row_length = or_if_zero(bits(setup, 22, 16), 128);
  t.vertical = bits(setup, 14, 14) == 0;
  t.y = bits(setup, 13, 7);
  t.x = bits(setup, 6, 3);
  decode_width(bits(setup, 2, 0), t);
  // 16 bits of STRIDE are in effect (docs/videocore4.md, Open questions 18), from the end of a row to the
  // next start.
  t.memory_pitch = t.row_length * t.element_bytes() + bits(stride, 15, 0);
  const bool block_mode = bits(stride, 16, 16) != 0;  // docs/videocore4.md, Open questions 33
  t.vpm_pitch = block_mode ? pitch_in_block_mode(t) : 1;
  t.pitch_unit = t.vertical ? DmaTransfer::PitchUnit::columns : DmaTransfer::PitchUnit::rows;
  return t;
}

std::vector<BusRange> memory_of(const DmaTransfer& transfer) {
  std::vector<BusRange> result;
  const std::uint64_t bytes = std::uint64_t{transfer.row_length} * transfer.element_bytes();
  for (unsigned row = 0; row < transfer.rows; ++row) {
    const std::uint64_t begin = (transfer.memory + row * transfer.memory_pitch).value();
    result.push_back({begin, begin + bytes});
  }
  return result;
}

DmaTransfer row_of(const DmaTransfer& transfer, unsigned row) {
  const Start start = start_of_row(transfer, row);
  DmaTransfer result = transfer;
  result.memory = transfer.memory + row * transfer.memory_pitch;
  result.rows = 1;
  result.y = start.y;
  result.x = start.x;
  result.part = start.part;
  return result;
}

std::optional<BusAddress> run_dma_load(const DmaTransfer& t, const BusMap& memory, VpmMemory& vpm) {
  const std::uint32_t bytes = t.row_length * t.element_bytes();
  for (unsigned row = 0; row < t.rows; ++row) {
    const BusAddress address = t.memory + row * t.memory_pitch;
    if (const std::byte* host = memory.host(address, bytes)) {
      load_row(t, row, host, vpm);
      continue;
    }
    RowBuffer buffer;
    if (auto unmapped = buffer.gather(memory, address, bytes)) return unmapped;
    load_row(t, row, buffer.data(), vpm);
  }
  return std::nullopt;
}

std::optional<BusAddress> run_dma_store(const DmaTransfer& t, const BusMap& memory, const VpmMemory& vpm) {
  const std::uint32_t bytes = t.row_length * t.element_bytes();
  for (unsigned row = 0; row < t.rows; ++row) {
    const BusAddress address = t.memory + row * t.memory_pitch;
    if (std::byte* host = memory.host_to_write(address, bytes)) {
      store_row(t, row, host, vpm);
      continue;
    }
    RowBuffer buffer;
    store_row(t, row, buffer.data(), vpm);
    if (auto unmapped = buffer.scatter(memory, address, bytes)) return unmapped;
  }
  return std::nullopt;
}

}  // namespace quadcl::qpu::emulator
