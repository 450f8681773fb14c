// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/emit_row.h"

#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include "compiler/vectorise/analysis/skipped_blocks.h"
#include "compiler/vectorise/emit/lane_instructions.h"

namespace quadcl::compiler {
namespace {

/// Makes the blocks of the wide form of a row: the replacement of branches, and the masks under which blocks
/// run.
class WideFlow {
 public:
  WideFlow(const Row& row, llvm::IRBuilder<>& builder, LaneValues& values, LaneInstructions& instructions,
           llvm::BasicBlock& end)
      : row_(row), builder_(builder), values_(values), instructions_(instructions), end_(end) {
    make_blocks(row.flow->row());
    ends_[&row.flow->row()] = &end;
  }

  llvm::BasicBlock* first() { return entries_[&row_.flow->row().nodes.front()]; }
  void emit() { emit_region(row_.flow->row(), nullptr); }

 private:
  llvm::BasicBlock* new_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, end_.getParent(), &end_);
  }

  void make_blocks(FlowRegion& region) {
    for (FlowNode& node : region.nodes) {
      entries_[&node] = new_block("lanes." + node.block->getName());
      if (node.loop) make_blocks(*node.loop);
    }
    if (region.diverges) ends_[&region] = new_block("lanes.next");
  }

  // ---- Masks. Null stands for all lanes.

  llvm::Type* mask_type() { return values_.lanes_type(builder_.getInt1Ty()); }
  llvm::Value* no_lanes() { return llvm::Constant::getNullValue(mask_type()); }
  llvm::Value* all_lanes() { return llvm::Constant::getAllOnesValue(mask_type()); }
  llvm::Value* as_vector(llvm::Value* mask) { return mask != nullptr ? mask : all_lanes(); }

  /// `mask` and `condition`. In inactive lanes the condition may be poison.
  llvm::Value* both(llvm::Value* mask, llvm::Value* condition) {
    return mask == nullptr ? condition : builder_.CreateSelect(mask, condition, no_lanes());
  }

  llvm::AllocaInst* variable(const void* owner) {
    llvm::AllocaInst*& made = masks_[owner];
    if (made == nullptr) made = values_.new_variable(mask_type(), "mask");
    return made;
  }
  llvm::Value* read(const void* owner) { return builder_.CreateLoad(mask_type(), variable(owner)); }
  void add_lanes(const void* owner, llvm::Value* mask) {
    builder_.CreateStore(mask == nullptr ? all_lanes() : builder_.CreateOr(read(owner), mask),
                         variable(owner));
  }

  // ---- Phis

  bool is_blended(const llvm::PHINode& phi) {
    FlowRegion& region = row_.flow->region_of(*phi.getParent());
    return region.loop->getHeader() != phi.getParent() && region.node_of(*phi.getParent()).joins;
  }

  llvm::AllocaInst* phi_variable(llvm::PHINode& phi, int form, llvm::Type* type) {
    llvm::AllocaInst*& made = phi_variables_[{&phi, form}];
    if (made == nullptr) made = values_.new_variable(type, phi.getName());
    return made;
  }

  bool has_scalar(const llvm::PHINode& phi) { return !row_.shapes->of(phi).is_varying(); }
  bool has_wide_form(const llvm::PHINode& phi) {
    return row_.shapes->of(phi).is_varying() || !row_.shapes->of(phi).conditions.empty();
  }

  template <typename Action>
  void for_forms(llvm::PHINode& phi, const Action& action) {
    if (has_scalar(phi)) action(-1, phi.getType());
    if (!has_wide_form(phi)) return;
    for (unsigned i = 0; i < values_.element_count_of(phi); ++i)
      action(static_cast<int>(i), values_.element_type_of(phi, i));
  }

  /// The lanes of `mask` go along the edge from one block to another.
  void take_edge(llvm::BasicBlock& from, llvm::BasicBlock& to, llvm::Value* mask) {
    for (llvm::PHINode& phi : to.phis()) {
      llvm::Value& value = *phi.getIncomingValueForBlock(&from);
      const bool blends = is_blended(phi);
      WideElements elements;
      if (has_wide_form(phi)) elements = values_.in_form_of(phi, value);
      for_forms(phi, [&](int form, llvm::Type* type) {
        llvm::AllocaInst* variable = phi_variable(phi, form, type);
        llvm::Value* next = form < 0 ? values_.scalar(value) : elements[static_cast<unsigned>(form)];
        if (form >= 0 && blends && mask != nullptr)
          next =
              builder_.CreateSelect(values_.mask_for(phi, mask), next, builder_.CreateLoad(type, variable));
        builder_.CreateStore(next, variable);
      });
    }
    FlowRegion& region = row_.flow->region_of(to);
    const bool is_back_edge = region.loop->getHeader() == &to && region.loop->contains(&from);
    if (is_back_edge) {
      if (goes_on(region)) {
        builder_.CreateStore(mask, variable(live_name(region)));
      } else if (region.diverges) {
        add_lanes(&region, mask);
      }
    } else if (FlowNode& node = partial_node(to); node.is_partial()) {
      add_lanes(&node, mask);
    }
  }

