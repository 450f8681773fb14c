// SPDX-License-Identifier: Apache-2.0
//
// The kernels of this folder with their data: each runs on a device and compares the results with those of
// references.h.
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> shades;  // of grey
};

struct Outcome {
  std::vector<cl::Event> launches;
  double bytes = 0;       // of the buffers that the launches read and write, each counted once a launch
  std::string deviation;  // from the reference
  bool passed = false;
  Picture picture;
};

struct Workload {
  std::string name;  // of the kernel and of its file
  std::function<Outcome(const cl::Context&, const cl::CommandQueue&, cl::Kernel)> run;
};

// `size`: rows and columns of the pictures.
std::vector<Workload> all_workloads(int size);
