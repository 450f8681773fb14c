// SPDX-License-Identifier: Apache-2.0
//
// What both compilers compile, and what any program for it must do at least.
#pragma once

#include <span>
#include <string>

#include "bench/kernels/benchmark.h"

namespace qpu_compile_bench {

using kernel_bench::Array;
using kernel_bench::Case;

/// The operations that a program cannot do without, of all work-items together. Those that compute addresses
/// and count loops are not among them. Where work-items of a row of 16 leave a loop at different times, all
/// count with the last: each is a lane.
struct Operations {
  double adds = 0;        ///< that only the add ALU can do
  double multiplies = 0;  ///< that only the multiply ALU can do
  double either = 0;      ///< minima, maxima
  double special = 0;     ///< reciprocals, roots, exponentials, logarithms
  double lookups = 0;     ///< loads of the source whose addresses differ between neighbours
};

struct Particulars {
  bool updates = false;  ///< arrays that are written are read, too
  double differing = 0;  ///< share of the elements that may be wrong: where arithmetic decides of jumps
  double tolerance = 0;  ///< relative to the largest magnitude; at least that of the case holds
  std::size_t peer_items =
      0;  ///< work-items of a group on the peer, if the kernel takes any number; 0: as it is
};

struct Workload {
  const char* name = "";
  const char* kernels = "";  ///< a file in the folder of kernels, or OpenCL C text
  const char* options = "";
  std::uint32_t size = 0, quick = 0;
  Case (*make)(std::uint32_t size) = nullptr;
  /// From the size and the result; null if not counted. Then there are no bounds.
  Operations (*operations)(double size, const Array& result) = nullptr;
  Particulars particulars = {};

  bool is_file() const { return std::string_view(kernels).ends_with(".cl"); }
};

std::span<const Workload> all_workloads();

}  // namespace qpu_compile_bench
