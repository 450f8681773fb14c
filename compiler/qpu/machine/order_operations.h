// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// Of operations that let the live values grow, which comes first where there are many: that on the longest
/// way, that of the first of the rows that run together, or the first one of the code.
enum class AmongGrowing : std::uint8_t { by_height, by_row, as_written };

/// Orders the operations of each block, still with virtual registers: requests to TMUs early, their results
/// as late as they are needed. With more than `most_live` values, those operations come first that end some.
void order_operations(Code& code, int most_live, AmongGrowing among = AmongGrowing::by_height);

}  // namespace quadcl::compiler::qpu
