// SPDX-License-Identifier: Apache-2.0
//
// Who runs a benchmark: a device of OpenCL, or plain C++.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {

/// A case made ready to run on one contestant.
class Prepared {
 public:
  virtual ~Prepared() = default;
  /// Puts the arrays that a run changes back to what they were. Not part of what is measured.
  virtual void restore() = 0;
  /// One run, finished when the call returns.
  virtual void run() = 0;
  virtual Array result() = 0;
};

class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual const std::string& name() const = 0;
  /// Throws with a message if the case cannot run here. `a_case` has to outlive what is returned.
  virtual std::unique_ptr<Prepared> prepare(const Benchmark& benchmark, const Case& a_case) = 0;
};

using Contestants = std::vector<std::unique_ptr<Contestant>>;

std::unique_ptr<Contestant> make_plain_contestant();

/// Every device with a compiler, in the order of the loader. Kernels are read from `folder`.
Contestants make_device_contestants(const std::string& folder);

}  // namespace kernel_bench
