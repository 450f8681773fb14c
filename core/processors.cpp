// SPDX-License-Identifier: Apache-2.0
#include "core/processors.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace quadcl {

unsigned usable_processors() {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof(processors), &processors) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&processors)));
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace quadcl
