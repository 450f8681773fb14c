// SPDX-License-Identifier: Apache-2.0
//
// The time of programs without a pass beside their time with it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/passes/programs.h"

namespace passes_bench {

struct Timing {
  std::string prefix;         ///< words before the commands that time, such as "chrt -r 5 taskset -c 1"
  std::string device = "1";   ///< as kernel_bench and replay number them
  std::string size = "full";  ///< of kernel_bench
  unsigned rounds = 11;
};

/// By the program's name: its time without the pass as a multiple of that with it, as a median over a few
/// rounds in which both run in turn. A program that seems to move by a percent is timed again, with all
/// rounds, and the smaller move counts. Programs that fail are named on standard error and are not in the
/// result.
std::map<std::string, double> time_ratios(const std::vector<Program>& programs, const std::string& pass,
                                          const Timing& timing);

}  // namespace passes_bench
