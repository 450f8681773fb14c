// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/barriers/byte_flags.h"

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/rebuild_at_uses.h"

namespace quadcl::compiler {
namespace {

/// Uses in other blocks read the bit from a byte.
void make_byte(llvm::Instruction& bit) {
  const auto is_elsewhere = [&](const llvm::Use& use) {
    return place_of(use)->getParent() != bit.getParent();
  };
  llvm::IRBuilder<> builder(&*bit.getInsertionPointAfterDef().value());
  llvm::Value* byte = builder.CreateZExt(&bit, builder.getInt8Ty());
  rebuild_at_uses(bit, is_elsewhere,
                  [&](llvm::IRBuilder<>& at_use) { return at_use.CreateTrunc(byte, bit.getType()); });
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
