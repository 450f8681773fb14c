// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_values.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Module.h>
#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {

LaneValues::LaneValues(const Row& row, llvm::IRBuilder<>& builder, llvm::BasicBlock& before,
                       const llvm::TargetTransformInfo& target)
    : row_(row), builder_(builder), before_(before), interleaving_(row.lanes, builder, target, *row.model) {}

llvm::Type* LaneValues::lanes_type(llvm::Type* type) const {
  return llvm::FixedVectorType::get(type->getScalarType(), row_.lanes);
}

unsigned LaneValues::element_count_of(const llvm::Value& value) const {
  return row_.packed.contains(&value) ? 1 : element_count(*value.getType());
}

llvm::Type* LaneValues::element_type_of(const llvm::Value& value, unsigned element) const {
  llvm::Type* type = value.getType();
  if (row_.packed.contains(&value)) return packed_type(type);
  return lanes_type(type->isStructTy() ? type->getStructElementType(element) : type);
}

llvm::Type* LaneValues::packed_type(llvm::Type* type) const {
  return llvm::FixedVectorType::get(type->getScalarType(), row_.lanes * element_count(*type));
}

llvm::Value* LaneValues::repeat(llvm::Value* lanes, unsigned count) {
  if (count == 1) return lanes;
  return builder_.CreateShuffleVector(
      lanes, llvm::createReplicatedMask(static_cast<int>(count), static_cast<int>(row_.lanes)));
}

llvm::Value* LaneValues::mask_for(const llvm::Value& value, llvm::Value* mask) {
  return row_.packed.contains(&value) ? repeat(mask, element_count(*value.getType())) : mask;
}

WideElements LaneValues::form_of_packed(const llvm::Value& value, llvm::Value* packed) {
  if (row_.packed.contains(&value)) return {packed};
  return interleaving_.divide(packed, element_count(*value.getType()));
}

WideElements LaneValues::in_form_of(const llvm::Value& other, llvm::Value& value) {
  return row_.packed.contains(&other) ? WideElements{packed(value)} : elements(value);
}

llvm::Value* LaneValues::packed(llvm::Value& value) {
  if (row_.packed.contains(&value)) return form(value).front();
  if (const auto known = here_.find(&value); known != here_.end() && known->second.packed != nullptr)
    return known->second.packed;
  const bool is_replicated = value.getType()->isVectorTy() && row_.shapes->of(value).is_uniform();
  llvm::Value* packed = is_replicated ? replicate(scalar(value)) : interleaving_.join(elements(value));
  if (remembers_) here_[&value].packed = packed;
  return packed;
}

llvm::Value* LaneValues::replicate(llvm::Value* vector) {
  llvm::SmallVector<int, 64> places;
  for (unsigned lane = 0; lane < row_.lanes; ++lane)
    for (unsigned i = 0; i < element_count(*vector->getType()); ++i) places.push_back(static_cast<int>(i));
  return builder_.CreateShuffleVector(vector, places);
}

llvm::AllocaInst* LaneValues::new_variable(llvm::Type* type, const llvm::Twine& name) {
  llvm::BasicBlock& entry = before_.getParent()->getEntryBlock();
  variables_.push_back(new llvm::AllocaInst(type, 0, name, entry.begin()));
  return variables_.back();
}

bool LaneValues::is_inside(const llvm::Value& value) const {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction != nullptr && row_.loop->contains(instruction);
}

/// The variables of all lanes in place of one.
llvm::AllocaInst* LaneValues::wide_variable(const OwnVariable& own) {
  llvm::BasicBlock& entry = before_.getParent()->getEntryBlock();
  auto* type = llvm::ArrayType::get(builder_.getInt8Ty(), own.bytes * row_.lanes);
  return new llvm::AllocaInst(type, 0, nullptr, kAlignOfOwnVariables, own.variable->getName(), entry.begin());
}

/// An address in the first lane's variable, in place of one that was computed before the row.
llvm::Value* LaneValues::own_from_before(llvm::Instruction& address) {
  llvm::Value*& known = own_from_before_[&address];
  if (known != nullptr) return known;
  const OwnVariable& own = *row_.own->of(address);
  if (llvm::isa<llvm::AllocaInst>(address)) return known = wide_variable(own);
  const auto& offset = llvm::cast<llvm::GEPOperator>(address);
  llvm::Value* base = own_from_before(llvm::cast<llvm::Instruction>(*offset.getOperand(0)));
  const llvm::IRBuilder<>::InsertPointGuard restore(builder_);
  builder_.SetInsertPoint(before_.getTerminator());
  llvm::Type* type = address.getModule()->getDataLayout().getIndexType(address.getType());
  llvm::Value* distance = own_distance(builder_, offset, type, own.is_interleaved() ? row_.lanes : 1,
                                       [](llvm::Value& index) { return &index; });
  return known = builder_.CreatePtrAdd(base, distance);
}

bool LaneValues::leaves_block(const llvm::Instruction& value) const {
  return row_.needed_by_tables.contains(&value) || llvm::any_of(value.users(), [&](const llvm::User* user) {
           const auto* instruction = llvm::cast<llvm::Instruction>(user);
           return instruction->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(instruction);
         });
}

void LaneValues::keep(llvm::Instruction& value, int form, llvm::Value* computed) {
  llvm::AllocaInst*& home = homes_[{&value, form}];
  if (home == nullptr) home = new_variable(computed->getType(), value.getName());
  builder_.CreateStore(computed, home);
}

llvm::Value* LaneValues::recall(llvm::Instruction& value, int form) {
  llvm::AllocaInst* home = homes_.at({&value, form});
  return builder_.CreateLoad(home->getAllocatedType(), home);
}

