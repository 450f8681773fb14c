// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Argument.h>
#include <llvm/IR/IRBuilder.h>

namespace quadcl::compiler::qpu {

/// Words of a kernel's argument, as calls of kArgumentWordFunction where the kernel begins.
class ArgumentWords {
 public:
  explicit ArgumentWords(llvm::Argument& argument);

  /// A variable with the bytes of a struct.
  llvm::Value* variable(std::uint64_t bytes, llvm::Align align);
  llvm::Value* vector(llvm::FixedVectorType& type);
  /// An integer of 8 to 64 bits that begins at a bit of the argument.
  llvm::Value* number(std::uint64_t bit, unsigned bits);
  /// A pointer whose bits are the argument's first word.
  llvm::Value* pointer();

 private:
  llvm::Value* word(std::uint64_t number);

  llvm::IRBuilder<> build_;
  llvm::Argument& argument_;
  llvm::FunctionCallee function_;
};

}  // namespace quadcl::compiler::qpu
