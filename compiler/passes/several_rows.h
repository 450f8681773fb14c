// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/passes/pass.h"

namespace quadcl::compiler {

/// Marks the kernel if it gains by groups with several rows of work-items: in some loop, the rows load mostly
/// the same, but not only. Such rows go through the loop together (widen/jam_rows.h). Returns whether it
/// does.
bool mark_if_several_rows_gain(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses);

/// Whether the kernel is marked.
bool gains_by_several_rows(const llvm::Function& kernel);

}  // namespace quadcl::compiler
