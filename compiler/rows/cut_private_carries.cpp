// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/cut_private_carries.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

bool is_stale(const llvm::PHINode& value, const llvm::LoopInfo& loops);

bool is_in_header(const llvm::PHINode& value, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(value.getParent());
  return loop != nullptr && loop->getHeader() == value.getParent();
}

/// Whether nothing outside of the loop over work-items needs the value. What work-items have in common, and
/// later ones may read, is no private variable.
bool ends_with_loop(const llvm::Value& value, const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  return llvm::all_of(value.users(), [&](const llvm::User* user) {
    if (loop.contains(llvm::cast<llvm::Instruction>(user))) return true;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    if (phi == nullptr) return false;
    return is_in_header(*phi, loops) ? is_stale(*phi, loops) : ends_with_loop(*phi, loop, loops);
  });
}

/// Whether the value in a loop's header is that of a private variable: undefined where the first work-item
/// begins, and not needed after the last one.
bool is_stale(const llvm::PHINode& value, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(value.getParent());
  if (!is_in_header(value, loops) || loop->getLoopPreheader() == nullptr || loop->getLoopLatch() == nullptr ||
      !is_over_work_items(*loop))
    return false;
  const llvm::Value* first = value.getIncomingValueForBlock(loop->getLoopPreheader());
  const auto* outside = llvm::dyn_cast<llvm::PHINode>(first);
  const bool is_undefined =
      llvm::isa<llvm::UndefValue>(first) || (outside != nullptr && is_stale(*outside, loops));
  const llvm::Value& last = *value.getIncomingValueForBlock(loop->getLoopLatch());
  return is_undefined && ends_with_loop(value, *loop, loops) &&
         (llvm::isa<llvm::Constant>(last) || ends_with_loop(last, *loop, loops));
}

}  // namespace

llvm::PreservedAnalyses CutPrivateCarries::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<llvm::PHINode*> stale;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    for (llvm::PHINode& value : loop->getHeader()->phis())
      if (is_stale(value, loops)) stale.push_back(&value);
  for (llvm::PHINode* value : stale) {
    value->replaceAllUsesWith(llvm::UndefValue::get(value->getType()));
    value->eraseFromParent();
  }
  if (stale.empty()) return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses kept;
  kept.preserveSet<llvm::CFGAnalyses>();
  return kept;
}

}  // namespace quadcl::compiler
