// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/instructions.h"
#include "compiler/recognise/follow/machine_parts.h"

namespace quadcl::compiler::recognise {

/// Executes the instructions of a work-item, without knowledge of control flow.
struct Machine : MachineParts {
  Machine(const llvm::DataLayout& layout, Symbols& symbols, Expressions& expressions)
      : MachineParts(layout, symbols, expressions), instructions(*this, layout) {}

  Instructions instructions;
};

}  // namespace quadcl::compiler::recognise
