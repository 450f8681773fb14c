// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace quadcl::compiler {

/// The number of elements of a source vector, or of a structure that a function returns; 1 for a scalar.
unsigned element_count(const llvm::Type& type);

/// Whether it divides the bits of a vector into elements of another size.
bool regroups(const llvm::Instruction& instruction);

/// Whether it is a call of a function that prints.
bool prints(const llvm::Instruction& instruction);

/// Whether the active lanes run the instruction one after the other: atomic operations, volatile accesses.
bool takes_turns(const llvm::Instruction& instruction);

/// The type of the value that a load or store moves.
llvm::Type* type_of_access(const llvm::Instruction& access);
/// The size of one of its elements.
std::uint64_t element_bytes(const llvm::Instruction& access);

}  // namespace quadcl::compiler
