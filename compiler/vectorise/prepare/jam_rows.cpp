// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/prepare/jam_rows.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/analysis/loop_form.h"
#include "compiler/ir/group_context.h"
#include "compiler/ir/stride_arithmetic.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/ir/worklist.h"
#include "compiler/log_diagnostics.h"
#include "compiler/target/target_model.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/row.h"

namespace quadcl::compiler {
namespace {

/// Metadata of a row that goes together with others.
constexpr const char* kJammed = "quadcl.loop.jammed";
/// Metadata of loops over rows that this pass has transformed.
constexpr const char* kJamDone = "quadcl.loop.jam_done";
constexpr unsigned kMostRows = 4;
/// The longest row that is copied, in instructions, and the longest one without loops of its own: long
/// stretches of arithmetic gain less by shared loads than their copies cost when the program is built.
constexpr std::size_t kMostInRow = 400, kMostWithoutLoops = 200;
/// The most pairs of a store and a load that are compared.
constexpr std::size_t kMostPairs = 1024;

using Values = llvm::SmallPtrSet<const llvm::Value*, 32>;

/// A loop over rows, and the rows.
struct Nest {
  llvm::Loop& rows;
  std::vector<llvm::Loop*> inner;  ///< loops over a row: nearly always one
  Values of_outer, of_inner;  ///< values that depend on the counters of the outer loop; of the inner ones
};

/// Adds the values in the loop that depend on its counters.
void add_dependents(const llvm::Loop& loop, Values& found) {
  Worklist<const llvm::Value*> open;
  for (const llvm::PHINode& phi : loop.getHeader()->phis()) open.add(&phi);
  while (!open.empty())
    for (const llvm::User* user : open.take()->users())
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user); loop.contains(instruction))
        open.add(instruction);
  found.insert(open.seen().begin(), open.seen().end());
}

std::optional<Nest> nest_of(llvm::Loop& rows) {
  if (!is_over_work_items(rows) || llvm::findOptionMDForLoop(&rows, kJamDone) != nullptr) return {};
  Nest nest{rows, {}, {}, {}};
  for (llvm::Loop* loop : rows.getLoopsInPreorder()) {
    if (loop == &rows || !is_over_work_items(*loop)) continue;
    if (!is_row(*loop) || llvm::findOptionMDForLoop(loop, kVectorised) != nullptr) return {};
    nest.inner.push_back(loop);
    add_dependents(*loop, nest.of_inner);
  }
  if (nest.inner.empty()) return {};
  add_dependents(rows, nest.of_outer);
  return nest;
}

// ---- Whether rows can go together

bool has_one_way_out(const llvm::Loop& loop) {
  return loop.isLoopSimplifyForm() && loop.getExitingBlock() == loop.getLoopLatch();
}

/// Whether the number of rows can be computed before the loop, and the counters of each row from those of the
/// first.
bool can_count(const llvm::Loop& rows, llvm::ScalarEvolution& evolution) {
  const llvm::SCEV* last = last_iteration(rows, evolution);
  const llvm::Instruction* before = rows.getLoopPreheader()->getTerminator();
  const llvm::SCEVExpander expander(evolution, rows.getHeader()->getDataLayout(), "rows");
  const auto is_affine = [&](llvm::PHINode& phi) {
    if (!evolution.isSCEVable(phi.getType())) return false;
    const auto* recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(&phi));
    return recurrence != nullptr && recurrence->getLoop() == &rows && recurrence->isAffine() &&
           expander.isSafeToExpandAt(recurrence->getStepRecurrence(evolution), before);
  };
  return last != nullptr && last->getType()->isIntegerTy(64) &&
         llvm::all_of(rows.getHeader()->phis(), is_affine);
}

/// Whether copies of the instruction may follow it at once.
bool can_be_copied(const llvm::Instruction& instruction) {
  if (instruction.isTerminator()) return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction);
  if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction))
    return !instruction.isAtomic() && !instruction.isVolatile() && !touches_stack(instruction);
  return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory() &&
         !llvm::isa<llvm::AllocaInst>(instruction);
}

