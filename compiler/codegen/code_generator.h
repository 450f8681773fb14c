// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/codegen/link.h"
#include "compiler/passes/pass_runner.h"

namespace quadcl::compiler {

/// Makes code of a module in work-group form, for one kind of processor. Its passes are rows of pipeline.cpp.
class CodeGenerator {
 public:
  CodeGenerator() = default;
  CodeGenerator(const CodeGenerator&) = delete;
  CodeGenerator& operator=(const CodeGenerator&) = delete;
  virtual ~CodeGenerator() = default;

  /// Makes the program one for this processor: its name and how it lays out data. Before any pass.
  virtual void prepare(llvm::Module& module) const = 0;
  /// Whether the processor converts between half and float.
  virtual bool converts_halves() const = 0;
  /// What the generator's passes run under.
  virtual PassSettings settings() const = 0;
  /// Code of the module after those passes. Empty on failure, with the reason appended to `log`.
  virtual ObjectCode emit(llvm::Module& module, std::string& log) = 0;
  /// Puts the code of all parts of a program together. Empty on failure, with the reason appended to `log`.
  virtual std::vector<std::byte> link(const std::vector<ObjectCode>& objects, std::string& log) = 0;
};

}  // namespace quadcl::compiler
