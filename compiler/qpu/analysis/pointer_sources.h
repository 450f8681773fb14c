// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include <string>

namespace quadcl::compiler::qpu {

/// Of a load, a store or an atomic operation; null for everything else.
const llvm::Value* accessed_pointer(const llvm::Instruction& instruction);

/// The image that the texture unit looks up; null for everything else.
const llvm::Value* looked_up_image(const llvm::Instruction& instruction);

/// The objects that a pointer may point into: arguments, variables, or what else it comes from. Also those of
/// a pointer that was made of a number, if the number was made of pointers.
llvm::SmallVector<const llvm::Value*, 4> objects_of(const llvm::Value& pointer);

/// Why the kernel's pointers cannot be those of QPUs: in memory, they are addresses of the host. Empty if
/// they can.
std::string pointer_problem(llvm::Function& kernel);

}  // namespace quadcl::compiler::qpu
