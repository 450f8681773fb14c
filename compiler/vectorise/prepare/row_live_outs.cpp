// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/prepare/row_live_outs.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

/// A result as the values that pass through the row.
struct Result {
  llvm::PHINode* before;                            ///< in the header
  llvm::SmallSetVector<llvm::PHINode*, 4> choices;  ///< between the value before and new ones; the last first
  llvm::SmallVector<llvm::Use*, 4> set;        ///< new values in choices; that of the last work-item stays
  llvm::SmallVector<llvm::PHINode*, 4> after;  ///< behind the row
};

bool is_set_on_one_edge(const llvm::Use& use, const llvm::PHINode& choice) {
  return llvm::count(llvm::successors(choice.getIncomingBlock(use)), choice.getParent()) == 1;
}

/// The end of a block from which only the edge leads on.
llvm::Instruction* end_of_edge(const llvm::Use& use, const RowAnalyses& analyses) {
  auto& choice = llvm::cast<llvm::PHINode>(*use.getUser());
  llvm::BasicBlock* from = choice.getIncomingBlock(use);
  if (from->getSingleSuccessor() == nullptr)
    from = llvm::SplitEdge(from, choice.getParent(), &analyses.dominators, &analyses.loops);
  return from->getTerminator();
}

bool is_used_by_phis(const llvm::PHINode& phi) {
  return llvm::all_of(phi.users(), [](const llvm::User* user) { return llvm::isa<llvm::PHINode>(user); });
}

/// Whether the choices can be followed from the last one to the value before.
bool follow(Result& result, const Row& row, const llvm::LoopInfo& loops) {
  for (std::size_t i = 0; i < result.choices.size(); ++i) {
    llvm::PHINode& choice = *result.choices[i];
    for (llvm::Use& use : choice.incoming_values()) {
      auto* phi = llvm::dyn_cast<llvm::PHINode>(use.get());
      if (phi == result.before) continue;
      const bool is_uniform = row.shapes->of(*use.get()).is_uniform();
      if (!is_uniform && phi != nullptr && is_used_by_phis(*phi) &&
          loops.getLoopFor(phi->getParent()) == row.loop) {
        result.choices.insert(phi);
      } else if (is_set_on_one_edge(use, choice)) {
        result.set.push_back(&use);
      } else {
        return false;
      }
    }
  }
  return true;
}

/// Whether the row itself does nothing else with the result.
bool is_only_passed_on(Result& result, const Row& row) {
  const auto is_choice = [&](const llvm::User* user) {
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi != nullptr && result.choices.contains(const_cast<llvm::PHINode*>(phi));
  };
  if (!llvm::all_of(result.before->users(), is_choice)) return false;
  for (llvm::PHINode* choice : result.choices) {
    for (llvm::User* user : choice->users()) {
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      if (phi == result.before || is_choice(user)) continue;
      if (choice != result.choices.front() || phi == nullptr || row.loop->contains(phi)) return false;
      result.after.push_back(phi);
    }
  }
  return llvm::all_of(result.after, [&](const llvm::PHINode* phi) {
    return llvm::all_of(phi->incoming_values(),
                        [&](const llvm::Value* value) { return value == result.choices.front(); });
  });
}

std::optional<Result> result_of(llvm::PHINode& before, const Row& row, const llvm::LoopInfo& loops) {
  auto* last = llvm::dyn_cast<llvm::PHINode>(before.getIncomingValueForBlock(row.loop->getLoopLatch()));
  if (row.shapes->of(before).is_strided() || last == nullptr || last == &before ||
      loops.getLoopFor(last->getParent()) != row.loop)
    return std::nullopt;
  Result result{&before, {}, {}, {}};
  result.choices.insert(last);
  const bool fits = follow(result, row, loops) && is_only_passed_on(result, row);
  return fits ? std::optional(result) : std::nullopt;
}

/// The group of the row's accesses that are declared parallel; null if there is none.
llvm::MDNode* parallel_group(const llvm::Loop& row) {
  llvm::MDNode* groups = llvm::findOptionMDForLoop(&row, kParallelAccesses);
  return groups != nullptr && groups->getNumOperands() > 1 ? llvm::cast<llvm::MDNode>(groups->getOperand(1))
                                                           : nullptr;
}

void keep_in_memory(const Result& result, const llvm::Loop& row, llvm::MDNode& group,
                    const RowAnalyses& analyses) {
  llvm::BasicBlock& entry = row.getHeader()->getParent()->getEntryBlock();
  llvm::Type* type = result.before->getType();
  llvm::IRBuilder<> builder(&entry, entry.begin());
  llvm::AllocaInst* memory = builder.CreateAlloca(type, nullptr, "result");
  builder.SetInsertPoint(row.getLoopPreheader()->getTerminator());
  builder.CreateStore(result.before->getIncomingValueForBlock(row.getLoopPreheader()), memory);
  for (llvm::Use* use : result.set) {
    builder.SetInsertPoint(end_of_edge(*use, analyses));
    builder.CreateStore(use->get(), memory)->setMetadata(llvm::LLVMContext::MD_access_group, &group);
  }
  for (llvm::PHINode* after : result.after) {
    builder.SetInsertPoint(after->getParent(), after->getParent()->getFirstInsertionPt());
    after->replaceAllUsesWith(builder.CreateLoad(type, memory));
    after->eraseFromParent();
  }
  for (llvm::PHINode* choice : result.choices) choice->replaceAllUsesWith(llvm::PoisonValue::get(type));
  result.before->replaceAllUsesWith(llvm::PoisonValue::get(type));
  for (llvm::PHINode* choice : result.choices) choice->eraseFromParent();
  result.before->eraseFromParent();
}

}  // namespace

bool keep_shared_results(const Row& row, const RowAnalyses& analyses) {
  llvm::MDNode* group = parallel_group(*row.loop);
  if (group == nullptr) return false;
  std::vector<Result> results;
  for (llvm::PHINode& value : row.loop->getHeader()->phis()) {
    if (auto result = result_of(value, row, analyses.loops)) {
      results.push_back(*result);
    } else if (!row.shapes->of(value).is_strided()) {
      return false;
    }
  }
  for (const Result& result : results) {
    analyses.evolution.forgetValue(result.before);
    keep_in_memory(result, *row.loop, *group, analyses);
  }
  return !results.empty();
}

}  // namespace quadcl::compiler
