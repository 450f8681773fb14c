// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/private_arrays.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "compiler/ir/work_item_loops.h"

namespace quadcl::compiler {
namespace {

bool is_within_a_row(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  const llvm::Loop* loop = loops.getLoopFor(instruction.getParent());
  for (; loop != nullptr; loop = loop->getParentLoop())
    if (is_over_work_items(*loop)) {
      const auto inside = loop->getLoopsInPreorder();
      return llvm::none_of(
          inside, [&](const llvm::Loop* inner) { return inner != loop && is_over_work_items(*inner); });
    }
  return false;
}

/// Everything that is done with the addresses of a variable.
class Uses {
 public:
  Uses(llvm::AllocaInst& variable, const llvm::Loop& row, const llvm::LoopInfo& loops)
      : layout_(variable.getModule()->getDataLayout()), row_(row), loops_(loops) {
    follow(variable);
    for (llvm::Instruction* choice : choices_) escapes_ |= !comes_from_here(*choice);
  }

  /// Whether each lane can have a variable of its own instead.
  bool are_own() const { return !escapes_ && !leave_rows_; }
  /// Whether the row only reads it, as a table.
  bool only_read() const { return !escapes_ && !writes_in_row_; }
  /// The size that all accesses have in common; 0 if they differ.
  std::uint64_t element() const { return is_even_ ? element_ : 0; }
  /// Whether memset and memcpy can be done element by element.
  bool can_set(std::uint64_t element) const {
    return llvm::all_of(lengths_, [&](std::uint64_t length) {
      return element != 0 && length % element == 0 && length / element <= kMostElementsSet;
    });
  }
  const llvm::SetVector<llvm::Value*>& addresses() const { return addresses_; }
  const llvm::SetVector<llvm::Instruction*>& reads() const { return reads_; }

 private:
  void follow(llvm::AllocaInst& variable) {
    addresses_.insert(&variable);
    for (std::size_t i = 0; i < addresses_.size() && !escapes_; ++i)
      for (const llvm::Use& use : addresses_[i]->uses()) look_at(use);
    for (const llvm::Value* address : addresses_)
      if (const auto* offset = llvm::dyn_cast<llvm::GEPOperator>(address)) look_at_offset(*offset);
  }

  void look_at(const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::GetElementPtrInst>(user)) {
      addresses_.insert(user);
      return;
    }
    leave_rows_ |= !is_within_a_row(*user, loops_);
    if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) {
      addresses_.insert(user);
      choices_.insert(user);
    } else if (llvm::isa<llvm::LoadInst>(user)) {
      reads_.insert(user);
      access(*user->getType());
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      escapes_ |= store->getValueOperand() == use.get();
      writes_in_row_ |= row_.contains(user);
      access(*store->getValueOperand()->getType());
    } else if (const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
      writes_in_row_ |= row_.contains(user);
      escapes_ |= &set->getRawDestUse() != &use || !is_short(*set);
    } else {
      escapes_ |= !llvm::isa<llvm::ICmpInst>(user);
    }
  }

  /// Whether elements can be set one by one. row.cpp checks that all lanes set the same values.
  bool is_short(const llvm::MemIntrinsic& set) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(set.getLength());
    if (length == nullptr || set.isVolatile() || llvm::isa<llvm::MemMoveInst>(set)) return false;
    lengths_.push_back(length->getZExtValue());
    return !llvm::isa<llvm::MemSetInst>(set) ||
           llvm::isa<llvm::ConstantInt>(llvm::cast<llvm::MemSetInst>(set).getValue());
  }

  void access(llvm::Type& type) {
    const std::uint64_t size = layout_.getTypeStoreSize(type.getScalarType());
    is_even_ &= element_ == 0 || element_ == size;
    is_even_ &= layout_.getTypeAllocSize(type.getScalarType()) == size;
    element_ = size;
  }

  void look_at_offset(const llvm::GEPOperator& address) {
    const unsigned bits = layout_.getIndexTypeSizeInBits(address.getType());
    llvm::MapVector<llvm::Value*, llvm::APInt> indices;
    llvm::APInt constant(bits, 0);
    if (element_ == 0 || !address.collectOffset(layout_, bits, indices, constant)) {
      is_even_ = false;
      return;
    }
    is_even_ &= constant.srem(element_) == 0;
    for (const auto& [index, factor] : indices) is_even_ &= factor.srem(element_) == 0;
  }

  bool comes_from_here(const llvm::Instruction& choice) const {
    return llvm::all_of(choice.operands(), [&](const llvm::Value* operand) {
      return !operand->getType()->isPointerTy() || addresses_.contains(const_cast<llvm::Value*>(operand));
    });
  }

  const llvm::DataLayout& layout_;
  const llvm::Loop& row_;
  const llvm::LoopInfo& loops_;
  llvm::SetVector<llvm::Value*> addresses_;
  llvm::SetVector<llvm::Instruction*> reads_, choices_;
  llvm::SmallVector<std::uint64_t> lengths_;
  std::uint64_t element_ = 0;
  bool escapes_ = false, leave_rows_ = false, writes_in_row_ = false, is_even_ = true;
};

}  // namespace

OwnVariables::OwnVariables(const llvm::Loop& row, const llvm::LoopInfo& loops) : row_(row) {
  llvm::SetVector<llvm::AllocaInst*> used;
  for (const llvm::BasicBlock* block : row.blocks())
    for (const llvm::Instruction& instruction : *block)
      for (llvm::Value* operand : instruction.operands()) {
        if (!operand->getType()->isPointerTy()) continue;
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(operand)))
          used.insert(variable);
      }
  for (llvm::AllocaInst* variable : used) add(*variable, loops);
}

void OwnVariables::add(llvm::AllocaInst& variable, const llvm::LoopInfo& loops) {
  const llvm::DataLayout& layout = variable.getModule()->getDataLayout();
  const auto bytes = variable.getAllocationSize(layout);
  if (!variable.isStaticAlloca() || !bytes) return;
  const Uses uses(variable, row_, loops);
  if (uses.are_own() && uses.can_set(uses.element())) {
    variables_.push_back(
        {&variable, llvm::alignTo(bytes->getFixedValue(), variable.getAlign()), uses.element()});
    for (const llvm::Value* address : uses.addresses()) places_[address] = &variables_.back();
  } else if (uses.only_read()) {
    for (const llvm::Instruction* read : uses.reads()) constant_reads_.insert(read);
  }
}

std::vector<const llvm::Value*> OwnVariables::addresses_before() const {
  std::vector<const llvm::Value*> before;
  for (const auto& [address, variable] : places_)
    if (!row_.contains(llvm::cast<llvm::Instruction>(address))) before.push_back(address);
  return before;
}

std::uint64_t OwnVariables::bytes() const {
  std::uint64_t sum = 0;
  for (const OwnVariable& variable : variables_) sum += variable.bytes;
  return sum;
}

bool OwnVariables::stays_on_stack(const llvm::Instruction& access) const {
  if (constant_reads_.contains(&access)) return true;
  if (const auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&access)) return of(*set->getRawDest()) != nullptr;
  const llvm::Value* address = llvm::getLoadStorePointerOperand(&access);
  return address != nullptr && of(*address) != nullptr;
}

}  // namespace quadcl::compiler
