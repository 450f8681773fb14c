// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/block_frequency.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/ProfDataUtils.h>

#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {
namespace {

/// The probability below which a block is rare; also the weight of its cost.
constexpr double kRare = 0.01;

}  // namespace

double weight_of(const llvm::BasicBlock& block, const Row& row) {
  double weight = is_rare(block) ? kRare : 1;
  for (const FlowRegion* region = &row.flow->region_of(block); region->parent != nullptr;
       region = region->parent)
    weight *= kIterations;
  return weight;
}

bool is_free(const llvm::Instruction& instruction, const Row& row) {
  return row.addresses_in_tables.contains(&instruction) ||
         llvm::isa<llvm::PHINode, llvm::FreezeInst, llvm::ExtractElementInst, llvm::InsertElementInst,
                   llvm::ShuffleVectorInst>(instruction) ||
         instruction.isTerminator() || llvm::isa<llvm::GetElementPtrInst>(instruction);
}

bool is_rare(const llvm::BasicBlock& block) {
  const llvm::BasicBlock* before = block.getSinglePredecessor();
  const auto* branch =
      before != nullptr ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  std::uint64_t first = 0, second = 0;
  if (branch == nullptr || !branch->isConditional() || !llvm::extractBranchWeights(*branch, first, second))
    return false;
  const std::uint64_t own = branch->getSuccessor(0) == &block ? first : second;
  return static_cast<double>(own) < kRare * static_cast<double>(first + second);
}

}  // namespace quadcl::compiler
