// SPDX-License-Identifier: Apache-2.0
#include "core/machine_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace quadcl {
namespace {

/// The other half of the addresses is for code, stacks, the arena of the QPUs, and the kernel.
constexpr std::uint64_t kMostOfAddresses = std::numeric_limits<std::size_t>::max() / 2 + 1;

}  // namespace

std::uint64_t machine_memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page <= 0) return std::uint64_t{1} << 29;
  return std::min(static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page), kMostOfAddresses);
}

}  // namespace quadcl