/// Whether all branches are the same for all rows.
bool has_common_branches(const Nest& nest) {
  return llvm::all_of(nest.rows.blocks(), [&](const llvm::BasicBlock* block) {
    const llvm::Instruction& end = *block->getTerminator();
    return block == nest.rows.getLoopLatch() || end.getNumSuccessors() < 2 ||
           !nest.of_outer.contains(end.getOperand(0));
  });
}

bool has_loops(const Nest& nest) {
  return llvm::any_of(nest.inner, [](const llvm::Loop* row) { return !row->isInnermost(); });
}

bool can_jam(const Nest& nest, llvm::ScalarEvolution& evolution) {
  return has_one_way_out(nest.rows) && nest.rows.getExitBlock() != nullptr &&
         count_instructions(nest.rows) <= (has_loops(nest) ? kMostInRow : kMostWithoutLoops) &&
         has_common_branches(nest) &&
         llvm::all_of(nest.rows.blocks(),
                      [](const llvm::BasicBlock* block) { return llvm::all_of(*block, can_be_copied); }) &&
         are_independent(nest.rows, [](const llvm::Instruction&) { return false; }) &&
         !is_used_outside(nest.rows) && can_count(nest.rows, evolution);
}

// ---- Whether rows gain by it

/// The accesses in the innermost loops of a row, except those to one place for all its work-items.
struct Accesses {
  unsigned shared = 0;       ///< to the same places in all rows
  unsigned own = 0;          ///< all others
  unsigned carried = 0;      ///< values that an iteration takes from the previous one
  bool rows_differ = false;  ///< whether anything in these loops depends on the row
};

/// The differences of values between neighbours in a row, if they are constant. It takes integers not to wrap
/// around, so results serve as estimates only.
class RowStrides {
 public:
  RowStrides(const Nest& nest, llvm::ScalarEvolution& evolution) : nest_(nest), evolution_(evolution) {}

  std::optional<std::int64_t> of(const llvm::Value& value) {
    if (!nest_.of_inner.contains(&value)) return 0;
    const auto [place, is_new] = known_.try_emplace(&value);  // unknown until computed
    if (!is_new) return place->second;
    const std::optional<std::int64_t> stride = compute(llvm::cast<llvm::Instruction>(value));
    return known_[&value] = stride;
  }

 private:
  std::optional<std::int64_t> compute(const llvm::Instruction& value) {
    if (llvm::isa<llvm::PHINode>(value)) return of_counter(value);
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&value)) return of_address(*address);
    if (llvm::isa<llvm::CastInst>(value)) return of(*value.getOperand(0));
    if (!llvm::isa<llvm::BinaryOperator>(value)) return {};
    const auto left = of(*value.getOperand(0)), right = of(*value.getOperand(1));
    return left && right ? combined_stride(value, *left, *right) : std::nullopt;
  }

  std::optional<std::int64_t> of_counter(const llvm::Instruction& phi) {
    if (!evolution_.isSCEVable(phi.getType())) return {};
    const auto* recurrence =
        llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(const_cast<llvm::Instruction*>(&phi)));
    if (recurrence == nullptr || !is_row(*recurrence->getLoop())) return {};
    const auto* step = llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution_));
    return step != nullptr ? step->getAPInt().trySExtValue() : std::nullopt;
  }

  std::optional<std::int64_t> of_address(const llvm::GetElementPtrInst& address) {
    const auto terms = terms_of(address);
    auto sum = terms ? of(*address.getPointerOperand()) : std::nullopt;
    if (!sum) return {};
    for (const auto& [index, factor] : *terms) {
      const auto stride = of(*index);
      const auto bytes = stride ? multiple_of_stride(*stride, factor.getSExtValue()) : std::nullopt;
      if (!bytes) return {};
      *sum += *bytes;
    }
    return sum;
  }

  const Nest& nest_;
  llvm::ScalarEvolution& evolution_;
  std::map<const llvm::Value*, std::optional<std::int64_t>> known_;
};

