// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/Analysis/TargetTransformInfo.h>

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {

/// Adds a loop that runs `row.lanes` iterations at once, before the row, which runs the rest.
void widen_row(const Row& row, llvm::ScalarEvolution& evolution, const llvm::TargetTransformInfo& target);

}  // namespace quadcl::compiler
