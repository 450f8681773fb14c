// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/target_model.h"
#include "core/kernel_image.h"
#include "core/options.h"

namespace quadcl::compiler {

/// Inputs of the pipeline's steps besides the IR, and their findings.
struct Compilation {
  /// The images of the module's kernels, in the module's order. Recognition and work-group form write their
  /// findings there.
  std::vector<KernelImage*> images;
  bool optimise = true;
  bool recognise = false;  ///< whether to look for kernels that a built-in kernel can replace
  Vectorise vectorise = Vectorise::off;
  bool fuses = true;                ///< HostTarget::fuses
  bool fuses_numbers_only = false;  ///< HostTarget::fuses_numbers_only
  bool estimates_roots = false;     ///< HostTarget::estimates_roots
  bool converts_halves = true;      ///< whether the processor has instructions for conversions of half
  bool narrows_doubles = false;     ///< whether floats may take the place of doubles in QPU code
  bool keeps_lines = false;         ///< of the source, with each instruction
  std::string tuned_for;            ///< HostTarget::tuned_for
  TargetModel model;                ///< of that processor
  bool has_huge_functions = false;  ///< whether something was too large to be optimised
};

}  // namespace quadcl::compiler
