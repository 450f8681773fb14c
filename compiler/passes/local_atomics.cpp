// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/local_atomics.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/passes/address_spaces.h"
#include "compiler/passes/region_function.h"

namespace quadcl::compiler {
namespace {

/// The pointer of an atomic read-modify-write operation or exchange on local memory; null for others.
llvm::Value* local_place(llvm::Instruction& instruction) {
  llvm::Value* pointer = nullptr;
  if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) pointer = modify->getPointerOperand();
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    pointer = exchange->getPointerOperand();
  const bool is_local =
      pointer != nullptr && pointer->getType()->getPointerAddressSpace() == kLocalAddressSpace;
  return is_local ? pointer : nullptr;
}

/// Whether the instruction was such an operation.
bool make_plain(llvm::Instruction& instruction) {
  if (local_place(instruction) == nullptr) return false;
  if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return llvm::lowerAtomicRMWInst(modify);
  return llvm::lowerAtomicCmpXchgInst(llvm::cast<llvm::AtomicCmpXchgInst>(&instruction));
}

bool make_plain(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    changed |= make_plain(instruction);
  return changed;
}

/// Accesses now depend on those of other work-items.
void withdraw_declaration(llvm::Function& function, const llvm::LoopInfo& loops) {
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (is_over_work_items(*loop)) set_in_order(*loop);
  for (llvm::Instruction& instruction : llvm::instructions(function))
    instruction.setMetadata(llvm::LLVMContext::MD_access_group, nullptr);
}

/// Whether some work-item has loops, and no operation on local memory a result that anything waits for.
bool may_have_lanes(llvm::Function& function, const llvm::LoopInfo& loops) {
  const bool has_loops = llvm::any_of(loops.getLoopsInPreorder(), [](const llvm::Loop* loop) {
    const llvm::Loop* outer = loop->getParentLoop();
    return outer != nullptr && is_over_work_items(*outer) && !is_over_work_items(*loop);
  });
  return has_loops && llvm::all_of(llvm::instructions(function), [](llvm::Instruction& one) {
           return local_place(one) == nullptr || (llvm::isa<llvm::AtomicRMWInst>(one) && one.use_empty());
         });
}

bool forget_order(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (local_place(instruction) == nullptr) continue;
    llvm::cast<llvm::AtomicRMWInst>(instruction).setOrdering(llvm::AtomicOrdering::Monotonic);
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses LocalAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (choice_ == LocalAtomicsChoice::without_lanes && may_have_lanes(function, loops))
    return unless_values_changed(forget_order(function));
  const bool changed = make_plain(function);
  if (changed) withdraw_declaration(function, loops);
  return unless_changed(changed);
}

}  // namespace quadcl::compiler
