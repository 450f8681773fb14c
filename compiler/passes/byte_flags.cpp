// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/byte_flags.h"

#include <llvm/IR/IRBuilder.h>

#include "compiler/passes/barrier_regions.h"

namespace quadcl::compiler {
namespace {

/// Where the value must be there for its use.
llvm::Instruction* place_of(const llvm::Use& use) {
  auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
  return phi != nullptr ? phi->getIncomingBlock(use)->getTerminator() : user;
}

/// The uses in other blocks go by way of a byte. Two of a phi from one block must stay equal.
void make_byte(llvm::Instruction& bit) {
  llvm::SmallVector<llvm::Use*> uses;
  for (llvm::Use& use : bit.uses())
    if (place_of(use)->getParent() != bit.getParent()) uses.push_back(&use);
  llvm::IRBuilder<> builder(&*bit.getInsertionPointAfterDef().value());
  llvm::Value* byte = builder.CreateZExt(&bit, builder.getInt8Ty());
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> of_phis;
  for (llvm::Use* use : uses) {
    llvm::Instruction* place = place_of(*use);
    builder.SetInsertPoint(place);
    if (!llvm::isa<llvm::PHINode>(use->getUser())) {
      use->set(builder.CreateTrunc(byte, bit.getType()));
      continue;
    }
    llvm::Value*& known = of_phis[place->getParent()];
    if (known == nullptr) known = builder.CreateTrunc(byte, bit.getType());
    use->set(known);
  }
}

}  // namespace

llvm::PreservedAnalyses ByteFlags::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  llvm::SetVector<llvm::Instruction*> bits;
  for (const auto& live : analyses.getResult<BarrierRegionsAnalysis>(kernel).live)
    for (llvm::Instruction* value : live)
      if (value->getType()->isIntegerTy(1)) bits.insert(value);
  for (llvm::Instruction* bit : bits) make_byte(*bit);
  return unless_values_changed(!bits.empty());
}

}  // namespace quadcl::compiler
