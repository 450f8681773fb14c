// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/recognise/memory/environment.h"
#include "compiler/recognise/memory/memory.h"
#include "compiler/recognise/values/integers.h"

namespace quadcl::compiler::recognise {

/// What the instructions of a work-item read and change, and the tables that values refer to.
struct MachineParts {
  MachineParts(const llvm::DataLayout& layout, Symbols& symbols, Expressions& expressions)
      : symbols(symbols),
        expressions(expressions),
        integers(path, symbols, expressions),
        memory(layout, path, integers, symbols, expressions),
        environment(layout, memory.objects, symbols, expressions) {}
  MachineParts(const MachineParts&) = delete;

  Symbols& symbols;
  Expressions& expressions;
  Path path;  ///< where the work-item is now
  Integers integers;
  Memory memory;
  Environment environment;
};

}  // namespace quadcl::compiler::recognise
