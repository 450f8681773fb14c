// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/follow/instructions.h"
#include "compiler/recognise/memory/environment.h"
#include "compiler/recognise/memory/memory.h"
#include "compiler/recognise/values/integers.h"

namespace quadcl::compiler::recognise {

/// The parts that execute the instructions of a work-item, without knowledge of control flow, and the tables
/// that values refer to.
struct Machine {
  Machine(const llvm::DataLayout& layout, Symbols& symbols, Expressions& expressions)
      : symbols(symbols),
        expressions(expressions),
        integers(path, symbols, expressions),
        memory(layout, path, integers, symbols, expressions),
        environment(layout, memory.objects, symbols, expressions),
        instructions(*this, layout) {}
  Machine(const Machine&) = delete;

  Symbols& symbols;
  Expressions& expressions;
  Path path;  ///< where the work-item is now
  Integers integers;
  Memory memory;
  Environment environment;
  Instructions instructions;
};

}  // namespace quadcl::compiler::recognise
