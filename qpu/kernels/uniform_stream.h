// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/bus_address.h"

namespace quadcl::qpu {

/// Collects the words that one QPU reads as uniforms.
class UniformStream {
 public:
  void word(std::uint32_t value) { words_.push_back(value); }
  void real(float value) { words_.push_back(std::bit_cast<std::uint32_t>(value)); }
  void address(BusAddress value) { words_.push_back(value.value()); }

  /// Appends the bus address of a later word: the one behind the next `words` words.
  void address_past(std::uint32_t words) {
    relocations_.push_back(words_.size());
    words_.push_back(static_cast<std::uint32_t>((words_.size() + 1 + words) * 4));
  }

  std::size_t size_bytes() const { return words_.size() * 4; }

  /// Writes the finished stream to `target`, which QPUs see at `base`.
  void place(std::byte* target, BusAddress base) const;

 private:
  std::vector<std::uint32_t> words_;
  std::vector<std::size_t> relocations_;  ///< words that hold an offset into this stream
};

}  // namespace quadcl::qpu
