// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace quadcl {

/// Three states of one output buffer: before a launch, after the built-in kernel, and after the kernel that
/// it replaces. All have the same size.
struct Outputs {
  std::span<const std::byte> before;
  std::span<const std::byte> builtin;
  std::span<const std::byte> source;
};

/// The offset of the first word that differs between `builtin` and `source` and for which `is_close(offset)`
/// is false.
template <typename IsClose>
std::optional<std::uint64_t> first_difference(const Outputs& outputs, IsClose is_close) {
  constexpr std::size_t kWord = 4;
  for (std::size_t offset = 0; offset + kWord <= outputs.source.size(); offset += kWord) {
    const bool same = std::memcmp(&outputs.builtin[offset], &outputs.source[offset], kWord) == 0;
    if (!same && !is_close(offset)) return offset;
  }
  return {};
}

}  // namespace quadcl
