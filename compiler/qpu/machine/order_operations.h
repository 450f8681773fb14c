// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Orders the operations of each block, still with virtual registers: requests to TMUs early, their results
/// as late as they are needed. With more than `most_live` values, those operations come first that end some,
/// and `by_row` those of the first of the rows that run together.
void order_operations(Code& code, int most_live, bool by_row = false);

}  // namespace quadcl::compiler::qpu
