// SPDX-License-Identifier: Apache-2.0
//
// The computations for the comparison.
#pragma once

#include <CL/opencl.hpp>
#include <functional>
#include <string>
#include <vector>

// A kernel with its arguments, ready to be launched any number of times.
struct Launch {
  cl::Kernel kernel;
  std::vector<cl::Buffer> buffers;  // a kernel does not keep its arguments alive
  cl::NDRange global, local = cl::NullRange;
  std::function<bool(const cl::CommandQueue&)> is_correct;  // checks the results of the last launch
};

struct Workload {
  std::string name;
  double operations;  // floating-point additions and multiplications
  double bytes;       // of all inputs and outputs, each counted once
  std::function<bool(const cl::Device&)> runs_on;
  std::function<Launch(const cl::Context&, const cl::Device&)> prepare;
};

// `size`: rows and columns of the matrices, a multiple of 64.
std::vector<Workload> all_workloads(std::size_t size);
