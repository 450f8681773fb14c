// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/BitVector.h>

#include <cstdint>
#include <vector>

#include "compiler/qpu/machine/code.h"
#include "compiler/qpu/machine/interference.h"

namespace quadcl::compiler::qpu {

/// Changes the registers of values in the innermost loops, one after the other, as long as the packed code
/// becomes shorter. `fixed` values keep theirs.
void improve_registers(const Code& code, const Interference& interference, const llvm::BitVector& fixed,
                       std::vector<std::uint32_t>& registers);

}  // namespace quadcl::compiler::qpu
