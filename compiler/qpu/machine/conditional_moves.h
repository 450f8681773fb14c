// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Lets operations have a condition instead of the moves around them: one whose result is only moved where
/// the condition holds, and one with a number that is 0 in all other lanes, where 0 changes nothing.
void drop_conditional_moves(Code& code);

}  // namespace quadcl::compiler::qpu
