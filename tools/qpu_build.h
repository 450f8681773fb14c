// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compiler_client/plugin.h"
#include "core/program_image.h"

namespace quadcl::tools {

/// A program in OpenCL C with code for QPUs.
struct QpuBuild {
  quadcl_compiler_status status = QUADCL_FAILED;
  std::string log;               ///< of the build, or why the compiler cannot be used
  std::vector<std::byte> image;  ///< empty unless the status is QUADCL_OK

  /// A new copy with each call: what is loaded for one set of QPUs is not for another.
  Result<ProgramImage> program() const;
};

/// Calls the compiler's plugin at that path.
QpuBuild build_for_qpus(const std::string& compiler, const std::string& source, const std::string& options,
                        QpuRules profile);

}  // namespace quadcl::tools
