// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>

namespace quadcl::compiler {

/// (image): what a version of a kernel knows of its format (work_group/versions/format_versions.h), by
/// ColourKind. No library defines these functions.
inline constexpr const char* kFormatOfFunctions[] = {"_Z18quadcl_format_of_fPU3AS1K12quadcl_image",
                                                     "_Z19quadcl_format_of_uiPU3AS1K12quadcl_image"};

/// Part of the names of functions that the library defines for pixels of any format.
inline constexpr llvm::StringLiteral kAnyFormatFunctions = "quadcl_any_format_";

}  // namespace quadcl::compiler
