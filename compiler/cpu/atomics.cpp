// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/atomics.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

/// -1 if the instruction is not atomic.
int pointer_operand(const llvm::Instruction& instruction) {
  if (!instruction.isAtomic()) return -1;
  if (llvm::isa<llvm::LoadInst>(instruction)) return llvm::LoadInst::getPointerOperandIndex();
  if (llvm::isa<llvm::StoreInst>(instruction)) return llvm::StoreInst::getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicRMWInst>(instruction)) return llvm::AtomicRMWInst::getPointerOperandIndex();
  if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction))
    return llvm::AtomicCmpXchgInst::getPointerOperandIndex();
  return -1;  // a fence
}

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

bool is_row_of_loops(const llvm::Loop& loop) {
  return is_over_work_items(loop) &&
         llvm::any_of(loop, [](const llvm::Loop* inner) { return !is_over_work_items(*inner); });
}

/// Whether some work-items of a row do the operation, all on the same place: as they count what they find.
bool counts_under_condition(const llvm::AtomicRMWInst& operation, const llvm::LoopInfo& loops,
                            const llvm::DominatorTree& dominators) {
  const llvm::Loop* row = loops.getLoopFor(operation.getParent());
  return row != nullptr && is_over_work_items(*row) && row->getLoopLatch() != nullptr &&
         !dominators.dominates(operation.getParent(), row->getLoopLatch()) &&
         row->isLoopInvariant(operation.getPointerOperand());
}

/// Whether nothing waits for results of operations on local memory, and work-items have loops or count.
bool may_have_lanes(llvm::Function& function, const llvm::LoopInfo& loops,
                    const llvm::DominatorTree& dominators) {
  bool pays = llvm::any_of(loops.getLoopsInPreorder(), [](auto* loop) { return is_row_of_loops(*loop); });
  for (llvm::Instruction& one : llvm::instructions(function)) {
    if (local_place(one) == nullptr) continue;
    const auto* operation = llvm::dyn_cast<llvm::AtomicRMWInst>(&one);
    if (operation == nullptr || !operation->use_empty()) return false;
    pays |= counts_under_condition(*operation, loops, dominators);
  }
  return pays;
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

llvm::PreservedAnalyses GenericAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const int index = pointer_operand(instruction);
    if (index < 0) continue;
    llvm::Value* pointer = instruction.getOperand(index);
    const unsigned space = pointer->getType()->getPointerAddressSpace();
    if (space == 0 || space == kLocalAddressSpace) continue;
    llvm::IRBuilder<> builder(&instruction);
    instruction.setOperand(index, builder.CreateAddrSpaceCast(pointer, builder.getPtrTy()));
    changed = true;
  }
  return unless_values_changed(changed);
}

llvm::PreservedAnalyses LocalAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  if (choice_ == LocalAtomicsChoice::without_lanes && may_have_lanes(function, loops, dominators))
    return unless_values_changed(forget_order(function));
  const bool changed = make_plain(function);
  if (changed) withdraw_declaration(function, loops);
  return unless_changed(changed);
}

}  // namespace quadcl::compiler
