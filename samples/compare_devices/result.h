// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "../common/kernel_time.h"

struct Result {
  std::string device, kernel;
  sample::KernelTime time;
  double operations = 0, bytes = 0;  // as in the workload
  bool passed = false;
};

// The parameters of a run, and its results.
struct Report {
  std::size_t size = 0;
  int repeats = 0;
  double chip_peak = 0;  // GFLOPS of the emulated chip; 0 if there is none
  std::vector<Result> results;
};

std::string to_json(const Report& report);
std::string to_html(const Report& report);
