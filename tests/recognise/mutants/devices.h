// SPDX-License-Identifier: Apache-2.0
// Builds and runs kernels on one of the devices, as any OpenCL program does.
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "mutants/launch_plan.h"

namespace recognise_test {

struct Launched {
  cl_int error = CL_SUCCESS;
  bool on_qpu = false;
  std::vector<std::vector<std::uint32_t>> buffers;  ///< with their margins
};

class Machine {
 public:
  /// Throws cl::Error if the QuadCL platform has no such device.
  explicit Machine(cl_device_type type);

  /// The first kernel of the program; empty if it does not build. Keeps the programs built last, since the
  /// launches of a kernel follow each other.
  std::optional<cl::Kernel> build(const std::string& source, const std::string& options);
  /// Runs the kernel to its end. `margin` chooses the contents of the margins.
  Launched run(cl::Kernel kernel, const LaunchPlan& plan, unsigned margin = 0);

 private:
  struct Built {
    std::string source, options;
    std::optional<cl::Kernel> kernel;
  };

  std::optional<cl::Kernel> build_anew(const std::string& source, const std::string& options) const;

  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
  std::deque<Built> built_;
};

/// Whether the kernel's launches may run on the QPUs.
bool is_recognised(const cl::Kernel& kernel);

}  // namespace recognise_test
