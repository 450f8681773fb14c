// SPDX-License-Identifier: Apache-2.0
//
// A contestant runs benchmarks: an OpenCL device, or plain C++.
#pragma once

#include <chrono>
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
  /// One run, complete when the call returns. Returns its time in seconds.
  virtual double run() = 0;
  virtual Array result() = 0;
};

class Contestant {
 public:
  virtual ~Contestant() = default;
  virtual const std::string& name() const = 0;
  /// Throws with a message if the case cannot run here. `a_case` must outlive the result.
  virtual std::unique_ptr<Prepared> prepare(const Benchmark& benchmark, const Case& a_case) = 0;
};

/// The time of a call, in seconds.
template <typename Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

using Contestants = std::vector<std::unique_ptr<Contestant>>;

std::unique_ptr<Contestant> make_plain_contestant();

/// Every device with a compiler, in the order of the loader.
std::vector<std::string> device_names();

/// Sub-devices.
struct Parts {
  std::uint32_t units;       ///< compute units of each
  std::uint32_t copies = 1;  ///< their number; each runs the whole case, all at the same time
};

/// How kernels are built.
struct Build {
  std::string folder;   ///< of their files
  std::string options;  ///< besides those of all devices
};

/// One of these devices, or sub-devices of it. Throws if the device does not exist or cannot be divided so.
std::unique_ptr<Contestant> make_device_contestant(std::size_t number, const std::optional<Parts>& parts,
                                                   const Build& build);

}  // namespace kernel_bench
