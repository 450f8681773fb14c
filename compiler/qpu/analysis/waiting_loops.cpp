// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/waiting_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/qpu/analysis/source_line.h"

namespace quadcl::compiler::qpu {
namespace {

/// Whether the operation may find the same and leave the same behind however often it is repeated.
bool can_stand_still(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isVolatile() || load->isAtomic();
  if (const auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    using Kind = llvm::AtomicRMWInst::BinOp;
    return llvm::is_contained({Kind::Xchg, Kind::And, Kind::Or, Kind::Min, Kind::Max, Kind::UMin, Kind::UMax},
                              atomic->getOperation());
  }
  return llvm::isa<llvm::AtomicCmpXchgInst>(instruction);
}

using Instructions = llvm::SmallSetVector<llvm::Instruction*, 16>;

void add(llvm::Value* value, const llvm::Loop& loop, Instructions& found) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction != nullptr && loop.contains(instruction)) found.insert(instruction);
}

/// What the end of the loop depends on, in the loop.
Instructions deciding(const llvm::Loop& loop) {
  Instructions found;
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  for (llvm::BasicBlock* block : exiting) found.insert(block->getTerminator());
  for (std::size_t i = 0; i < found.size(); ++i) {
    llvm::Instruction& user = *found[i];
    for (llvm::Value* operand : user.operand_values()) add(operand, loop, found);
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user))
      for (llvm::BasicBlock* from : phi->blocks()) add(from->getTerminator(), loop, found);
  }
  return found;
}

const llvm::Instruction* waits(const llvm::Loop& loop) {
  for (const llvm::Instruction* instruction : deciding(loop))
    if (can_stand_still(*instruction) && loop.hasLoopInvariantOperands(instruction)) return instruction;
  return nullptr;
}

}  // namespace

std::string waiting_problem(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (const llvm::Instruction* instruction = waits(*loop))
      return "it waits in a loop for another work-item" + line_of(*instruction);
  return {};
}

}  // namespace quadcl::compiler::qpu
