// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/BitVector.h>

#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// The values that are live at the start and at the end of each block.
struct Liveness {
  std::vector<llvm::BitVector> in, out;
};

Liveness find_liveness(const Code& code);

/// Goes from below an operation to above it. A conditional write leaves its target alive.
void step_back(const Operation& operation, llvm::BitVector& live);

}  // namespace quadcl::compiler::qpu
