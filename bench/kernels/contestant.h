// SPDX-License-Identifier: Apache-2.0
//
// A contestant runs benchmarks: an OpenCL device, or plain C++.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {

/// A case made ready to run on one contestant.
class Prepared {
 public:
  virtual ~Prepared() = default;
  /// Restores the arrays that a run changes. Not measured.
  virtual void restore() = 0;
  /// One run, complete when the call returns.
  virtual void run() = 0;
  virtual Array result() = 0;
};

class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual const std::string& name() const = 0;
  /// Throws with a message if the case cannot run here. `a_case` must outlive the result.
  virtual std::unique_ptr<Prepared> prepare(const Benchmark& benchmark, const Case& a_case) = 0;
};

using Contestants = std::vector<std::unique_ptr<Contestant>>;

std::unique_ptr<Contestant> make_plain_contestant();

/// Every device with a compiler, in the order of the loader.
std::vector<std::string> device_names();

/// One of these devices, or a sub-device of it with so many of its compute units (none: all). Kernels are
/// read from `folder`. Throws if the device does not exist or cannot be divided so.
std::unique_ptr<Contestant> make_device_contestant(std::size_t number, std::optional<std::uint32_t> units,
                                                   const std::string& folder);

}  // namespace kernel_bench
