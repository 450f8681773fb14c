// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace quadcl::tools::simulated {

/// Where the program has mapped something of the board.
struct MappedPart {
  std::byte* start = nullptr;  ///< null: the row is free
  std::size_t size = 0;
  int connection = -1;         ///< keeps what is mapped alive
  bool is_registers = false;   ///< or memory
  std::uint32_t buffer = 0;    ///< its number; 0: none
  std::uint64_t physical = 0;  ///< of registers

  bool contains(const void* address) const {
    const auto* const at = static_cast<const std::byte*>(address);
    return start != nullptr && at >= start && at < start + size;
  }
};

/// False: there are too many.
bool remember(const MappedPart& part);
/// The part with the address. False: there is none.
bool find_mapped(const void* address, MappedPart& part);
/// The address of a buffer; null if it is not mapped.
std::byte* address_of_buffer(std::uint32_t buffer);
/// Forgets what lies in a range that is not mapped any more.
void forget(const void* start, std::size_t size);

}  // namespace quadcl::tools::simulated
