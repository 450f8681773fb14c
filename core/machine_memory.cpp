// SPDX-License-Identifier: Apache-2.0
#include "core/machine_memory.h"

#include <unistd.h>

namespace quadcl {

std::uint64_t machine_memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGE_SIZE);
  return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
                               : std::uint64_t{1} << 29;
}

}  // namespace quadcl
