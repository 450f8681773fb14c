// SPDX-License-Identifier: Apache-2.0
#include "icd/api/pattern.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "icd/base/copy.h"

namespace quadcl::icd {
namespace {

/// Bytes that are filled first; a multiple of every pattern's size.
constexpr std::size_t kBlock = 16384;

}  // namespace

cl_int Pattern::check(const void* bytes, std::size_t size, std::size_t offset, std::size_t length) {
  if (bytes == nullptr || !std::has_single_bit(size) || size > kMaxSize) return CL_INVALID_VALUE;
  return offset % size == 0 && length % size == 0 ? CL_SUCCESS : CL_INVALID_VALUE;
}

Pattern::Pattern(const void* bytes, std::size_t size) : size_(size) {
  std::memcpy(bytes_.data(), bytes, size);
}

void Pattern::fill(std::byte* target, std::size_t length) const {
  if (length == 0) return;
  const std::size_t first = std::min(length, kBlock);
  std::memcpy(target, bytes_.data(), size_);
  // Each copy doubles the filled part: few calls for any pattern.
  for (std::size_t done = size_; done < first;) {
    const std::size_t step = std::min(done, first - done);
    std::memcpy(target + done, target, step);
    done += step;
  }
  // The others are copies of the first block, which stays in the cache.
  in_parts((length - first + kBlock - 1) / kBlock, kBlock, [=](std::size_t begin, std::size_t end) {
    for (std::size_t at = (begin + 1) * kBlock; at < std::min(length, (end + 1) * kBlock); at += kBlock)
      std::memcpy(target + at, target, std::min(kBlock, length - at));
  });
}

}  // namespace quadcl::icd
