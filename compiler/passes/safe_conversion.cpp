// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/safe_conversion.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler {
namespace {

bool passes_integers_on(const llvm::Instruction& instruction) {
  if (!instruction.getType()->isIntOrIntVectorTy()) return false;
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::PHINode, llvm::FreezeInst,
                   llvm::IntrinsicInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                   llvm::ShuffleVectorInst>(instruction);
}

/// Whether an address is computed from the value.
bool is_index(const llvm::Instruction& value) {
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen{&value};
  llvm::SmallVector<const llvm::Instruction*> open{&value};
  while (!open.empty()) {
    for (const llvm::User* user : open.pop_back_val()->users()) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (llvm::isa<llvm::GetElementPtrInst>(instruction)) return true;
      if (passes_integers_on(*instruction) && seen.insert(instruction).second) open.push_back(instruction);
    }
  }
  return false;
}

void saturate(llvm::Instruction& conversion) {
  const bool is_signed = llvm::isa<llvm::FPToSIInst>(conversion);
  llvm::Value* number = conversion.getOperand(0);
  llvm::Value* result =
      llvm::IRBuilder<>(&conversion)
          .CreateIntrinsic(is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                           {conversion.getType(), number->getType()}, {number});
  conversion.replaceAllUsesWith(result);
  conversion.eraseFromParent();
}

void freeze(llvm::Instruction& conversion) {
  llvm::Value* fixed = llvm::IRBuilder<>(conversion.getNextNode()).CreateFreeze(&conversion);
  conversion.replaceUsesWithIf(fixed, [&](const llvm::Use& use) { return use.getUser() != fixed; });
}

}  // namespace

void make_conversions_safe(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) continue;
      if (is_index(instruction)) {
        saturate(instruction);
      } else {
        freeze(instruction);
      }
    }
  }
}

}  // namespace quadcl::compiler
