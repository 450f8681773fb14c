// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernel_language.h"

namespace quadcl::test {

struct RandomKernel {
  Statement body;
  unsigned places;                        ///< in memory, of each work-item
  std::uint32_t local, items, parameter;  ///< of its launch
  std::uint32_t width;  ///< of the rows, for a launch in two dimensions; 0 for one dimension
};
RandomKernel random_kernel(unsigned seed);

}  // namespace quadcl::test
