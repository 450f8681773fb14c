// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/functions/region_function.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <map>

#include "compiler/clean_up/inline_choice.h"
#include "compiler/clean_up/lower_printf.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/kernels.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/work_group/versions/row_dimension.h"
#include "core/kernel_abi.h"

namespace quadcl::compiler {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};
/// The least size of a group context, that of processors with 32 bits included.
constexpr std::uint64_t kContextBytes = 168;

/// One of the three loops over work-items. It counts from 0 to `limit` - 1 and is never empty.
struct Loop {
  llvm::BasicBlock* head;
  llvm::BasicBlock* latch;
  llvm::PHINode* counter;
};

llvm::AllocaInst* copy_variable(const llvm::AllocaInst& variable, llvm::BasicBlock& prologue) {
  auto* copy = llvm::cast<llvm::AllocaInst>(variable.clone());
  copy->insertInto(&prologue, prologue.begin());
  return copy;
}

/// Copies a variable when it is first used.
class VariableCopies : public llvm::ValueMaterializer {
 public:
  explicit VariableCopies(llvm::BasicBlock& prologue) : prologue_(prologue) {}
  llvm::Value* materialize(llvm::Value* value) override {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(value);
    const bool is_copy = variable == nullptr || variable->getFunction() == prologue_.getParent();
    return is_copy ? nullptr : copy_variable(*variable, prologue_);
  }

 private:
  llvm::BasicBlock& prologue_;
};

class RegionBuilder {
 public:
  RegionBuilder(llvm::Function& kernel, const BarrierRegions& regions, const ItemSlots& slots, unsigned index,
                const FixedLocalSize& fixed_local_size, RowLength length)
      : kernel_(kernel),
        regions_(regions),
        region_(regions.regions[index]),
        slots_(slots),
        index_(index),
        fixed_local_size_(fixed_local_size),
        length_(length),
        context_(kernel.getContext()) {}

  llvm::Function* build() {
    copy_kernel();
    make_loops();
    skip_left_items();
    give_variables_memory();
    enter_region();
    leave_region();
    WorkItemLowering& lowering = *lowering_;
    lowering.lower(*function_, local_ids());
    lower_print_calls(*function_, group_context_);
    lower_address_space_calls(*function_, group_context_);
    promote_slots();
    start_variables();
    declare_parallel();
    return function_;
  }