/// Whether LLVM's vectoriser may take the loop of each work-item, if it goes through consecutive places. The
/// vectoriser takes scalars only, and does not change the order of floating-point sums.
bool may_suit_llvm(const llvm::Loop& loop) {
  return llvm::none_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return instruction.getType()->isVectorTy() || instruction.getType()->isFloatingPointTy();
    });
  });
}

bool is_consecutive(const llvm::Instruction& access, RowStrides& strides) {
  const auto size = access.getDataLayout().getTypeStoreSize(type_of_access(access)).getFixedValue();
  return strides.of(*llvm::getLoadStorePointerOperand(&access)) == static_cast<std::int64_t>(size);
}

Accesses count_accesses(const Nest& nest, llvm::ScalarEvolution& evolution) {
  Accesses counted;
  RowStrides strides(nest, evolution);
  const auto count_block = [&](const llvm::BasicBlock& block, bool may_be_scattered) {
    for (const llvm::Instruction& instruction : block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
      counted.rows_differ |= nest.of_outer.contains(&instruction);
      if (address == nullptr || !nest.of_inner.contains(address)) continue;
      const bool is_shared =
          !nest.of_outer.contains(address) && (may_be_scattered || is_consecutive(instruction, strides));
      ++(is_shared ? counted.shared : counted.own);
    }
  };
  for (llvm::Loop* loop : nest.rows.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    const bool may_be_scattered = !may_suit_llvm(*loop);
    for (const llvm::BasicBlock* block : loop->blocks()) count_block(*block, may_be_scattered);
    if (is_over_work_items(*loop)) continue;
    for (const llvm::PHINode& phi : loop->getHeader()->phis())
      if (nest.of_outer.contains(&phi) && nest.of_inner.contains(&phi))
        counted.carried += element_count(*phi.getType());
  }
  return counted;
}

/// Whether a row may store where another one loads. LLVM's vectoriser would have to compare the places; for
/// rows without loops, it does better with one row alone.
bool may_collide(const Nest& nest, llvm::AAResults& aliases) {
  std::vector<llvm::Instruction*> stores, loads;
  for (const llvm::Loop* row : nest.inner)
    for (llvm::BasicBlock* block : row->blocks())
      for (llvm::Instruction& instruction : *block)
        if (const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
            address != nullptr && nest.of_outer.contains(address) && !points_to_item_memory(*address))
          (llvm::isa<llvm::StoreInst>(instruction) ? stores : loads).push_back(&instruction);
  if (stores.size() * loads.size() > kMostPairs) return true;
  return llvm::any_of(stores, [&](llvm::Instruction* store) {
    return llvm::any_of(loads, [&](llvm::Instruction* load) {
      return llvm::getLoadStorePointerOperand(store) != llvm::getLoadStorePointerOperand(load) &&
             !aliases.isNoAlias(llvm::MemoryLocation::get(store), llvm::MemoryLocation::get(load));
    });
  });
}

/// How many rows should go together; 1 if none.
unsigned rows_to_jam(const Nest& nest, const TargetModel& model, llvm::ScalarEvolution& evolution) {
  const Accesses accesses = count_accesses(nest, evolution);
  if (!accesses.rows_differ || accesses.shared <= 2 * accesses.own) return 1;
  const unsigned count = evolution.getSmallConstantTripCount(&nest.rows);
  unsigned rows = kMostRows;
  while (rows > 1 && (2 * rows * accesses.carried > model.registers / 2 || (count != 0 && rows > count)))
    rows /= 2;
  return rows;
}

// ---- The transformation

class Jam {
 public:
  Jam(const Nest& nest, unsigned count, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
      llvm::ScalarEvolution& evolution)
      : nest_(nest),
        count_(count),
        loops_(loops),
        dominators_(dominators),
        evolution_(evolution),
        expander_(evolution, nest.rows.getHeader()->getDataLayout(), "rows"),
        builder_(nest.rows.getHeader()->getContext()),
        copies_(count) {}

  void write() {
    count_iterations();
    copy_nest();
    close_loop();
    advance();
    copy_rows();
    remap_copies();
  }

 private:
  llvm::BasicBlock* copy_of(const llvm::BasicBlock* block) {
    return llvm::cast<llvm::BasicBlock>(map_[block]);
  }

