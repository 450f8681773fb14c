// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/skipped_blocks.h"

#include <llvm/IR/IntrinsicInst.h>

#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/block_frequency.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/row.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {
namespace {

double cost_of_block(const Row& row, const llvm::BasicBlock& block) {
  double cost = 0;
  for (const llvm::Instruction& instruction : block)
    if (!is_free(instruction, row)) cost += instruction.mayReadOrWriteMemory() ? row.model->empty_access : 1;
  return cost * weight_of(block, row);
}

/// Whether all lanes access the same place of their own variables. The place must exist.
bool touches_own_place(const Row& row, const llvm::Instruction& instruction) {
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
  return llvm::isa<llvm::MemIntrinsic>(instruction) ||
         (address != nullptr && reach_of(instruction, row) == Reach::own);
}

/// Whether the block has instructions for all lanes at once that would do harm if no lane is active.
bool needs_lanes(const Row& row, const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    if (!row.shapes->of(instruction).is_varying() &&
        (llvm::isa<llvm::LoadInst>(instruction) || instruction.isIntDivRem()))
      return true;
    if (touches_own_place(row, instruction) || takes_turns(instruction) ||
        row_function_of(instruction) != nullptr)
      return true;
    if (llvm::isa<llvm::LoadInst>(instruction) && reach_of(instruction, row) == Reach::repeated) return true;
    if (row.tables.contains(&instruction)) return true;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        store != nullptr && row.shapes->of(*store->getPointerOperand()).is_uniform())
      return true;
  }
  const llvm::Instruction& end = *block.getTerminator();
  return end.getNumSuccessors() > 1 && row.shapes->of(*end.getOperand(0)).is_uniform();
}

}  // namespace

bool is_guarded(const Row& row, const FlowRegion& region, const FlowNode& node) {
  if (node.loop || needs_lanes(row, *node.block)) return true;
  const auto first = static_cast<std::size_t>(&node - region.nodes.data());
  const std::size_t end = node.waiting.empty() ? region.nodes.size() : *node.waiting.begin();
  double cost = 0;
  for (std::size_t i = first; i < end; ++i) {
    if (region.nodes[i].loop) return true;
    cost += cost_of_block(row, *region.nodes[i].block);
  }
  return cost / weight_of(*node.block, row) >
         (is_rare(*node.block) ? row.model->rare_branch : row.model->branch);
}

bool leave_together(const Row& row, const FlowRegion& region, const FlowNode& node) {
  const llvm::Instruction& end = *node.block->getTerminator();
  return (!region.diverges || node.waiting.empty()) &&
         (node.block->getUniqueSuccessor() != nullptr || row.shapes->of(*end.getOperand(0)).is_uniform());
}

}  // namespace quadcl::compiler