 private:
  void copy_kernel() {
    std::vector<llvm::Type*> parameters;
    for (const llvm::Argument& argument : kernel_.args()) parameters.push_back(argument.getType());
    parameters.push_back(llvm::PointerType::get(context_, 0));
    auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context_), parameters, false);
    function_ =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                               kernel_.getName() + ".region" + llvm::Twine(index_), kernel_.getParent());
    for (llvm::Argument& argument : kernel_.args())
      copies_[&argument] = function_->getArg(argument.getArgNo());
    adopt_attributes();
    copy_blocks();
    group_context_ = function_->getArg(function_->arg_size() - 1);
    function_->addParamAttr(group_context_->getArgNo(), llvm::Attribute::NoAlias);
    function_->addParamAttr(group_context_->getArgNo(), llvm::Attribute::ReadOnly);
    function_->addParamAttr(group_context_->getArgNo(),
                            llvm::Attribute::getWithDereferenceableBytes(context_, kContextBytes));
  }

  /// The kernel's parameter types, except that a struct argument is a plain pointer: it was copied
  /// (struct_arguments.h).
  void adopt_attributes() {
    function_->setAttributes(kernel_.getAttributes());
    for (const llvm::Argument& argument : kernel_.args()) {
      if (!argument.hasByValAttr()) continue;
      function_->removeParamAttr(argument.getArgNo(), llvm::Attribute::ByVal);
      function_->removeParamAttr(argument.getArgNo(), llvm::Attribute::Alignment);
      const std::uint64_t size =
          kernel_.getParent()->getDataLayout().getTypeAllocSize(argument.getParamByValType());
      function_->addParamAttr(argument.getArgNo(),
                              llvm::Attribute::getWithDereferenceableBytes(context_, size));
    }
  }

  /// The region's blocks, and an empty block for each barrier behind it. Values that they use from other
  /// blocks are in variables.
  void copy_blocks() {
    prologue_ = llvm::BasicBlock::Create(context_, "prologue", function_);
    for (llvm::BasicBlock* block : region_.blocks)
      copies_[block] = llvm::CloneBasicBlock(block, copies_, "", function_);
    for (const unsigned next : region_.next)
      copies_[regions_.barriers[next - 1]->getParent()] = llvm::BasicBlock::Create(context_, "", function_);
    for (llvm::BasicBlock* block : region_.blocks) {
      for (llvm::Instruction& copy : llvm::make_early_inc_range(*copy_of(block))) adopt(copy);
    }
  }

  void adopt(llvm::Instruction& copy) {
    if (llvm::isa<llvm::AllocaInst>(copy)) return copy.moveBefore(*prologue_, prologue_->end());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&copy)) {
      for (unsigned i = phi->getNumIncomingValues(); i-- > 0;) {
        if (copies_.count(phi->getIncomingBlock(i)) == 0) phi->removeIncomingValue(i, false);
      }
    }
    VariableCopies variables(*prologue_);
    llvm::RemapInstruction(&copy, copies_, llvm::RF_NoModuleLevelChanges, nullptr, &variables);
  }

  llvm::AllocaInst* copy_of_variable(llvm::AllocaInst* variable) {
    llvm::WeakTrackingVH& copy = copies_[variable];
    if (!copy) copy = copy_variable(*variable, *prologue_);
    return llvm::cast<llvm::AllocaInst>(copy);
  }

  template <typename T>
  T* copy_of(T* original) {
    return llvm::cast<T>(copies_[original]);
  }

  void make_loops() {
    llvm::BasicBlock* first = copy_of(region_.start);
    for (unsigned d = 0; d < 3; ++d) {
      loops_[d].head = llvm::BasicBlock::Create(context_, llvm::Twine("items.") + kAxes[d], function_, first);
      loops_[d].latch = llvm::BasicBlock::Create(context_, llvm::Twine("next.") + kAxes[d], function_);
    }
    done_ = llvm::BasicBlock::Create(context_, "done", function_);
    llvm::Instruction* anchor = llvm::BranchInst::Create(loops_[2].head, prologue_);
    for (Loop& loop : loops_)
      loop.counter = llvm::PHINode::Create(llvm::Type::getInt64Ty(context_), 2, "", loop.head);
    lowering_.emplace(group_context_, anchor, GroupShape{fixed_local_size_, row_dimension_of(kernel_)});
    llvm::BranchInst::Create(loops_[1].head, loops_[2].head);
    llvm::BranchInst::Create(loops_[0].head, loops_[1].head);
    close_loop(0, prologue_of(0), loops_[1].latch);
    close_loop(1, prologue_of(1), loops_[2].latch);
    close_loop(2, prologue_of(2), done_);
    make_next(*anchor);
    auto* enter = llvm::BasicBlock::Create(context_, "enter", function_, first);
    llvm::BranchInst::Create(enter, loops_[0].head);
    entry_ = llvm::BranchInst::Create(copy_of(region_.start), enter);
  }

  /// Whether all work-items that go through the region go on to the same one.
  bool has_only_exit() const { return !region_.may_end && region_.next.size() == 1; }

  /// A variable for the number of the next region; promoted at the end. Where work-items may have ended the
  /// kernel, it is in memory: promoted, it would be a value that passes from work-item to work-item.
  void make_next(llvm::Instruction& anchor) {
    llvm::IRBuilder<> before(&anchor);
    next_ = slots_.next_offset && !has_only_exit()
                ? slot_base(before, count_items(before), *slots_.next_offset)
                : before.CreateAlloca(before.getInt32Ty());
    before.CreateStore(before.getInt32(has_only_exit() ? region_.next.front() : kGroupDone), next_);
    llvm::IRBuilder<> after(done_);
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

  llvm::BasicBlock* prologue_of(unsigned d) { return d == 2 ? prologue_ : loops_[d + 1].head; }

  void close_loop(unsigned d, llvm::BasicBlock* before, llvm::BasicBlock* after) {
    Loop& loop = loops_[d];
    llvm::IRBuilder<> builder(loop.latch);
    llvm::Value* limit = limit_of_loop(d);
    llvm::Value* count = builder.CreateAdd(loop.counter, builder.getInt64(1), "", true, true);
    llvm::Value* more = builder.CreateICmpULT(count, limit);
    back_edges_[d] = builder.CreateCondBr(more, loop.head, after);
    loop.counter->addIncoming(builder.getInt64(0), before);
    loop.counter->addIncoming(count, loop.latch);
  }

  bool is_linear() const { return is_version(kernel_, KernelVersion::linear); }

  /// In the linear version, the innermost loop goes over all work-items.
  llvm::Value* limit_of_loop(unsigned d) {
    if (!is_linear()) return lowering_->field(ContextField::local_size, d);
    llvm::IRBuilder<> builder(prologue_->getTerminator());
    return d == 0 ? count_items(builder) : builder.getInt64(1);
  }

  std::array<llvm::Value*, 3> local_ids() {
    std::array<llvm::Value*, 3> ids{loops_[0].counter, loops_[1].counter, loops_[2].counter};
    if (!is_linear()) return ids;
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
  /// at most QUADCL_MAX_GROUP_ITEMS, a product with a rounded reciprocal is exact.
  std::pair<llvm::Value*, llvm::Value*> divide(llvm::IRBuilder<>& builder, llvm::Value* number,
                                               llvm::Value* size) {
    constexpr unsigned kBits = 20;
    static_assert(QUADCL_MAX_GROUP_ITEMS * QUADCL_MAX_GROUP_ITEMS <= 1 << kBits);
    llvm::IRBuilder<> outside(prologue_->getTerminator());
    llvm::Value* divisor = outside.CreateTrunc(size, outside.getInt32Ty());
    llvm::Value* reciprocal = outside.CreateUDiv(outside.getInt32(1 << kBits), divisor);
    reciprocal = outside.CreateAdd(reciprocal, outside.getInt32(1));
    llvm::Value* quotient = builder.CreateLShr(builder.CreateNUWMul(number, reciprocal), kBits);
    return {quotient, builder.CreateNUWSub(number, builder.CreateNUWMul(quotient, divisor))};
  }

  llvm::Value* linear_id(llvm::IRBuilder<>& builder) {
    if (is_linear()) return loops_[0].counter;
    llvm::Value* row = builder.CreateNUWMul(loops_[2].counter, lowering_->field(ContextField::local_size, 1));
    row = builder.CreateNUWAdd(row, loops_[1].counter);
    row = builder.CreateNUWMul(row, lowering_->field(ContextField::local_size, 0));
    return builder.CreateNUWAdd(row, loops_[0].counter);
  }

  llvm::Value* count_items(llvm::IRBuilder<>& builder) {
    llvm::Value* items = lowering_->field(ContextField::local_size, 0);
    items = builder.CreateNUWMul(items, lowering_->field(ContextField::local_size, 1));
    return builder.CreateNUWMul(items, lowering_->field(ContextField::local_size, 2));
  }

  llvm::Value* slot_base(llvm::IRBuilder<>& builder, llvm::Value* items, std::uint64_t offset) {
    llvm::Value* memory = load_context_field(builder, group_context_, ContextField::item_memory);
    llvm::Value* places = builder.CreateNUWAdd(items, builder.getInt64(QUADCL_SPARE_ITEMS));
    return builder.CreateInBoundsPtrAdd(memory, builder.CreateNUWMul(places, builder.getInt64(offset)));
  }

  /// Work-items that have ended the kernel skip the region.
  void skip_left_items() {
    if (!slots_.left_offset) return;
    llvm::IRBuilder<> outside(prologue_->getTerminator());
    llvm::Value* base = slot_base(outside, count_items(outside), *slots_.left_offset);
    llvm::Instruction* end = loops_[0].head->getTerminator();
    llvm::IRBuilder<> inside(end);
    left_ = inside.CreateInBoundsPtrAdd(base, linear_id(inside));
    if (index_ == 0) return;
    llvm::Value* left = inside.CreateLoad(inside.getInt8Ty(), left_);
    inside.CreateCondBr(inside.CreateIsNotNull(left), loops_[0].latch, entry_->getParent());
    end->eraseFromParent();
  }

  /// The address of this work-item's slot. Call it after the loops are made and before they are closed.
  llvm::Value* address_of(const ItemSlot& slot) {
    llvm::Value*& address = addresses_[&slot];
    if (address != nullptr) return address;
    llvm::IRBuilder<> outside(prologue_->getTerminator());
    if (items_ == nullptr) items_ = count_items(outside);
    address = slot_base(outside, items_, slot.offset);
    if (slot.uniform) return address;
    llvm::IRBuilder<> inside(entry_);
    if (id_ == nullptr) id_ = linear_id(inside);
    return address =
               inside.CreateInBoundsPtrAdd(address, inside.CreateNUWMul(id_, inside.getInt64(slot.size)));
  }

  /// Variables of the source are directly in their slots.
  void give_variables_memory() {
    for (const ItemSlot& slot : slots_.slots) {
      if (slot.value != nullptr) continue;
      const auto copy = copies_.find(slot.variable);
      if (copy != copies_.end()) copy->second->replaceAllUsesWith(address_of(slot));
    }
  }

  /// Recomputes the kernel's `original` before the region starts.
  llvm::Value* recompute(llvm::Value* original) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(original))
      return value_at_entry(*slots_.find(llvm::cast<llvm::AllocaInst>(load->getPointerOperand())));
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(original);
    if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(original)) return variable_address(variable);
    if (llvm::isa<llvm::Argument>(original)) return copies_[original];
    if (instruction == nullptr) return original;
    llvm::Value*& known = recomputed_[instruction];
    if (known != nullptr) return known;
    llvm::Instruction* copy = instruction->clone();
    for (llvm::Use& operand : copy->operands()) operand.set(recompute(operand.get()));
    copy->insertBefore(entry_);
    return known = copy;
  }

  llvm::Value* variable_address(llvm::AllocaInst* variable) {
    const ItemSlot* slot = slots_.find(variable);
    return slot != nullptr ? address_of(*slot) : copy_of_variable(variable);
  }

  llvm::Value* value_at_entry(const ItemSlot& slot) {
    if (slot.recomputed) return recompute(slot.value);
    llvm::Value*& known = recomputed_[slot.value];
    if (known != nullptr) return known;
    llvm::Value* address = address_of(slot);
    llvm::IRBuilder<> builder(slot.uniform ? prologue_->getTerminator() : entry_);
    return known = builder.CreateAlignedLoad(slot.variable->getAllocatedType(), address,
                                             slot.variable->getAlign());
  }

  /// A value that only passes through the region stays in its slot.
  void enter_region() {
    for (llvm::Instruction* live : regions_.live[index_]) {
      const ItemSlot& slot = *slots_.find(live);
      const auto copy = copies_.find(slot.variable);
      if (copy == copies_.end()) continue;
      llvm::IRBuilder<> builder(entry_);
      builder.CreateStore(value_at_entry(slot), copy->second);
    }
  }

  /// Every exit of the region stores the number of the next region, and the values that it needs.
  void leave_region() {
    save_slots();
    for (const unsigned next : region_.next) {
      llvm::BasicBlock* block = copy_of(regions_.barriers[next - 1]->getParent());
      leave(*block, next);
    }
    for (llvm::BasicBlock* block : region_.blocks) {
      if (!llvm::isa<llvm::ReturnInst>(block->getTerminator())) continue;
      copy_of(block)->getTerminator()->eraseFromParent();
      leave(*copy_of(block), kGroupDone);
    }
  }

  /// Ends the block.
  void leave(llvm::BasicBlock& block, std::uint32_t next) {
    llvm::IRBuilder<> builder(&block);
    if (left_ != nullptr && (index_ == 0 || next == kGroupDone))
      builder.CreateStore(builder.getInt8(next == kGroupDone ? 1 : 0), left_);
    set_next(builder, next);
    builder.CreateBr(loops_[0].latch);
  }

  void save_slots() {
    llvm::SetVector<llvm::Instruction*> values;
    for (const unsigned next : region_.next)
      values.insert(regions_.live[next].begin(), regions_.live[next].end());
    const auto repeating = repeating_blocks();
    for (llvm::Instruction* value : values) {
      const ItemSlot& slot = *slots_.find(value);
      if (slot.recomputed || !region_.blocks.contains(value->getParent())) continue;
      if (repeating.contains(copy_of(value->getParent()))) {
        save_at_exits(slot);
      } else {
        save_where_computed(slot);
      }
    }
  }

  /// Blocks that one run of the region may reach again. The loops over work-items are not closed yet.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> repeating_blocks() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> blocks;
    for (auto component = llvm::scc_begin(function_); !component.isAtEnd(); ++component)
      if (component.hasCycle()) blocks.insert(component->begin(), component->end());
    return blocks;
  }

  /// A value is stored to its slot where it is computed, not at each exit that needs it. Exits that differ
  /// only in the next region are then no branches for LLVM's vectoriser. On paths around the store the slot
  /// keeps its old value.
  void save_where_computed(const ItemSlot& slot) {
    llvm::IRBuilder<> builder(copy_of(demotion(slot))->getNextNode());
    save(slot, builder);
  }

  void save_at_exits(const ItemSlot& slot) {
    for (const unsigned next : region_.next) {
      if (!regions_.live[next].contains(slot.value)) continue;
      llvm::IRBuilder<> builder(copy_of(regions_.barriers[next - 1]->getParent()));
      save(slot, builder);
    }
  }

  /// The place where the kernel stores a value to the variable of its slot.
  static llvm::StoreInst* demotion(const ItemSlot& slot) {
    const auto is_store = [](const llvm::User* user) { return llvm::isa<llvm::StoreInst>(user); };
    return llvm::cast<llvm::StoreInst>(*llvm::find_if(slot.variable->users(), is_store));
  }

  void save(const ItemSlot& slot, llvm::IRBuilder<>& builder) {
    llvm::Value* value =
        builder.CreateLoad(slot.variable->getAllocatedType(), copy_of_variable(slot.variable));
    if (slot.uniform) {
      builder.CreateStore(value, last_of(slot));
    } else {
      builder.CreateAlignedStore(value, address_of(slot), slot.variable->getAlign());
    }
  }

  /// A variable for the last work-item's value of a uniform slot; promoted at the end. It is stored to memory
  /// once, after the loops.
  llvm::AllocaInst* last_of(const ItemSlot& slot) {
    llvm::AllocaInst*& last = last_[&slot];
    if (last != nullptr) return last;
    llvm::Type* type = slot.variable->getAllocatedType();
    last = new llvm::AllocaInst(type, 0, "", prologue_->begin());
    if (regions_.live[index_].contains(slot.value)) {
      llvm::IRBuilder<> before(prologue_->getTerminator());
      before.CreateStore(before.CreateAlignedLoad(type, address_of(slot), slot.variable->getAlign()), last);
    }
    llvm::IRBuilder<> after(done_->getTerminator());
    after.CreateAlignedStore(after.CreateLoad(type, last), address_of(slot), slot.variable->getAlign());
    return last;
  }

  void promote_slots() {
    std::vector<llvm::AllocaInst*> promotable;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(*prologue_)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr) continue;
      if (variable->use_empty()) {
        variable->eraseFromParent();
      } else if (llvm::isAllocaPromotable(variable)) {
        promotable.push_back(variable);
      }
    }
    llvm::DominatorTree tree(*function_);
    llvm::PromoteMemToReg(promotable, tree);
  }

  /// Each work-item finds its variables undefined. Without the marks, LLVM would pass values on from one
  /// work-item to the next where a variable may be read before it is written.
  void start_variables() {
    llvm::IRBuilder<> builder(entry_);
    for (llvm::Instruction& instruction : *prologue_)
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        builder.CreateLifetimeStart(variable);
  }

  void declare_parallel() {
    llvm::MDNode* group = llvm::MDNode::getDistinct(context_, {});
    for (llvm::BasicBlock& block : *function_) {
      if (&block == prologue_) continue;
      for (llvm::Instruction& instruction : block) {
        if (instruction.mayReadOrWriteMemory() && !touches_stack(instruction) && !calls_function(instruction))
          instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
      }
    }
    llvm::Metadata* accesses[] = {llvm::MDString::get(context_, kParallelAccesses), group};
    for (llvm::BranchInst* back_edge : back_edges_) {
      llvm::SmallVector<llvm::Metadata*> properties{nullptr, llvm::MDNode::get(context_, accesses)};
      if (back_edge == back_edges_[0] && length_ == RowLength::is_short)
        properties.push_back(number_property(kVectorised, 1));
      llvm::MDNode* loop = llvm::MDNode::getDistinct(context_, properties);
      loop->replaceOperandWith(0, loop);
      back_edge->setMetadata(llvm::LLVMContext::MD_loop, loop);
    }
  }

  llvm::MDNode* number_property(const char* name, std::uint32_t number) {
    llvm::Metadata* const property[] = {
        llvm::MDString::get(context_, name),
        llvm::ConstantAsMetadata::get(llvm::IRBuilder<>(context_).getInt32(number))};
    return llvm::MDNode::get(context_, property);
  }

  llvm::Function& kernel_;
  const BarrierRegions& regions_;
  const Region& region_;
  const ItemSlots& slots_;
  unsigned index_;
  FixedLocalSize fixed_local_size_;
  RowLength length_;
  llvm::LLVMContext& context_;

  llvm::Function* function_ = nullptr;
  llvm::Argument* group_context_ = nullptr;
  llvm::ValueToValueMapTy copies_;
  llvm::BasicBlock* prologue_ = nullptr;
  llvm::BasicBlock* done_ = nullptr;
  std::array<Loop, 3> loops_{};
  std::array<llvm::BranchInst*, 3> back_edges_{};
  llvm::Value* next_ = nullptr;
  llvm::Value* left_ = nullptr;        ///< the byte that says whether this work-item has ended the kernel
  llvm::BranchInst* entry_ = nullptr;  ///< from the innermost loop's header into the region
  std::optional<WorkItemLowering> lowering_;
  llvm::Value* items_ = nullptr;  ///< number of them, for addresses of slots
  llvm::Value* id_ = nullptr;
  std::map<const ItemSlot*, llvm::Value*> addresses_;
  std::map<const ItemSlot*, llvm::AllocaInst*> last_;
  std::map<const llvm::Instruction*, llvm::Value*> recomputed_;
};

}  // namespace

llvm::Function* make_region_function(llvm::Function& kernel, const BarrierRegions& regions,
                                     const ItemSlots& slots, unsigned index,
                                     const FixedLocalSize& fixed_local_size, RowLength length) {
  return RegionBuilder(kernel, regions, slots, index, fixed_local_size, length).build();
}

}  // namespace quadcl::compiler