void LaneValues::set_scalar(llvm::Instruction& value, llvm::Value* form) {
  here_[&value].scalar = form;
  if (leaves_block(value)) keep(value, kScalar, form);
}

void LaneValues::set_elements(llvm::Instruction& value, const WideElements& elements) {
  here_[&value].own = elements;
  if (!leaves_block(value)) return;
  for (std::size_t i = 0; i < elements.size(); ++i) keep(value, static_cast<int>(i), elements[i]);
}

void LaneValues::set_flag(llvm::Instruction& value, llvm::Value* flag) {
  here_[&value].flag = flag;
  keep(value, kFlag, flag);
}

llvm::Value* LaneValues::scalar(llvm::Value& value) {
  if (!is_inside(value))
    return row_.own->of(value) != nullptr ? own_from_before(llvm::cast<llvm::Instruction>(value)) : &value;
  if (const auto known = here_.find(&value); known != here_.end() && known->second.scalar != nullptr)
    return known->second.scalar;
  llvm::Value* form = recall(llvm::cast<llvm::Instruction>(value), kScalar);
  if (remembers_) here_[&value].scalar = form;
  return form;
}

llvm::Value* LaneValues::flag(llvm::Instruction& value) {
  const auto known = here_.find(&value);
  const bool is_here = known != here_.end() && known->second.flag != nullptr;
  return is_here ? known->second.flag : recall(value, kFlag);
}

WideElements LaneValues::elements(llvm::Value& value) {
  if (!row_.packed.contains(&value)) return form(value);
  if (const auto known = here_.find(&value); known != here_.end() && !known->second.elements.empty())
    return known->second.elements;
  WideElements elements = interleaving_.divide(packed(value), element_count(*value.getType()));
  if (remembers_) here_[&value].elements = elements;
  return elements;
}

WideElements LaneValues::form(llvm::Value& value) {
  if (!is_inside(value)) return elements_from_before(value);
  if (const auto known = here_.find(&value); known != here_.end() && !known->second.own.empty())
    return known->second.own;
  WideElements form = compute_form(value);
  if (remembers_) here_[&value].own = form;
  return form;
}

llvm::Value* LaneValues::last(llvm::Value& value) {
  if (row_.shapes->of(value).is_uniform()) return scalar(value);
  const auto last_of = [&](llvm::Value* lanes) {
    return builder_.CreateExtractElement(lanes, row_.lanes - 1);
  };
  if (const unsigned count = element_count(*value.getType()); row_.packed.contains(&value))
    return builder_.CreateShuffleVector(
        packed(value), llvm::createSequentialMask((row_.lanes - 1) * count, count, /*NumUndefs=*/0));
  const WideElements all = elements(value);
  if (!value.getType()->isVectorTy()) return last_of(all.front());
  llvm::Value* result = llvm::PoisonValue::get(value.getType());
  for (unsigned i = 0; i < all.size(); ++i) result = builder_.CreateInsertElement(result, last_of(all[i]), i);
  return result;
}

bool LaneValues::is_late(const llvm::Instruction& value) const {
  const Shape& shape = row_.shapes->of(value);
  return shape.follows_lane_0() && !shape.conditions.empty() && !llvm::isa<llvm::PHINode>(value) &&
         !leaves_block(value);
}

/// A number of a value that is the same for all lanes.
llvm::Value* LaneValues::element_of(llvm::Value* value, unsigned element) {
  if (value->getType()->isStructTy()) return builder_.CreateExtractValue(value, element);
  return value->getType()->isVectorTy() ? builder_.CreateExtractElement(value, element) : value;
}

WideElements LaneValues::compute_form(llvm::Value& value) {
  const Shape& shape = row_.shapes->of(value);
  const unsigned count = element_count_of(value);
  WideElements elements;
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
      instruction != nullptr && is_late(*instruction))
    return compute_late(llvm::cast<llvm::Instruction>(value));
  if (shape.is_strided() && shape.conditions.empty()) {
    elements.push_back(spread(scalar(value), shape.stride));
  } else if (!shape.is_uniform()) {
    for (unsigned i = 0; i < count; ++i)
      elements.push_back(recall(llvm::cast<llvm::Instruction>(value), static_cast<int>(i)));
  } else {
    for (unsigned i = 0; i < count; ++i) elements.push_back(splat(element_of(scalar(value), i)));
  }
  return elements;
}

WideElements LaneValues::elements_from_before(llvm::Value& value) {
  WideElements& elements = from_before_[&value];
  if (!elements.empty()) return elements;
  const llvm::IRBuilder<>::InsertPointGuard restore(builder_);
  builder_.SetInsertPoint(before_.getTerminator());
  if (const Shape& shape = row_.shapes->of(value); shape.is_strided())
    return elements = {spread(scalar(value), shape.stride)};
  for (unsigned i = 0; i < element_count(*value.getType()); ++i)
    elements.push_back(splat(element_of(&value, i)));
  return elements;
}

llvm::Value* LaneValues::spread(llvm::Value* first, std::int64_t stride) {
  llvm::Type* type = first->getType();
  llvm::Type* integer = type->isPointerTy() ? builder_.getInt64Ty() : type;
  llvm::SmallVector<llvm::Constant*> multiples;
  for (unsigned i = 0; i < row_.lanes; ++i)
    multiples.push_back(llvm::ConstantInt::get(integer, static_cast<std::uint64_t>(stride) * i));
  llvm::Constant* offsets = llvm::ConstantVector::get(multiples);
  return type->isPointerTy() ? builder_.CreatePtrAdd(first, offsets)
                             : builder_.CreateAdd(splat(first), offsets);
}

}  // namespace quadcl::compiler
