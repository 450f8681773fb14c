// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Orders the operations of each block, still with virtual registers: requests to TMUs early, their results
/// as late as they are needed. With more than `most_live` values, those operations come first that end some.
void order_operations(Code& code, int most_live);

}  // namespace quadcl::compiler::qpu
