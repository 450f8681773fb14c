// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/pass_runner.h"

namespace quadcl::compiler {

/// A relocatable object file.
using ObjectCode = llvm::SmallVector<char, 0>;

/// Makes code from a module in work-group form, for one kind of processor. Its passes are rows of
/// pipeline.cpp.
class CodeGenerator {
 public:
  CodeGenerator() = default;
  CodeGenerator(const CodeGenerator&) = delete;
  CodeGenerator& operator=(const CodeGenerator&) = delete;
  virtual ~CodeGenerator() = default;

  /// Sets the processor's triple and data layout. Call it before all passes.
  virtual void prepare(llvm::Module& module) const = 0;
  /// The environment of the generator's passes.
  virtual PassSettings settings() const = 0;
  /// The code of the module after these passes. Empty on failure, with the reason appended to `log`.
  virtual ObjectCode emit(llvm::Module& module, std::string& log) = 0;
  /// Joins the code of all parts of a program. Empty on failure, with the reason appended to `log`.
  virtual std::vector<std::byte> link(const std::vector<ObjectCode>& objects, std::string& log) = 0;
};

}  // namespace quadcl::compiler