  /// The node of the block, or of the loop that it begins.
  FlowNode& partial_node(const llvm::BasicBlock& block) {
    FlowRegion& region = row_.flow->region_of(block);
    if (region.loop->getHeader() == &block && region.parent != nullptr)
      return region.parent->nodes[region.place];
    return region.node_of(block);
  }

  /// Emits the start of each iteration of a region.
  void reset(FlowRegion& region) {
    for (FlowNode& node : region.nodes) {
      if (node.is_partial()) builder_.CreateStore(no_lanes(), variable(&node));
      if (node.loop || !node.joins) continue;
      for (llvm::PHINode& phi : node.block->phis()) {
        if (!is_blended(phi)) continue;
        for_forms(phi, [&](int form, llvm::Type* type) {
          builder_.CreateStore(llvm::PoisonValue::get(type), phi_variable(phi, form, type));
        });
      }
    }
    if (region.diverges) builder_.CreateStore(no_lanes(), variable(&region));
  }

  // ---- Where lanes go next

  /// Whether the block that ends an iteration of a loop, which lanes leave at different times, runs only if
  /// lanes are there, and all of them go the same way. The loop need not be tested for lanes then.
  bool goes_on(const FlowRegion& region) {
    const FlowNode& latch = region.nodes[region.place_of(*region.loop->getLoopLatch())];
    return region.diverges && is_skipped(region, latch) && leave_together(row_, region, latch);
  }

  bool is_skipped(const FlowRegion& region, const FlowNode& node) {
    return node.is_partial() && is_guarded(row_, region, node);
  }

  /// The block of the first of the places where lanes are or wait. If there is none, all have left the loop.
  llvm::BasicBlock* first_of(FlowRegion& region, const Places& places) {
    if (!places.empty()) return entries_.at(&region.nodes[*places.begin()]);
    return block_after(*region.parent, region.parent->nodes[region.place]);
  }

  /// The block that runs after a node, all of whose lanes go to `to`.
  llvm::BasicBlock* next_block(FlowRegion& region, const FlowNode& node, const llvm::BasicBlock& to) {
    if (region.loop->getHeader() == &to) return next_iteration(region);
    Places places = node.waiting;
    if (region.loop->contains(&to)) places.insert(region.place_of(to));
    if (region.diverges || !places.empty()) return first_of(region, places);
    return next_block(*region.parent, region.parent->nodes[region.place], to);
  }

  llvm::BasicBlock* next_iteration(FlowRegion& region) {
    const bool is_tested = region.diverges && !goes_on(region);
    return is_tested ? ends_.at(&region) : entries_.at(&region.nodes.front());
  }

  /// The block that runs after a loop, which lanes leave at different times.
  llvm::BasicBlock* block_after(FlowRegion& region, const FlowNode& loop) {
    Places places = loop.waiting;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop.loop->loop->getUniqueExitBlocks(exits);
    for (const llvm::BasicBlock* exit : exits)
      if (region.loop->contains(exit)) places.insert(region.place_of(*exit));
    return first_of(region, places);
  }

  // ---- Blocks

  void emit_region(FlowRegion& region, llvm::Value* mask) {
    for (FlowNode& node : region.nodes) {
      builder_.SetInsertPoint(entries_[&node]);
      const bool is_first = &node == &region.nodes.front();
      if (is_first && region.diverges) mask = read(live_name(region));
      if (is_first) reset(region);
      llvm::Value* active = node.is_partial() ? read(&node) : mask;
      if (is_skipped(region, node)) {
        llvm::BasicBlock* body = new_block("lanes.any");
        builder_.CreateCondBr(builder_.CreateOrReduce(active), body, first_of(region, node.waiting));
        builder_.SetInsertPoint(body);
      }
      if (node.loop) {
        emit_loop(region, node, active);
      } else {
        emit_block(region, node, active);
      }
    }
  }

  /// The name of the variable with the lanes that are in a loop.
  const void* live_name(const FlowRegion& region) { return region.loop; }

