// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Where a loop ends with a branch out of it, operations without effect on a path back, and a jump: moves the
/// operations before the branch, which then goes back itself. Only for those whose results nobody needs who
/// leaves the loop.
void join_latches(Code& code);

}  // namespace quadcl::compiler::qpu
