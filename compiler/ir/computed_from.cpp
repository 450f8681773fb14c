// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/computed_from.h"

#include <llvm/IR/Instructions.h>

#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

constexpr std::size_t kMostFollowed = 64;

}  // namespace

bool is_computed_from(const llvm::Value& value, llvm::function_ref<bool(const llvm::Instruction&)> is_inside,
                      llvm::function_ref<bool(const llvm::Instruction&)> is_wanted, bool if_unknown) {
  Worklist<const llvm::Instruction*> open;
  const auto add = [&](const llvm::Value* one) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(one);
    if (instruction != nullptr && is_inside(*instruction)) open.add(instruction);
  };
  add(&value);
  while (!open.empty() && open.taken() < kMostFollowed) {
    const llvm::Instruction& instruction = *open.take();
    if (is_wanted(instruction)) return true;
    llvm::for_each(instruction.operand_values(), add);
  }
  return open.empty() ? false : if_unknown;
}

}  // namespace quadcl::compiler