  void emit_loop(FlowRegion& region, FlowNode& node, llvm::Value* mask) {
    FlowRegion& inner = *node.loop;
    if (inner.diverges) builder_.CreateStore(as_vector(mask), variable(live_name(inner)));
    builder_.CreateBr(entries_[&inner.nodes.front()]);
    emit_region(inner, mask);
    if (!inner.diverges) return;
    close(region, node);
  }

  /// The end of a loop that lanes leave at different times.
  void close(FlowRegion& region, FlowNode& node) {
    FlowRegion& inner = *node.loop;
    if (goes_on(inner)) {
      ends_[&inner]->eraseFromParent();
      return;
    }
    builder_.SetInsertPoint(ends_[&inner]);
    llvm::Value* live = read(&inner);
    builder_.CreateStore(live, variable(live_name(inner)));
    builder_.CreateCondBr(builder_.CreateOrReduce(live), entries_[&inner.nodes.front()],
                          block_after(region, node));
  }

  void emit_block(FlowRegion& region, FlowNode& node, llvm::Value* mask) {
    values_.enter();
    for (llvm::PHINode& phi : node.block->phis()) {
      const bool counts_row = node.block == row_.loop->getHeader();
      if (counts_row) continue;
      read_phi(phi);
    }
    if (node.block == row_.loop->getHeader()) count_row_();
    for (llvm::Instruction& instruction : *node.block)
      if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator())
        instructions_.emit(instruction, mask);
    if (node.block == row_.loop->getLoopLatch()) {
      builder_.CreateBr(ends_.at(&region));
    } else {
      leave(region, node, mask);
    }
  }

  void read_phi(llvm::PHINode& phi) {
    WideElements elements;
    for_forms(phi, [&](int form, llvm::Type* type) {
      llvm::Value* value = builder_.CreateLoad(type, phi_variable(phi, form, type));
      if (form < 0) {
        values_.set_scalar(phi, value);
      } else {
        elements.push_back(value);
      }
    });
    if (!elements.empty()) values_.set_elements(phi, elements);
  }

  void leave(FlowRegion& region, FlowNode& node, llvm::Value* mask) {
    llvm::Instruction& end = *node.block->getTerminator();
    const llvm::SmallSetVector<llvm::BasicBlock*, 4> next(llvm::succ_begin(node.block),
                                                          llvm::succ_end(node.block));
    const bool exits =
        llvm::any_of(next, [&](const llvm::BasicBlock* to) { return !region.loop->contains(to); });
    const bool varies = next.size() > 1 && !row_.shapes->of(*end.getOperand(0)).is_uniform();
    if (varies || (exits && !leave_together(row_, region, node)))
      return branch_divergently(region, node, mask, next.getArrayRef());
    if (next.size() == 1) {
      take_edge(*node.block, *next[0], mask);
      builder_.CreateBr(next_block(region, node, *next[0]));
    } else {
      branch_uniformly(region, node, mask, end);
    }
  }

  /// All lanes take the same edge.
  void branch_uniformly(FlowRegion& region, FlowNode& node, llvm::Value* mask, llvm::Instruction& end) {
    llvm::Instruction* branch = end.clone();
    branch->setOperand(0, values_.scalar(*end.getOperand(0)));
    branch->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
    builder_.Insert(branch);
    llvm::DenseMap<llvm::BasicBlock*, llvm::BasicBlock*> edges;
    values_.remember(false);
    for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
      llvm::BasicBlock* to = end.getSuccessor(i);
      llvm::BasicBlock*& made = edges[to];
      if (made == nullptr) {
        made = new_block("lanes.edge");
        builder_.SetInsertPoint(made);
        take_edge(*node.block, *to, mask);
        builder_.CreateBr(next_block(region, node, *to));
      }
      branch->setSuccessor(i, made);
    }
    values_.remember(true);
  }

  /// Lanes take different edges, one edge after the other.
  void branch_divergently(FlowRegion& region, FlowNode& node, llvm::Value* mask,
                          llvm::ArrayRef<llvm::BasicBlock*> next) {
    Places places = node.waiting;
    std::vector<llvm::Value*> masks;
    for (llvm::BasicBlock* to : next) masks.push_back(both(mask, condition_of(*node.block, *to)));
    for (std::size_t i = 0; i < next.size(); ++i) {
      take_edge(*node.block, *next[i], masks[i]);
      if (region.loop->contains(next[i]) && region.loop->getHeader() != next[i])
        places.insert(region.place_of(*next[i]));
    }
    const bool is_latch = region.loop->getLoopLatch() == node.block;
    builder_.CreateBr(is_latch ? ends_.at(&region) : first_of(region, places));
  }

  /// The lanes for which the block's end leads to `to`.
  llvm::Value* condition_of(llvm::BasicBlock& block, llvm::BasicBlock& to) {
    llvm::Instruction& end = *block.getTerminator();
    if (end.getNumSuccessors() == 1) return all_lanes();
    llvm::Value* tested = values_.vector(*end.getOperand(0));
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end)) {
      if (branch->getSuccessor(0) == branch->getSuccessor(1)) return all_lanes();
      return branch->getSuccessor(0) == &to ? tested : builder_.CreateNot(tested);
    }
    auto& choice = llvm::cast<llvm::SwitchInst>(end);
    const bool is_default = choice.getDefaultDest() == &to;
    llvm::Value* lanes = is_default ? all_lanes() : no_lanes();
    for (const auto& value : choice.cases()) {
      if ((value.getCaseSuccessor() == &to) == is_default) continue;
      llvm::Value* equal = builder_.CreateICmpEQ(tested, values_.splat(value.getCaseValue()));
      lanes =
          is_default ? builder_.CreateAnd(lanes, builder_.CreateNot(equal)) : builder_.CreateOr(lanes, equal);
    }
    return lanes;
  }

  const Row& row_;
  llvm::IRBuilder<>& builder_;
  LaneValues& values_;
  LaneInstructions& instructions_;
  llvm::BasicBlock& end_;  ///< of an iteration
  std::map<const FlowNode*, llvm::BasicBlock*> entries_;
  std::map<const FlowRegion*, llvm::BasicBlock*> ends_;
  std::map<const void*, llvm::AllocaInst*> masks_;
  std::map<std::pair<llvm::PHINode*, int>, llvm::AllocaInst*> phi_variables_;

 public:
  std::function<void()> count_row_;  ///< sets the counters of the row
};

