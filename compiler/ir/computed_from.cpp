// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/computed_from.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler {
namespace {

constexpr std::size_t kMostFollowed = 64;

}  // namespace

bool is_computed_from(const llvm::Value& value, llvm::function_ref<bool(const llvm::Instruction&)> is_inside,
                      llvm::function_ref<bool(const llvm::Instruction&)> is_wanted, bool if_unknown) {
  llvm::SmallPtrSet<const llvm::Value*, 16> seen;
  llvm::SmallVector<const llvm::Value*> open{&value};
  while (!open.empty() && seen.size() < kMostFollowed) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (instruction == nullptr || !is_inside(*instruction) || !seen.insert(instruction).second) continue;
    if (is_wanted(*instruction)) return true;
    open.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return open.empty() ? false : if_unknown;
}

}  // namespace quadcl::compiler
