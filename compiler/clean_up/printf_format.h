// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

#include <string>
#include <vector>

namespace quadcl::compiler {

/// What a format of printf has that OpenCL C does not (section 6.15.14), and what becomes of it.
std::vector<std::string> problems_of_format(llvm::StringRef format);

}  // namespace quadcl::compiler
