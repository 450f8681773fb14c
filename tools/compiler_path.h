// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl::tools {

/// The compiler's plugin: in the build folder that the tool is in, or where it is installed.
std::string compiler_path();

}  // namespace quadcl::tools
