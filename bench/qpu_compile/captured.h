// SPDX-License-Identifier: Apache-2.0
//
// Launches of other programs, which tools/replay captured, as cases.
#pragma once

#include <filesystem>

#include "bench/qpu_compile/workload.h"

namespace qpu_compile_bench {

struct Captured {
  std::string name, source, options;
  Case a_case;  ///< its `expected` is not set
  /// The arrays after the launch on QuadCL's CPU device.
  kernel_bench::Arrays expected;
};

/// Throws std::runtime_error if the capture cannot be used, and cl::Error.
Captured read_captured(const std::filesystem::path& folder);

}  // namespace qpu_compile_bench
