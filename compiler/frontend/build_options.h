// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host_target.h"

namespace quadcl::compiler {

/// A build option string (OpenCL 3.0 API, section 5.8.6), taken apart.
struct BuildOptions {
  std::vector<std::string> clang;  ///< what the front end is to be told, in its own spelling
  std::string standard = "CL1.2";  ///< OpenCL C version; 1.2 unless asked for (section 5.8.6.5)
  bool optimise = true;
  bool create_library = false;
  bool recognise = true;  ///< kernels that a built-in one can stand for
  HostTarget target;      ///< what the code is for; no option says it
};

/// Empty when the string holds anything that is not an option.
std::optional<BuildOptions> parse_build_options(std::string_view text);

}  // namespace quadcl::compiler
