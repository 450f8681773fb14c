// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Takes away operations that clear bits which are clear, or that an operation before in the block has
/// cleared. Numbers of less than 32 bits have any bits above, which each use clears.
void drop_repeated_masks(Code& code);

}  // namespace quadcl::compiler::qpu
