// SPDX-License-Identifier: Apache-2.0
#include "qpu/emulator/dma_limits.h"

#include <algorithm>

namespace quadcl::qpu::emulator {

namespace {

constexpr unsigned kBlockRows = 16;  ///< vertical addresses have the start of 16 rows

/// A number of bytes that was combined with the bits of the register, and the bits of it that count.
struct Distance {
  const char* name;
  std::uint32_t written;
  unsigned sign_bit;
  std::uint32_t kept;
};

std::string text_of(const Distance& distance) {
  const std::uint32_t sign = 1u << distance.sign_bit;
  const auto value = static_cast<std::int64_t>(distance.written & (sign - 1)) -
                     static_cast<std::int64_t>(distance.written & sign);
  return std::string(distance.name) + " of " + std::to_string(value) + " bytes becomes " +
         std::to_string(distance.kept);
}

/// The row behind the last one of a row of the transfer.
unsigned end_row(const DmaTransfer& row) {
  if (row.vertical) return row.y + row.row_words();
  return row.y + (row.x + row.row_words() - 1) / VpmMemory::kColumns + 1;
}

void find_past_vpm(const DmaTransfer& transfer, std::vector<DmaProblem>& problems) {
  unsigned end = 0;
  for (unsigned row = 0; row < transfer.rows; ++row) end = std::max(end, end_row(row_of(transfer, row)));
  if (end <= VpmMemory::kRows) return;
  problems.push_back({Rule::dma_past_vpm, "up to row " + std::to_string(end - 1)});
}

bool leaves_block(const DmaTransfer& row) {
  return row.y % kBlockRows + row.row_words() > kBlockRows || row.x >= VpmMemory::kColumns;
}

/// docs/videocore4.md, Open questions 35
void find_vertical_store(const DmaTransfer& store, std::vector<DmaProblem>& problems) {
  if (!store.vertical) return;
  for (unsigned row = 0; row < store.rows; ++row) {
    const DmaTransfer unit = row_of(store, row);
    if (!leaves_block(unit)) continue;
    problems.push_back({Rule::vertical_store_rows, std::to_string(store.rows) + " columns of " +
                                                       std::to_string(unit.row_words()) + " words" +
                                                       " from row " + std::to_string(store.y) + ", column " +
                                                       std::to_string(store.x)});
    return;
  }
}

}  // namespace

std::vector<DmaProblem> load_problems(const DmaTransfer& load, std::uint32_t setup, std::uint32_t stride) {
  std::vector<DmaProblem> problems;
  const bool by_register = (setup >> 24 & 15) == 0 && load.rows > 1;
  const std::uint32_t written = stride & 0x0fffffff;
  if (by_register && written != load.memory_pitch) {
    problems.push_back({Rule::dma_stride_overflow, text_of({"a pitch", written, 27, load.memory_pitch})});
  }
  find_past_vpm(load, problems);
  return problems;
}

std::vector<DmaProblem> store_problems(const DmaTransfer& store, std::uint32_t stride) {
  std::vector<DmaProblem> problems;
  constexpr std::uint32_t kWritten = 0x3fffffff, kBlockMode = 1u << 16, kKept = kBlockMode - 1;
  if (store.rows > 1 && (stride & kWritten & ~(kKept | kBlockMode)) != 0) {
    problems.push_back(
        {Rule::dma_stride_overflow, text_of({"a stride", stride & kWritten, 29, stride & kKept})});
  }
  find_past_vpm(store, problems);
  find_vertical_store(store, problems);
  return problems;
}

}  // namespace quadcl::qpu::emulator
