// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Orders the operations of each block, still with virtual registers: requests to TMUs early, their results
/// as late as they are needed, and values close to their last use where registers are short.
void order_operations(Code& code);

}  // namespace quadcl::compiler::qpu
