// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

#include <span>
#include <vector>

#include "compiler/compilation.h"
#include "compiler/ir/image_functions.h"

namespace quadcl::compiler {

/// An image of a kernel that is accessed as one kind of colours.
struct FormatUse {
  static constexpr unsigned kUnknown = ~0u;  ///< for `argument`: the image is no argument of the kernel
  unsigned argument;
  ColourKind kind;
  bool operator==(const FormatUse&) const = default;
};

/// The images whose pixels the kernel accesses.
std::vector<FormatUse> format_uses(llvm::Function& kernel);

/// Tells the kernel what its images and samplers are. Accesses to pixels, which are calls of functions for
/// any format, become code for that format.
void know_handles(llvm::Function& kernel, std::span<const LaunchFact> facts,
                  llvm::FunctionAnalysisManager& analyses);

/// Tells all functions that nothing is known of the images they still ask for.
void know_no_more(llvm::Module& module);

/// Tells LLVM that nothing changes the sizes and the format of an image during a launch.
void mark_loads_of_images(llvm::Function& kernel);

}  // namespace quadcl::compiler
