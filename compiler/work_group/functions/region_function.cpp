// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/region_function.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "compiler/clean_up/lower_printf.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernels.h"
#include "compiler/work_group/functions/region_slots.h"
#include "compiler/work_group/versions/row_dimension.h"

namespace quadcl::compiler {
namespace {

class RegionBuilder {
 public:
  RegionBuilder(llvm::Function& kernel, const BarrierRegions& regions, const ItemSlots& slots, unsigned index,
                const FixedLocalSize& fixed_local_size)
      : region_(regions.regions[index]),
        slots_(slots),
        index_(index),
        copy_(kernel, regions, index),
        loops_(copy_, first(), GroupShape{fixed_local_size, row_dimension_of(kernel)},
               is_version(kernel, KernelVersion::linear)),
        values_(copy_, loops_, regions, slots, index) {}

  llvm::Function* build(RowLength length) {
    make_next();
    loops_.enter(first());
    skip_left_items();
    values_.give_variables_memory();
    values_.enter();
    leave_region();
    llvm::Function& function = copy_.function();
    loops_.lowering().lower(function, loops_.local_ids());
    lower_print_calls(function, &copy_.group_context());
    lower_address_space_calls(function, &copy_.group_context());
    promote_slots();
    start_variables();
    loops_.declare_parallel(length);
    return &function;
  }

 private:
  llvm::BasicBlock& first() { return *copy_.of(region_.start); }

  /// Whether all work-items that go through the region go on to the same one.
  bool has_only_exit() const { return !region_.may_end && region_.next.size() == 1; }

  /// A variable for the number of the next region; promoted at the end. Where work-items may have ended the
  /// kernel, it is in memory: promoted, it would be a value that passes from work-item to work-item.
  void make_next() {
    llvm::IRBuilder<> before(copy_.prologue().getTerminator());
    next_ = slots_.next_offset && !has_only_exit()
                ? values_.slot_base(before, loops_.count_items(before), *slots_.next_offset)
                : before.CreateAlloca(before.getInt32Ty());
    before.CreateStore(before.getInt32(has_only_exit() ? region_.next.front() : kGroupDone), next_);
    llvm::IRBuilder<> after(&loops_.done());
    after.CreateRet(after.CreateLoad(after.getInt32Ty(), next_));
  }

  /// Work-items that end the kernel leave the decision to those that go on: kGroupDone is the largest number.
  void set_next(llvm::IRBuilder<>& builder, std::uint32_t next) {
    if (has_only_exit() || (slots_.next_offset && next == kGroupDone)) return;
    llvm::Value* value = builder.getInt32(next);
    if (region_.may_lose_items && !slots_.next_offset) {  // a check of early returns, which has no memory
      llvm::Value* others = builder.CreateLoad(builder.getInt32Ty(), next_);
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, others, value);
    }
    builder.CreateStore(value, next_);
  }

  /// Work-items that have ended the kernel skip the region.
  void skip_left_items() {
    if (!slots_.left_offset) return;
    llvm::IRBuilder<> outside(copy_.prologue().getTerminator());
    llvm::Value* base = values_.slot_base(outside, loops_.count_items(outside), *slots_.left_offset);
    llvm::IRBuilder<> inside(loops_.head().getTerminator());
    left_ = inside.CreateInBoundsPtrAdd(base, loops_.linear_id(inside));
    if (index_ == 0) return;
    llvm::Value* left = inside.CreateLoad(inside.getInt8Ty(), left_);
    loops_.skip_if(inside.CreateIsNotNull(left), inside);
  }

  /// Every exit of the region stores the number of the next region, and the values that it needs.
  void leave_region() {
    values_.save();
    for (const unsigned next : region_.next) leave(*copy_.exit_to(next), next);
    for (llvm::BasicBlock* block : region_.blocks) {
      if (!llvm::isa<llvm::ReturnInst>(block->getTerminator())) continue;
      copy_.of(block)->getTerminator()->eraseFromParent();
      leave(*copy_.of(block), kGroupDone);
    }
  }

  /// Ends the block.
  void leave(llvm::BasicBlock& block, std::uint32_t next) {
    llvm::IRBuilder<> builder(&block);
    if (left_ != nullptr && (index_ == 0 || next == kGroupDone))
      builder.CreateStore(builder.getInt8(next == kGroupDone ? 1 : 0), left_);
    set_next(builder, next);
    builder.CreateBr(&loops_.next());
  }

  void promote_slots() {
    std::vector<llvm::AllocaInst*> promotable;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(copy_.prologue())) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr) continue;
      if (variable->use_empty()) {
        variable->eraseFromParent();
      } else if (llvm::isAllocaPromotable(variable)) {
        promotable.push_back(variable);
      }
    }
    llvm::DominatorTree tree(copy_.function());
    llvm::PromoteMemToReg(promotable, tree);
  }

  /// Each work-item finds its variables undefined. Without the marks, LLVM would pass values on from one
  /// work-item to the next where a variable may be read before it is written.
  void start_variables() {
    llvm::IRBuilder<> builder(&loops_.entry());
    for (llvm::Instruction& instruction : copy_.prologue())
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        builder.CreateLifetimeStart(variable);
  }

  const Region& region_;
  const ItemSlots& slots_;
  unsigned index_;
  RegionCopy copy_;
  ItemLoops loops_;
  RegionSlots values_;
  llvm::Value* next_ = nullptr;
  llvm::Value* left_ = nullptr;  ///< the byte that says whether this work-item has ended the kernel
};

}  // namespace

llvm::Function* make_region_function(llvm::Function& kernel, const BarrierRegions& regions,
                                     const ItemSlots& slots, unsigned index,
                                     const FixedLocalSize& fixed_local_size, RowLength length) {
  return RegionBuilder(kernel, regions, slots, index, fixed_local_size).build(length);
}

}  // namespace quadcl::compiler
