// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel_image.h"

namespace quadcl::compiler {

/// What the steps of the pipeline are told of a program beside its IR, and what they find out.
struct Compilation {
  /// Of the module's kernels, in its order. Recognition and the work-group form note there what they find.
  std::vector<KernelImage*> images;
  bool optimise = true;
  bool recognise = false;           ///< whether kernels that are built-in ones in other words are looked for
  bool converts_halves = true;      ///< whether the code generator's machine does
  bool has_huge_functions = false;  ///< whether something was too large to be optimised
};

}  // namespace quadcl::compiler
