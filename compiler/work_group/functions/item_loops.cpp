// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/item_loops.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Module.h>

#include "compiler/clean_up/inline_choice.h"
#include "compiler/ir/work_item_loops.h"
#include "core/device_limits.h"

namespace quadcl::compiler {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

}  // namespace

ItemLoops::ItemLoops(const RegionCopy& copy, llvm::BasicBlock& first, const GroupShape& shape, bool is_linear)
    : function_(copy.function()),
      context_(function_.getContext()),
      prologue_(copy.prologue()),
      is_linear_(is_linear) {
  for (unsigned d = 0; d < 3; ++d) {
    loops_[d].head = llvm::BasicBlock::Create(context_, llvm::Twine("items.") + kAxes[d], &function_, &first);
    loops_[d].latch = llvm::BasicBlock::Create(context_, llvm::Twine("next.") + kAxes[d], &function_);
  }
  done_ = llvm::BasicBlock::Create(context_, "done", &function_);
  llvm::Instruction* anchor = llvm::BranchInst::Create(loops_[2].head, &prologue_);
  for (Loop& loop : loops_)
    loop.counter = llvm::PHINode::Create(llvm::Type::getInt64Ty(context_), 2, "", loop.head);
  lowering_.emplace(&copy.group_context(), anchor, shape);
  llvm::BranchInst::Create(loops_[1].head, loops_[2].head);
  llvm::BranchInst::Create(loops_[0].head, loops_[1].head);
  close_loop(0, prologue_of(0), loops_[1].latch);
  close_loop(1, prologue_of(1), loops_[2].latch);
  close_loop(2, prologue_of(2), done_);
}

void ItemLoops::enter(llvm::BasicBlock& first) {
  auto* enter = llvm::BasicBlock::Create(context_, "enter", &function_, &first);
  llvm::BranchInst::Create(enter, loops_[0].head);
  entry_ = llvm::BranchInst::Create(&first, enter);
}

llvm::BasicBlock* ItemLoops::prologue_of(unsigned d) { return d == 2 ? &prologue_ : loops_[d + 1].head; }

void ItemLoops::close_loop(unsigned d, llvm::BasicBlock* before, llvm::BasicBlock* after) {
  Loop& loop = loops_[d];
  llvm::IRBuilder<> builder(loop.latch);
  llvm::Value* limit = limit_of_loop(d);
  llvm::Value* count = builder.CreateAdd(loop.counter, builder.getInt64(1), "", true, true);
  llvm::Value* more = builder.CreateICmpULT(count, limit);
  back_edges_[d] = builder.CreateCondBr(more, loop.head, after);
  loop.counter->addIncoming(builder.getInt64(0), before);
  loop.counter->addIncoming(count, loop.latch);
}

/// In the linear version, the innermost loop goes over all work-items.
llvm::Value* ItemLoops::limit_of_loop(unsigned d) {
  if (!is_linear_) return lowering_->field(ContextField::local_size, d);
  llvm::IRBuilder<> builder(prologue_.getTerminator());
  return d == 0 ? count_items(builder) : builder.getInt64(1);
}

std::array<llvm::Value*, 3> ItemLoops::local_ids() {
  std::array<llvm::Value*, 3> ids{loops_[0].counter, loops_[1].counter, loops_[2].counter};
  if (!is_linear_) return ids;
  llvm::IRBuilder<> builder(&*loops_[0].head->getFirstInsertionPt());
  llvm::Value* rest = builder.CreateTrunc(loops_[0].counter, builder.getInt32Ty());
  for (unsigned d = 0; d < 2; ++d) {
    const auto [quotient, remainder] = divide(builder, rest, lowering_->field(ContextField::local_size, d));
    ids[d] = builder.CreateZExt(remainder, builder.getInt64Ty());
    rest = quotient;
  }
  ids[2] = builder.CreateZExt(rest, builder.getInt64Ty());
  return ids;
}

/// Quotient and remainder of a number of a work-item by a size. Divisions take long in vectors. As both are
/// at most kMaxWorkGroupSize, a product with a rounded reciprocal is exact.
std::pair<llvm::Value*, llvm::Value*> ItemLoops::divide(llvm::IRBuilder<>& builder, llvm::Value* number,
                                                        llvm::Value* size) {
  constexpr unsigned kBits = 20;
  static_assert(kMaxWorkGroupSize * kMaxWorkGroupSize <= 1 << kBits);
  llvm::IRBuilder<> outside(prologue_.getTerminator());
  llvm::Value* divisor = outside.CreateTrunc(size, outside.getInt32Ty());
  llvm::Value* reciprocal = outside.CreateUDiv(outside.getInt32(1 << kBits), divisor);
  reciprocal = outside.CreateAdd(reciprocal, outside.getInt32(1));
  llvm::Value* quotient = builder.CreateLShr(builder.CreateNUWMul(number, reciprocal), kBits);
  return {quotient, builder.CreateNUWSub(number, builder.CreateNUWMul(quotient, divisor))};
}

llvm::Value* ItemLoops::linear_id(llvm::IRBuilder<>& builder) {
  if (is_linear_) return loops_[0].counter;
  llvm::Value* row = builder.CreateNUWMul(loops_[2].counter, lowering_->field(ContextField::local_size, 1));
  row = builder.CreateNUWAdd(row, loops_[1].counter);
  row = builder.CreateNUWMul(row, lowering_->field(ContextField::local_size, 0));
  return builder.CreateNUWAdd(row, loops_[0].counter);
}

llvm::Value* ItemLoops::count_items(llvm::IRBuilder<>& builder) {
  llvm::Value* items = lowering_->field(ContextField::local_size, 0);
  items = builder.CreateNUWMul(items, lowering_->field(ContextField::local_size, 1));
  return builder.CreateNUWMul(items, lowering_->field(ContextField::local_size, 2));
}

void ItemLoops::skip_if(llvm::Value* left, llvm::IRBuilder<>& builder) {
  llvm::Instruction* end = loops_[0].head->getTerminator();
  builder.CreateCondBr(left, loops_[0].latch, entry_->getParent());
  end->eraseFromParent();
}

void ItemLoops::declare_parallel(RowLength length) {
  llvm::MDNode* group = llvm::MDNode::getDistinct(context_, {});
  for (llvm::BasicBlock& block : function_) {
    if (&block == &prologue_) continue;
    for (llvm::Instruction& instruction : block) {
      if (instruction.mayReadOrWriteMemory() && !touches_stack(instruction) && !calls_function(instruction))
        instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
    }
  }
  llvm::Metadata* accesses[] = {llvm::MDString::get(context_, kParallelAccesses), group};
  for (llvm::BranchInst* back_edge : back_edges_) {
    llvm::SmallVector<llvm::Metadata*> properties{nullptr, llvm::MDNode::get(context_, accesses)};
    if (back_edge == back_edges_[0] && length == RowLength::is_short)
      properties.push_back(number_property(kVectorised, 1));
    llvm::MDNode* loop = llvm::MDNode::getDistinct(context_, properties);
    loop->replaceOperandWith(0, loop);
    back_edge->setMetadata(llvm::LLVMContext::MD_loop, loop);
  }
}

llvm::MDNode* ItemLoops::number_property(const char* name, std::uint32_t number) {
  llvm::Metadata* const property[] = {
      llvm::MDString::get(context_, name),
      llvm::ConstantAsMetadata::get(llvm::IRBuilder<>(context_).getInt32(number))};
  return llvm::MDNode::get(context_, property);
}

}  // namespace quadcl::compiler
