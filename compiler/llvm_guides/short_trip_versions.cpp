// SPDX-License-Identifier: Apache-2.0
#include "compiler/llvm_guides/short_trip_versions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/analysis/loop_form.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kShortRow = 16;
/// Longer rows do so much that code for both forms would take too long to build.
constexpr std::size_t kMostInRow = 400;

constexpr const char* kWidth = "llvm.loop.vectorize.width";
constexpr const char* kInterleaving = "llvm.loop.interleave.count";

struct Analyses {
  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::ScalarEvolution& evolution;
};

/// The elements of a register of the narrowest type that the row loads or stores; 0 if it is not known that
/// vectors pay: LLVM does not estimate that for a length that it is told.
unsigned longest_vector(const llvm::Loop& row, unsigned register_bits,
                        const llvm::DominatorTree& dominators) {
  if (register_bits == 0) return 0;  // a processor without vectors
  unsigned narrowest = register_bits;
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : row.blocks()) {
    instructions += block->size();
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.getType()->isVectorTy()) return 0;
      if (llvm::getLoadStorePointerOperand(&instruction) == nullptr) continue;
      if (!dominators.dominates(block, row.getLoopLatch())) return 0;
      const llvm::Type* type = llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction));
      const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
      if (bits != 0) narrowest = std::min(narrowest, bits);
    }
  }
  return instructions <= kMostInRow ? register_bits / narrowest : 0;
}

void use_short_vectors(llvm::Loop& row) {
  llvm::addStringMetadataToLoop(&row, kWidth, kShortRow);
  llvm::addStringMetadataToLoop(&row, kInterleaving, 1);
}

/// Makes a copy of the row, which runs in its place if it is shorter than `longest`. `last` is the number of
/// the last iteration.
void copy_for_short(llvm::Loop& row, const llvm::SCEV& last, unsigned longest, const Analyses& analyses) {
  auto& [loops, dominators, evolution] = analyses;
  llvm::BasicBlock* check = row.getLoopPreheader();
  llvm::SCEVExpander expander(evolution, check->getDataLayout(), "row");
  llvm::Value* before_last = expander.expandCodeFor(&last, last.getType(), check->getTerminator());
  llvm::BasicBlock* preheader =
      llvm::SplitBlock(check, check->getTerminator(), &dominators, &loops, nullptr, "long.row");
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<llvm::BasicBlock*> blocks;
  llvm::Loop* copy =
      llvm::cloneLoopWithPreheader(preheader, check, &row, map, ".short", &loops, &dominators, blocks);
  llvm::remapInstructionsInBlocks(blocks, map);
  llvm::IRBuilder<> builder(check->getTerminator());
  llvm::Value* is_short =
      builder.CreateICmpULT(before_last, llvm::ConstantInt::get(last.getType(), longest - 1));
  builder.CreateCondBr(is_short, copy->getLoopPreheader(), preheader);
  check->getTerminator()->eraseFromParent();
  llvm::BasicBlock* exit = row.getExitBlock();
  for (llvm::PHINode& phi : exit->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(row.getExitingBlock()),
                    llvm::cast<llvm::BasicBlock>(map[row.getExitingBlock()]));
  dominators.changeImmediateDominator(exit, check);
  use_short_vectors(*copy);
  for (llvm::Loop* loop : {&row, copy})
    llvm::formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
}

/// Whether the row has changed.
bool give_short_form(llvm::Loop& row, unsigned register_bits, const Analyses& analyses) {
  if (!row.isInnermost() || !row.isLoopSimplifyForm() || row.getExitingBlock() != row.getLoopLatch() ||
      !row.hasDedicatedExits() || is_used_outside(row) ||
      llvm::findOptionMDForLoop(&row, kVectorised) != nullptr)
    return false;
  const unsigned longest = longest_vector(row, register_bits, analyses.dominators);
  const llvm::SCEV* last = last_iteration(row, analyses.evolution);
  if (longest <= kShortRow || last == nullptr) return false;
  if (const auto* constant = llvm::dyn_cast<llvm::SCEVConstant>(last)) {
    const bool is_short = constant->getAPInt().ult(longest - 1);
    if (is_short) use_short_vectors(row);
    return is_short;
  }
  copy_for_short(row, *last, longest, analyses);
  return true;
}

}  // namespace

llvm::PreservedAnalyses ShortTripVersions::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& manager) {
  const Analyses analyses{manager.getResult<llvm::LoopAnalysis>(function),
                          manager.getResult<llvm::DominatorTreeAnalysis>(function),
                          manager.getResult<llvm::ScalarEvolutionAnalysis>(function)};
  const unsigned register_bits = manager.getResult<TargetModelAnalysis>(function).register_bits;
  bool changed = false;
  for (llvm::Loop* loop : analyses.loops.getLoopsInPreorder())
    if (is_over_work_items(*loop)) changed |= give_short_form(*loop, register_bits, analyses);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
