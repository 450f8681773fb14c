// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl::tools {

/// A library that is installed with the tools, or lies in their build folder.
std::string library_path(const char* name);

/// Where the OpenCL C compiler is, if it is installed.
std::string compiler_path();

}  // namespace quadcl::tools
