// SPDX-License-Identifier: Apache-2.0
#include "icd/api/pattern.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace quadcl::icd {

cl_int Pattern::check(const void* bytes, std::size_t size, std::size_t offset, std::size_t length) {
  if (bytes == nullptr || !std::has_single_bit(size) || size > kMaxSize) return CL_INVALID_VALUE;
  return offset % size == 0 && length % size == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
}

Pattern::Pattern(const void* bytes, std::size_t size) : size_(size) {
  std::memcpy(bytes_.data(), bytes, size);
}

void Pattern::fill(std::byte* target, std::size_t length) const {
  if (length == 0) return;
  std::memcpy(target, bytes_.data(), size_);
  // Each copy doubles the filled part: few calls for any pattern.
  for (std::size_t done = size_; done < length;) {
    const std::size_t step = std::min(done, length - done);
    std::memcpy(target + done, target, step);
    done += step;
  }
}

}  // namespace quadcl::icd
