// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace llvm {
class BasicBlock;
class Instruction;
}  // namespace llvm

namespace quadcl::compiler {

struct Row;

/// Times that an iteration of the row runs a loop, for estimates.
inline constexpr double kIterations = 8;

/// How often the block runs in an iteration of the row, for estimates.
double weight_of(const llvm::BasicBlock& block, const Row& row);

/// Whether the instruction takes no time, or belongs to one that does.
bool is_free(const llvm::Instruction& instruction, const Row& row);

/// Whether the program, or a builtin function, says that the block hardly ever runs.
bool is_rare(const llvm::BasicBlock& block);

}  // namespace quadcl::compiler
