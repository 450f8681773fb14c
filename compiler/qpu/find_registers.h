// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {

// Registers for selected code, in the order of operations that saves most of them, or is the shortest. Each function
// returns how many registers are missing.

/// The innermost loops of full rows.
struct LoopsOfRows {
  std::size_t cost = 0;      ///< how long they take, as a guess: packed_cost
  std::size_t requests = 0;  ///< to TMUs
};
LoopsOfRows loops_of_rows(const Code& code, const Selected& selected);

/// Results that are used again take registers. Where there are too few, or little is used again, they are
/// computed again.
std::uint32_t find_registers_of_kernel(const Code& selected, Code& code);

/// Values that are needed far apart lie elsewhere in between: as few as possible. The first limit at which
/// the operations in their own order find registers is the one.
std::uint32_t spill_and_find_registers(Selected& selected, std::uint32_t missing, Code& code);

/// Registers for full rows: what their loops do not need lies elsewhere, if there are too few, or if another
/// order takes less time then.
std::uint32_t find_registers_of_rows(const Selected& selected, std::uint32_t missing, Code& code);

}  // namespace quadcl::compiler::qpu
