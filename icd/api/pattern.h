// SPDX-License-Identifier: Apache-2.0
// Shared by the commands that fill memory with a pattern.
#pragma once

#include <array>
#include <cstddef>

#include "icd/base/opencl.h"

namespace quadcl::icd {

class Pattern {
 public:
  /// CL_INVALID_VALUE if bytes is NULL, or its size is not a power of two up to 128 (the size of a long16),
  /// or does not divide `offset` and `length`.
  static cl_int check(const void* bytes, std::size_t size, std::size_t offset, std::size_t length);

  /// Copies bytes that `check` has accepted.
  Pattern(const void* bytes, std::size_t size);

  void fill(std::byte* target, std::size_t length) const;

 private:
  static constexpr std::size_t kMaxSize = 128;
  std::array<std::byte, kMaxSize> bytes_{};
  std::size_t size_;
};

}  // namespace quadcl::icd
