// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "compiler/target/target_model.h"
#include "core/host_target.h"
#include "core/kernel_image.h"
#include "core/launch/launch_facts.h"
#include "core/options.h"

namespace quadcl::compiler {

/// What the pipeline's steps ask of the target, besides what the code generator's analyses know.
struct TargetFacts {
  bool fuses = false;               ///< HostTarget::fuses
  bool fuses_numbers_only = false;  ///< HostTarget::fuses_numbers_only
  bool estimates_roots = false;     ///< HostTarget::estimates_roots
  bool converts_halves = false;     ///< HostTarget::converts_halves
  bool narrows_doubles = false;     ///< whether floats may take the place of doubles
  bool keeps_lines = false;         ///< of the source, with each instruction
  std::string tuned_for;            ///< HostTarget::tuned_for
  TargetModel model;                ///< of that processor
};

struct PassChanges;  // compiler/pass_runner.h

/// A version of a kernel for images of certain formats (work_group/versions/format_versions.h).
struct FormatVersion {
  KernelImage* of;
  KernelImage image;
  std::vector<LaunchFact> facts;  ///< of the kernel's arguments
};

/// Inputs of the pipeline's steps besides the IR, and their findings.
struct Compilation {
  /// The images of the module's kernels, in the module's order. Recognition and work-group form write their
  /// findings there.
  std::vector<KernelImage*> images;
  std::vector<LaunchFact> facts;              ///< what is known of launches of the only kernel; may be empty
  bool has_format_versions = true;            ///< whether kernels get versions for common formats
  std::deque<FormatVersion> format_versions;  ///< of these kernels; their images follow in `images`
  bool optimise = true;
  bool recognise = false;  ///< whether to look for kernels that a built-in kernel can replace
  Vectorise vectorise = Vectorise::off;
  TargetFacts target;
  std::string without;              ///< the name of a row of the pipeline to leave out; for benches
  PassChanges* changes = nullptr;   ///< counted if it is not null; for benches
  bool has_huge_functions = false;  ///< whether something was too large to be optimised
};

TargetFacts facts_of(const HostTarget& target);

}  // namespace quadcl::compiler
