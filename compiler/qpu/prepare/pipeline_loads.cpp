// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/pipeline_loads.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/prepare/way_back.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

class PipelinedLoop {
 public:
  explicit PipelinedLoop(llvm::Loop& loop)
      : body_(*loop.getHeader()), before_(loop.getLoopPreheader()), exit_(loop.getExitBlock()), loop_(loop) {}

  bool run() {
    if (before_ == nullptr || exit_ == nullptr || exit_->getSinglePredecessor() == nullptr ||
        join_way_back(loop_) != &body_ || !only_computes_and_loads())
      return false;
    find_early();
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(body_.getTerminator());
    if (branch == nullptr || !branch->isConditional() || !is_early(*branch->getCondition())) return false;
    for (llvm::Instruction& instruction : body_)
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          load != nullptr && is_early(*load->getPointerOperand()))
        loads_.push_back(load);
    if (loads_.empty()) return false;
    change(*branch);
    return true;
  }

 private:
  bool only_computes_and_loads() const {
    return llvm::all_of(body_, [](const llvm::Instruction& instruction) {
      const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load == nullptr) return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
      const unsigned space = load->getPointerAddressSpace();
      return load->isSimple() && (space == kGlobalAddressSpace || space == kConstantAddressSpace);
    });
  }

  bool is_early(const llvm::Value& value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    return instruction == nullptr || instruction->getParent() != &body_ || early_.contains(instruction);
  }

  bool stays_early(const llvm::Instruction& instruction) const {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
      return is_early(*phi->getIncomingValueForBlock(&body_));
    return llvm::all_of(instruction.operand_values(),
                        [this](const llvm::Value* operand) { return is_early(*operand); });
  }

  /// What can be computed of the next iteration without any of its loads.
  void find_early() {
    for (const llvm::Instruction& instruction : body_)
      if (!llvm::isa<llvm::LoadInst>(instruction) && !instruction.isTerminator()) early_.insert(&instruction);
    for (bool changes = true; changes;) {
      changes = false;
      for (const llvm::Instruction& instruction : body_)
        if (early_.contains(&instruction) && !stays_early(instruction)) changes |= early_.erase(&instruction);
    }
  }

  /// A copy of the value, and of what it is computed from in the body, in an iteration in which the phis have
  /// the values in `known`.
  llvm::Value* copy(llvm::Value* value, llvm::IRBuilder<>& builder, llvm::ValueToValueMapTy& known) const {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || instruction->getParent() != &body_) return value;
    if (llvm::Value* done = known.lookup(value)) return done;
    llvm::Instruction* made = instruction->clone();
    for (llvm::Use& operand : made->operands()) operand.set(copy(operand, builder, known));
    builder.Insert(made, instruction->getName());
    known[value] = made;
    return made;
  }

  /// What goes to where: from before the loop into it or to its last iteration, and from each iteration.
  void change(llvm::BranchInst& branch) {
    llvm::ValueToValueMapTy first, next;
    for (llvm::PHINode& phi : body_.phis()) {
      first[&phi] = phi.getIncomingValueForBlock(before_);
      next[&phi] = phi.getIncomingValueForBlock(&body_);
    }
    llvm::BasicBlock* end =
        llvm::BasicBlock::Create(body_.getContext(), "last.iteration", body_.getParent(), exit_);
    llvm::Instruction* enter = before_->getTerminator();
    const std::vector<llvm::Value*> words = ask(*enter, branch, first, *end),
                                    next_words = ask(branch, branch, next, *end);
    enter->eraseFromParent();
    finish(*end, words, next_words);
    for (std::size_t i = 0; i < loads_.size(); ++i) {
      loads_[i]->replaceAllUsesWith(&add_phi(body_, *words[i], *next_words[i]));
      loads_[i]->eraseFromParent();
    }
    branch.eraseFromParent();
    for (llvm::PHINode& phi : llvm::make_early_inc_range(body_.phis())) advance(phi);
  }

  /// A counter whose next number alone is used, and counted on for the test of the next iteration, becomes
  /// that number: one addition does both.
  void advance(llvm::PHINode& phi) const {
    auto* next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(&body_));
    llvm::ConstantInt* step = nullptr;
    if (!phi.hasOneUse() || next == nullptr || !match(next, m_Add(m_Specific(&phi), m_ConstantInt(step))))
      return;
    const auto again = llvm::find_if(next->users(), [&](const llvm::User* user) {
      return match(user, m_Add(m_Specific(next), m_SpecificInt(step->getValue()))) &&
             llvm::cast<llvm::Instruction>(user)->getParent() == &body_;
    });
    if (again == next->user_end()) return;
    llvm::IRBuilder<> builder(before_->getTerminator());
    llvm::PHINode& advanced =
        add_phi(body_, *builder.CreateAdd(phi.getIncomingValueForBlock(before_), step), **again);
    next->replaceUsesWithIf(&advanced, [&](const llvm::Use& use) { return use.getUser() != &phi; });
    phi.replaceAllUsesWith(llvm::PoisonValue::get(phi.getType()));
    phi.eraseFromParent();
    next->eraseFromParent();
  }

  /// Loads what the iteration does whose phis are known, and goes there: into the loop, or to its end.
  std::vector<llvm::Value*> ask(llvm::Instruction& before, const llvm::BranchInst& branch,
                                llvm::ValueToValueMapTy& known, llvm::BasicBlock& end) {
    llvm::IRBuilder<> builder(&before);
    std::vector<llvm::Value*> words;
    for (llvm::LoadInst* load : loads_) words.push_back(copy(load, builder, known));
    llvm::Value* goes_on = copy(branch.getCondition(), builder, known);
    const bool if_true = branch.getSuccessor(0) == &body_;
    builder.CreateCondBr(goes_on, if_true ? &body_ : &end, if_true ? &end : &body_);
    return words;
  }

  llvm::PHINode& add_phi(llvm::BasicBlock& block, llvm::Value& from_before, llvm::Value& from_body) const {
    auto* phi = llvm::PHINode::Create(from_before.getType(), 2, "", block.getFirstNonPHIIt());
    phi->addIncoming(&from_before, before_);
    phi->addIncoming(&from_body, &body_);
    return *phi;
  }

  /// Makes the last iteration.
  void finish(llvm::BasicBlock& end, const std::vector<llvm::Value*>& words,
              const std::vector<llvm::Value*>& next_words) {
    llvm::ValueToValueMapTy last;
    for (llvm::PHINode& phi : body_.phis())
      last[&phi] =
          &add_phi(end, *phi.getIncomingValueForBlock(before_), *phi.getIncomingValueForBlock(&body_));
    for (std::size_t i = 0; i < loads_.size(); ++i)
      last[loads_[i]] = &add_phi(end, *words[i], *next_words[i]);
    llvm::IRBuilder<> builder(&end);
    for (llvm::PHINode& phi : exit_->phis()) {
      phi.setIncomingValue(0, copy(phi.getIncomingValue(0), builder, last));
      phi.setIncomingBlock(0, &end);
    }
    builder.CreateBr(exit_);
  }

  llvm::BasicBlock& body_;
  llvm::BasicBlock *before_, *exit_;
  llvm::Loop& loop_;
  llvm::DenseSet<const llvm::Instruction*> early_;
  std::vector<llvm::LoadInst*> loads_;
};

/// What is computed for the next iteration is often what the loop counts by.
void clean_up(llvm::Function& function) {
  llvm::EliminateUnreachableBlocks(function);
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  llvm::EarlyCSEPass().run(function, analyses);
  analyses.clear();
  llvm::ADCEPass().run(function, analyses);
  llvm::SplitAllCriticalEdges(function);
}

}  // namespace

bool pipeline_loads(llvm::Function& version) {
  llvm::DominatorTree dominators(version);
  llvm::LoopInfo loops(dominators);
  std::vector<llvm::Loop*> innermost;
  llvm::copy_if(loops.getLoopsInPreorder(), std::back_inserter(innermost),
                [](const llvm::Loop* loop) { return loop->isInnermost(); });
  for (llvm::Loop* loop : innermost) llvm::formLCSSA(*loop, dominators, &loops, nullptr);
  bool changed = false;
  for (llvm::Loop* loop : innermost) changed |= PipelinedLoop(*loop).run();
  if (changed) clean_up(version);
  return changed;
}

}  // namespace quadcl::compiler::qpu
