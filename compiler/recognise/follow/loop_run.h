// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/walk.h"

namespace quadcl::compiler::recognise {

/// Runs a loop. If it has a small constant number of iterations, each is followed; else LoopSummary follows
/// only one.
Arrival run_loop(const llvm::Loop& loop, const PhiValues& entry, Machine& machine, Walk& walk);

}  // namespace quadcl::compiler::recognise
