// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace kernel_test {

/// The device under test, one context and one in-order queue on it. QUADCL_TEST_DEVICE chooses the device of
/// the QuadCL platform by number: 0 is the QPU, 1 the CPU.
class Machine {
 public:
  Machine();

  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;

  cl::Kernel kernel(const std::string& name) const;

  template <typename T>
  cl::Buffer upload(const std::vector<T>& values) {
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, values.size() * sizeof(T));
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data());
    return buffer;
  }

  template <typename T>
  std::vector<T> download(const cl::Buffer& buffer, std::size_t count) {
    std::vector<T> values(count);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data());
    return values;
  }

  /// Launches and waits; `offset` and `global` are {columns, rows}.
  void launch(const cl::Kernel& kernel, cl::NDRange offset, cl::NDRange global);
};

/// One for all tests of the process.
Machine& machine();

/// Reproducible values in [-1, 1].
std::vector<float> random_floats(std::size_t count, std::uint32_t seed);

}  // namespace kernel_test