  llvm::Value* times(llvm::Value* value, unsigned factor) {
    return builder_.CreateMul(value, llvm::ConstantInt::get(value->getType(), factor));
  }

  /// Computes before the nest how often the loop over several rows runs.
  void count_iterations() {
    before_ = nest_.rows.getLoopPreheader();
    exit_ = nest_.rows.getExitBlock();
    llvm::Instruction* end = before_->getTerminator();
    llvm::Value* back_edges =
        expander_.expandCodeFor(evolution_.getBackedgeTakenCount(&nest_.rows), builder_.getInt64Ty(), end);
    for (llvm::PHINode& phi : nest_.rows.getHeader()->phis()) {
      const auto* recurrence = llvm::cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(&phi));
      steps_[&phi] = expander_.expandCodeFor(recurrence->getStepRecurrence(evolution_), nullptr, end);
    }
    builder_.SetInsertPoint(end);
    all_ = builder_.CreateFreeze(builder_.CreateAdd(back_edges, builder_.getInt64(1)), "rows");
    iterations_ = builder_.CreateUDiv(all_, builder_.getInt64(count_));
    rest_ = llvm::SplitBlock(before_, end, &dominators_, &loops_, nullptr, "rows.rest");
  }

  void copy_nest() {
    llvm::SmallVector<llvm::BasicBlock*> blocks;
    llvm::addStringMetadataToLoop(&nest_.rows, kJamDone, 1);
    llvm::Loop* together = llvm::cloneLoopWithPreheader(rest_, before_, &nest_.rows, map_, ".together",
                                                        &loops_, &dominators_, blocks);
    llvm::remapInstructionsInBlocks(blocks, map_);
    header_ = together->getHeader();
    latch_ = together->getLoopLatch();
    for (const llvm::Loop* row : nest_.inner)
      llvm::addStringMetadataToLoop(loops_.getLoopFor(copy_of(row->getHeader())), kJammed, count_);
    before_->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(before_);
    builder_.CreateCondBr(builder_.CreateIsNotNull(iterations_), blocks.front(), rest_);
    first_ = blocks.front();
  }

  void close_loop() {
    auto* after = llvm::BasicBlock::Create(builder_.getContext(), "rows.after", header_->getParent(), rest_);
    builder_.SetInsertPoint(header_, header_->begin());
    llvm::PHINode* iteration = builder_.CreatePHI(builder_.getInt64Ty(), 2, "iteration");
    llvm::Instruction* end = latch_->getTerminator();
    llvm::MDNode* properties = end->getMetadata(llvm::LLVMContext::MD_loop);
    builder_.SetInsertPoint(end);
    llvm::Value* next = builder_.CreateNUWAdd(iteration, builder_.getInt64(1));
    builder_.CreateCondBr(builder_.CreateICmpULT(next, iterations_), header_, after)
        ->setMetadata(llvm::LLVMContext::MD_loop, properties);
    end->eraseFromParent();
    iteration->addIncoming(builder_.getInt64(0), first_);
    iteration->addIncoming(next, latch_);
    builder_.SetInsertPoint(after);
    llvm::Value* left = builder_.CreateSub(all_, times(iterations_, count_));
    builder_.CreateCondBr(builder_.CreateIsNotNull(left), rest_, exit_);
    for (llvm::PHINode& phi : exit_->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(nest_.rows.getLoopLatch()), after);
    after_ = after;
  }

  llvm::Value* after_rows(llvm::Value* counter, llvm::Value* step, unsigned rows) {
    llvm::Value* distance = times(step, rows);
    return counter->getType()->isPointerTy() ? builder_.CreatePtrAdd(counter, distance)
                                             : builder_.CreateAdd(counter, distance);
  }

  /// The counters of the copied loop advance by several rows. The original loop starts at the rows that are
  /// left.
  void advance() {
    for (llvm::PHINode& phi : nest_.rows.getHeader()->phis()) {
      auto* counter = llvm::cast<llvm::PHINode>(map_[&phi]);
      builder_.SetInsertPoint(header_, header_->getFirstInsertionPt());
      for (unsigned i = 1; i < count_; ++i) copies_[i][counter] = after_rows(counter, steps_[&phi], i);
      builder_.SetInsertPoint(latch_->getTerminator());
      llvm::Value* next = after_rows(counter, steps_[&phi], count_);
      counter->setIncomingValueForBlock(latch_, next);
      builder_.SetInsertPoint(rest_, rest_->begin());
      llvm::PHINode* start = builder_.CreatePHI(phi.getType(), 2);
      start->addIncoming(phi.getIncomingValueForBlock(rest_), before_);
      start->addIncoming(next, after_);
      phi.setIncomingValueForBlock(rest_, start);
    }
  }

  /// Each instruction that differs from row to row is followed by its copies.
  void copy_rows() {
    for (const llvm::BasicBlock* block : nest_.rows.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const bool is_counter = llvm::isa<llvm::PHINode>(instruction) && block == nest_.rows.getHeader();
        if (is_counter || instruction.isTerminator() || !depends_on_rows(instruction)) continue;
        auto* original = llvm::cast<llvm::Instruction>(map_[&instruction]);
        llvm::Instruction* place = original;
        for (unsigned i = 1; i < count_; ++i) {
          llvm::Instruction* copy = original->clone();
          copy->insertAfter(place);
          copies_[i][original] = place = copy;
          made_.push_back({copy, i});
        }
      }
    }
  }

  bool depends_on_rows(const llvm::Instruction& instruction) const {
    return llvm::isa<llvm::StoreInst>(instruction)
               ? llvm::any_of(instruction.operands(),
                              [&](const llvm::Value* operand) { return nest_.of_outer.contains(operand); })
               : nest_.of_outer.contains(&instruction);
  }

  void remap_copies() {
    for (const auto& [copy, row] : made_) {
      for (llvm::Use& operand : copy->operands()) {
        const auto found = copies_[row].find(operand.get());
        if (found != copies_[row].end()) operand.set(found->second);
      }
    }
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(*latch_)))
      if (llvm::isInstructionTriviallyDead(&instruction)) instruction.eraseFromParent();
  }

  const Nest& nest_;
  unsigned count_;  ///< of rows that go together
  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::SCEVExpander expander_;
  llvm::IRBuilder<> builder_;
  llvm::ValueToValueMapTy map_;
  std::vector<std::map<llvm::Value*, llvm::Value*>>
      copies_;  ///< for each row, copies of the first one's values
  std::vector<std::pair<llvm::Instruction*, unsigned>> made_;
  std::map<const llvm::PHINode*, llvm::Value*> steps_;
  llvm::BasicBlock *before_ = nullptr, *rest_ = nullptr, *exit_ = nullptr, *first_ = nullptr;
  llvm::BasicBlock *header_ = nullptr, *latch_ = nullptr, *after_ = nullptr;
  llvm::Value *all_ = nullptr, *iterations_ = nullptr;
};

/// Transforms one loop over rows; then no analysis is valid. False if there is none to transform.
bool jam_one(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& aliases = analyses.getResult<llvm::AAManager>(function);
  const TargetModel& model = analyses.getResult<TargetModelAnalysis>(function);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const std::optional<Nest> nest = nest_of(*loop);
    if (!nest || !can_jam(*nest, evolution)) continue;
    const unsigned together = rows_to_jam(*nest, model, evolution);
    if (together == 1 || (!has_loops(*nest) && may_collide(*nest, aliases))) continue;
    const std::string rows = std::to_string(together) + " rows at " + loop->getHeader()->getName().str();
    function.getContext().diagnose(Remark((function.getName() + ": " + rows + " go together").str()));
    Jam(*nest, together, loops, dominators, evolution).write();
    assert(!llvm::verifyFunction(function, &llvm::errs()));
    return true;
  }
  return false;
}

}  // namespace

llvm::PreservedAnalyses JamRows::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  bool changed = false;
  while (jam_one(function, analyses)) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

bool is_jammed(const llvm::Loop& row) { return llvm::findOptionMDForLoop(&row, kJammed) != nullptr; }

}  // namespace quadcl::compiler
