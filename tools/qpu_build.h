// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler_client/plugin.h"
#include "core/image_format.h"
#include "core/program_image.h"

namespace quadcl::tools {

/// What kernels for QPUs are compiled for, where they take images: the format of all of them. They lie as
/// texture units take them if that format allows it. Samplers that are arguments are `kSampler`.
struct ImageUse {
  ChannelOrder order = ChannelOrder::RGBA;
  ChannelType type = ChannelType::UNORM_INT8;

  static constexpr std::uint32_t kSampler = QUADCL_SAMPLER_CLAMP_TO_EDGE | QUADCL_SAMPLER_NEAREST;
  LaunchFact fact_of(const KernelArgument& argument) const;
};

/// A program in OpenCL C with code for QPUs.
struct QpuBuild {
  quadcl_compiler_status status = QUADCL_FAILED;
  std::string log;                                  ///< of the build, or why the compiler cannot be used
  std::vector<std::byte> image;                     ///< empty unless the status is QUADCL_OK
  std::vector<std::vector<std::byte>> with_images;  ///< a program for each kernel that takes images

  /// A new copy with each call: what is loaded for one set of QPUs is not for another.
  Result<ProgramImage> program() const;
};

/// Calls the compiler's plugin at that path.
QpuBuild build_for_qpus(const std::string& compiler, const std::string& source, const std::string& options,
                        QpuRules profile, const ImageUse& images = {});

}  // namespace quadcl::tools
