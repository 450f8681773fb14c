// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "grid.h"

#include <CL/opencl.hpp>
#include <vector>

struct Run {
  std::vector<float> c;     // this rank's block
  double seconds = 0;       // from the first rank's start to the last one's end
  double busy_seconds = 0;  // time in which this rank's device ran kernels
};

// Collective over the grid. With `overlap`, the next panels travel while the device multiplies.
Run multiply(const Grid& grid, const LocalPart& part, const Problem& problem, const cl::Device& device,
             bool overlap);
