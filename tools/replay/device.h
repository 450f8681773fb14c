// SPDX-License-Identifier: Apache-2.0
//
// A captured launch on one device.
#pragma once

#include <CL/opencl.hpp>

#include "tools/replay/capture.h"

namespace replay {

class PreparedLaunch {
 public:
  /// `capture` must outlive this. Builds with `options` besides the capture's. Throws cl::Error; a build may
  /// take seconds.
  PreparedLaunch(const cl::Device& device, const Capture& capture, const std::string& options = "");

  /// Writes the captured content into the buffers whose numbers are given.
  void restore(const std::vector<std::size_t>& numbers);

  /// One launch; the seconds from the enqueue to the end of clFinish.
  double run();

  Bytes content(std::size_t buffer);

  /// The type of the elements of a buffer as the kernel declares it, such as "float4"; empty if unknown.
  std::string element_type(std::size_t buffer) const;

 private:
  void make_buffers();
  void set_arguments();

  const Capture& capture_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Kernel kernel_;
  std::vector<cl::Buffer> buffers_;
};

}  // namespace replay