/// The loop around the wide form, and the branches into and out of it.
class RowWriter {
 public:
  RowWriter(const Row& row, llvm::ScalarEvolution& evolution, const llvm::TargetTransformInfo& target)
      : row_(row),
        evolution_(evolution),
        function_(row.loop->getHeader()->getParent()),
        before_(row.loop->getLoopPreheader()),
        wide_(new_block("wide")),
        head_(new_block("wide.head")),
        next_(new_block("wide.next")),
        after_(new_block("wide.after")),
        rest_(new_block("rest")),
        builder_(function_->getContext()),
        values_(row, builder_, *wide_, target),
        instructions_(row, builder_, values_, target),
        flow_(row, builder_, values_, instructions_, *next_) {}

  void write() {
    choose_form();
    builder_.SetInsertPoint(head_);
    index_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "index");
    index_->addIncoming(builder_.getInt64(0), wide_);
    builder_.CreateBr(flow_.first());
    flow_.count_row_ = [this] { count_row(); };
    flow_.emit();
    close_loop();
    hand_over();
    promote();
  }

 private:
  llvm::BasicBlock* new_block(const char* name) {
    return llvm::BasicBlock::Create(row_.loop->getHeader()->getContext(), name, function_,
                                    row_.loop->getHeader());
  }

  llvm::Value* check(const Guard& condition, llvm::SCEVExpander& expander, llvm::Value* last) {
    const llvm::SCEVAddRecExpr* line = row_.shapes->along_row(*condition.value);
    const unsigned bits = condition.value->getType()->getIntegerBitWidth();
    llvm::Value* first =
        builder_.CreateFreeze(expander.expandCodeFor(line->getStart(), nullptr, before_->getTerminator()));
    llvm::Type* wide = builder_.getInt64Ty();
    first = condition.is_signed ? builder_.CreateSExt(first, wide) : builder_.CreateZExt(first, wide);
    const auto step = static_cast<std::uint64_t>(row_.shapes->of(*condition.value).stride);
    llvm::Value* end = builder_.CreateAdd(first, builder_.CreateMul(last, builder_.getInt64(step)));
    llvm::Type* narrow = builder_.getIntNTy(bits);
    llvm::Value* cut = builder_.CreateTrunc(end, narrow);
    llvm::Value* again =
        condition.is_signed ? builder_.CreateSExt(cut, wide) : builder_.CreateZExt(cut, wide);
    return builder_.CreateICmpEQ(end, again);
  }

  /// Rows that are too short, in which integers wrap around, or whose periods are shorter than a vector,
  /// remain as they are.
  void choose_form() {
    llvm::SCEVExpander expander(evolution_, function_->getDataLayout(), "row");
    llvm::Instruction* end = before_->getTerminator();
    builder_.SetInsertPoint(end);
    llvm::Value* last =
        builder_.CreateZExtOrTrunc(expander.expandCodeFor(row_.last, nullptr, end), builder_.getInt64Ty());
    llvm::Value* count = builder_.CreateNUWAdd(last, builder_.getInt64(1));
    llvm::Value* suits = builder_.CreateICmpUGE(count, builder_.getInt64(row_.lanes));
    if (!row_.checks.empty())
      suits = builder_.CreateAnd(suits, builder_.CreateICmpULT(last, builder_.getInt64(kLongest)));
    for (const Guard& condition : row_.checks)
      suits = builder_.CreateAnd(suits, check(condition, expander, last));
    for (llvm::Value* length : row_.lengths)
      suits = builder_.CreateAnd(
          suits, builder_.CreateICmpUGE(
                     builder_.CreateZExtOrTrunc(builder_.CreateFreeze(length), builder_.getInt64Ty()),
                     builder_.getInt64(row_.lanes)));
    count_ = count;
    whole_ = builder_.CreateAnd(count, builder_.getInt64(~std::uint64_t{row_.lanes - 1}), "whole");
    builder_.CreateCondBr(suits, wide_, rest_);
    end->eraseFromParent();
    llvm::IRBuilder<>(wide_).CreateBr(head_);
  }

  llvm::Value* counter_at(llvm::PHINode& phi, llvm::Value* index) {
    llvm::Value* first = phi.getIncomingValueForBlock(before_);
    const auto stride = static_cast<std::uint64_t>(row_.shapes->of(phi).stride);
    if (phi.getType()->isPointerTy())
      return builder_.CreatePtrAdd(first, builder_.CreateMul(index, builder_.getInt64(stride)));
    llvm::Value* steps = builder_.CreateZExtOrTrunc(index, phi.getType());
    return builder_.CreateAdd(first,
                              builder_.CreateMul(steps, llvm::ConstantInt::get(phi.getType(), stride)));
  }

  void count_row() {
    for (llvm::PHINode& phi : row_.loop->getHeader()->phis())
      values_.set_scalar(phi, counter_at(phi, index_));
  }

  void close_loop() {
    builder_.SetInsertPoint(next_);
    llvm::Value* following = builder_.CreateNUWAdd(index_, builder_.getInt64(row_.lanes));
    builder_.CreateCondBr(builder_.CreateICmpULT(following, whole_), head_, after_);
    index_->addIncoming(following, next_);
  }

  /// The row goes on where the wide loop ended.
  void hand_over() {
    llvm::BasicBlock* exit = row_.loop->getExitBlock();
    values_.enter();
    builder_.SetInsertPoint(after_);
    for (llvm::PHINode& phi : exit->phis())
      phi.addIncoming(values_.last(*phi.getIncomingValueForBlock(row_.loop->getLoopLatch())), after_);
    std::vector<llvm::Value*> reached;
    for (llvm::PHINode& phi : row_.loop->getHeader()->phis()) reached.push_back(counter_at(phi, whole_));
    builder_.CreateCondBr(builder_.CreateICmpEQ(whole_, count_), exit, rest_);
    builder_.SetInsertPoint(rest_);
    auto next = reached.begin();
    for (llvm::PHINode& phi : row_.loop->getHeader()->phis()) {
      llvm::PHINode* start = builder_.CreatePHI(phi.getType(), 2);
      start->addIncoming(phi.getIncomingValueForBlock(before_), before_);
      start->addIncoming(*next++, after_);
      phi.setIncomingValueForBlock(before_, start);
      phi.replaceIncomingBlockWith(before_, rest_);
    }
    builder_.CreateBr(row_.loop->getHeader());
  }

  void promote() {
    llvm::DominatorTree dominators(*function_);
    llvm::PromoteMemToReg(values_.variables(), dominators);
  }

  static constexpr std::uint64_t kLongest = std::uint64_t{1} << 31;

  const Row& row_;
  llvm::ScalarEvolution& evolution_;
  llvm::Function* function_;
  llvm::BasicBlock* before_;
  llvm::BasicBlock *wide_, *head_, *next_, *after_, *rest_;
  llvm::IRBuilder<> builder_;
  LaneValues values_;
  LaneInstructions instructions_;
  WideFlow flow_;
  llvm::PHINode* index_ = nullptr;
  llvm::Value *count_ = nullptr, *whole_ = nullptr;
};

}  // namespace

void widen_row(const Row& row, llvm::ScalarEvolution& evolution, const llvm::TargetTransformInfo& target) {
  RowWriter(row, evolution, target).write();
}

}  // namespace quadcl::compiler
