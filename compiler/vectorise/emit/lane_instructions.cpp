// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_instructions.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/ir/vector_forms.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {

void LaneInstructions::emit(llvm::Instruction& instruction, llvm::Value* mask) {
  mask_ = mask;
  if (combines_lanes(instruction, row_)) return combine_lanes(llvm::cast<llvm::AtomicRMWInst>(instruction));
  if (takes_turns(instruction)) {
    const bool is_access = llvm::getLoadStorePointerOperand(&instruction) != nullptr;
    return is_access && mask == nullptr ? take_all_turns(instruction) : take_turns(instruction);
  }
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return emit_load(*load);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return emit_store(*store);
  if (auto* set = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return set_own(*set);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
      address != nullptr && interleaved(*address, row_) != nullptr)
    return emit_own_address(*address);
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      call != nullptr && call->isAssumeLikeIntrinsic())
    return;
  if (row_.addresses_in_tables.contains(&instruction)) return;
  const Shape& shape = row_.shapes->of(instruction);
  if (!shape.is_uniform() && row_function_of(instruction) != nullptr)
    return call_row_function(llvm::cast<llvm::CallInst>(instruction));
  form_of_first_ = nullptr;
  if (!shape.is_varying()) emit_scalar(instruction);
  const bool has_wide_form = shape.is_varying() || !shape.conditions.empty();
  if (has_wide_form && !values_.is_late(instruction)) values_.set_elements(instruction, widen(instruction));
  check_in_row(instruction);
}

/// Makes the instruction for lane 0; strided values of the other lanes are computed from it. Lane 0 may be
/// inactive, so the promises of the instruction (nsw and the like) need not hold.
void LaneInstructions::emit_scalar(llvm::Instruction& instruction) {
  if (row_.shapes->of(instruction).is_strided()) {
    if (const auto limit = row_.shapes->limit_of(instruction))
      return values_.set_scalar(instruction, values_.scalar(*limit->kept));
    if (const auto choice = row_.shapes->choice_of(instruction))
      return values_.set_scalar(instruction, scalar_of(*choice));
    if (const auto period = row_.shapes->period_of(instruction); period && period->divides())
      return values_.set_scalar(instruction, value_of(*period, values_.scalar(*period->index),
                                                      values_.scalar(*period->length), builder_));
  }
  llvm::Instruction* copy = form_for_any_lane(instruction);
  for (llvm::Use& operand : copy->operands())
    if (!llvm::isa<llvm::Function, llvm::BasicBlock>(operand)) operand.set(values_.scalar(*operand));
  if (mask_ != nullptr || !row_.shapes->of(instruction).is_uniform()) copy->dropPoisonGeneratingAnnotations();
  builder_.Insert(copy, instruction.getName());
  if (!copy->getType()->isVoidTy()) values_.set_scalar(instruction, copy);
}

/// A copy that is linear in the lane's number even if its promises do not hold: `zext nneg` of negative
/// values, `or disjoint` of operands with common bits.
llvm::Instruction* LaneInstructions::form_for_any_lane(llvm::Instruction& instruction) const {
  const bool follows_lane_0 = row_.shapes->of(instruction).follows_lane_0();
  if (follows_lane_0 && llvm::isa<llvm::ZExtInst>(instruction) && instruction.hasNonNeg())
    return llvm::CastInst::Create(llvm::Instruction::SExt, instruction.getOperand(0), instruction.getType());
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
  if (follows_lane_0 && disjoint != nullptr && disjoint->isDisjoint())
    return llvm::BinaryOperator::CreateAdd(instruction.getOperand(0), instruction.getOperand(1));
  return instruction.clone();
}

/// Sets the flag that says whether the extended values of all lanes are exact, or all within the limit, or
/// all kept, or their indices in the same period or block, or a step of 1.
void LaneInstructions::check_in_row(llvm::Instruction& instruction) {
  const Shape& shape = row_.shapes->of(instruction);
  if (!shape.follows_lane_0()) return;
  const auto own = llvm::find_if(shape.conditions, [&](const NoWrap& condition) {
    return condition.value == &instruction && condition.is_checked_in_row();
  });
  if (own == shape.conditions.end()) return;
  llvm::Value* holds = check_of(instruction, own->is_signed);
  const bool is_known = llvm::isa<llvm::Constant>(holds);
  // If lane 0 is inactive, its value may be poison.
  values_.set_flag(instruction, is_known ? holds : builder_.CreateFreeze(holds));
}

llvm::Value* LaneInstructions::check_of(llvm::Instruction& instruction, bool is_signed) {
  if (const auto choice = row_.shapes->choice_of(instruction)) return check_choice(*choice);
  if (const auto arrangement = row_.shapes->arrangement_of(instruction))
    return check_arrangement(*arrangement);
  if (const auto period = row_.shapes->period_of(instruction)) return check_period(*period);
  if (llvm::Value* step = row_.shapes->unit_step_of(instruction))
    return builder_.CreateICmpEQ(values_.scalar(*step), llvm::ConstantInt::get(step->getType(), 1));
  const auto limit = row_.shapes->limit_of(instruction);
  llvm::Value& checked = limit ? *limit->compared : *instruction.getOperand(0);
  return check_order(checked, is_signed, limit ? &*limit : nullptr);
}

/// The form of the index that is taken for all lanes: without a preference that of lane 0, active or not.
llvm::Value* LaneInstructions::form_of(const Choice& choice) {
  if (choice.kept) return builder_.getInt1(*choice.kept);
  if (form_of_first_ == nullptr)
    form_of_first_ = builder_.CreateFreeze(
        builder_.CreateExtractElement(values_.vector(*choice.select->getCondition()), std::uint64_t{0}));
  return form_of_first_;
}

llvm::Value* LaneInstructions::scalar_of(const Choice& choice) {
  llvm::Value &yes = *choice.select->getTrueValue(), &no = *choice.select->getFalseValue();
  if (choice.kept) return values_.scalar(*choice.kept ? yes : no);
  return builder_.CreateSelect(form_of(choice), values_.scalar(yes), values_.scalar(no));
}

/// Whether all active lanes have the same form of the index.
llvm::Value* LaneInstructions::check_choice(const Choice& choice) {
  llvm::Value* same =
      builder_.CreateICmpEQ(values_.vector(*choice.select->getCondition()), values_.splat(form_of(choice)));
  // In inactive lanes, the condition may be poison.
  if (mask_ != nullptr)
    same = builder_.CreateSelect(mask_, same, llvm::Constant::getAllOnesValue(same->getType()));
  return builder_.CreateAndReduce(same);
}

/// Whether the values of all lanes are exact numbers, and within the limit, if there is one.
llvm::Value* LaneInstructions::check_order(llvm::Value& value, bool is_signed, const Limit* limit) {
  llvm::Value* first = values_.scalar(value);
  const Offsets offsets = lane_offsets(value);
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const std::int64_t lowest = *std::min_element(offsets.begin(), offsets.end()),
                     highest = *std::max_element(offsets.begin(), offsets.end());
  if (!llvm::isUIntN(bits, static_cast<std::uint64_t>(highest - lowest))) return builder_.getFalse();
  const auto number = [&](std::int64_t offset) {
    return llvm::APInt(bits, static_cast<std::uint64_t>(offset), /*isSigned=*/true);
  };
  const llvm::APInt least = is_signed ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getZero(bits),
                    most = is_signed ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  llvm::Value* exact = builder_.getTrue();
  if (highest > 0)
    exact = builder_.CreateICmp(is_signed ? llvm::CmpInst::ICMP_SLE : llvm::CmpInst::ICMP_ULE, first,
                                builder_.getInt(most - number(highest)));
  if (lowest < 0)
    exact = builder_.CreateAnd(
        exact, builder_.CreateICmp(is_signed ? llvm::CmpInst::ICMP_SGE : llvm::CmpInst::ICMP_UGE, first,
                                   builder_.getInt(least - number(lowest))));
  if (limit == nullptr) return exact;
  const bool is_below = llvm::ICmpInst::isLT(limit->predicate) || llvm::ICmpInst::isLE(limit->predicate);
  llvm::Value* farthest = builder_.CreateAdd(first, builder_.getInt(number(is_below ? highest : lowest)));
  llvm::Value* within = builder_.CreateICmp(limit->predicate, farthest, values_.scalar(*limit->bound));
  return builder_.CreateAnd(exact, within);
}

/// The offsets of the row's lanes, whose values follow from that of lane 0.
Offsets LaneInstructions::lane_offsets(const llvm::Value& value) const {
  Offsets offsets = *row_.shapes->of(value).offsets_of_lanes();
  offsets.truncate(row_.lanes);
  return offsets;
}

/// Whether lane 0 has the first index of a block.
llvm::Value* LaneInstructions::check_arrangement(const Arrangement& arrangement) {
  llvm::Value* first = values_.scalar(*arrangement.index);
  llvm::Value* begins = begins_block(first, lane_offsets(*arrangement.index), builder_);
  if (!arrangement.is_signed) return begins;
  llvm::Value* const zero = llvm::Constant::getNullValue(first->getType());
  return builder_.CreateAnd(begins, builder_.CreateICmpSGE(first, zero));
}

/// Whether the indices of all lanes are in one period. Those that are divided must be exact numbers from 0
/// on.
llvm::Value* LaneInstructions::check_period(const Period& period) {
  const std::int64_t stride = row_.shapes->of(*period.index).stride;
  llvm::Value *first = values_.scalar(*period.index), *length = values_.scalar(*period.length);
  const unsigned bits = first->getType()->getIntegerBitWidth();
  const std::uint64_t distance = static_cast<std::uint64_t>(std::abs(stride)) * (row_.lanes - 1);
  if (!llvm::isUIntN(bits, distance)) return builder_.getFalse();
  llvm::Value* const span = builder_.getInt(llvm::APInt(bits, distance));
  llvm::Value* const lowest = stride > 0 ? first : builder_.CreateSub(first, span);
  llvm::Value* const last = last_place(period, length, builder_);
  llvm::Value* const place = place_in(period, lowest, length, builder_);
  llvm::Value* holds = builder_.CreateICmpUGE(builder_.CreateSub(last, place), span);
  if (!period.divides()) return holds;
  holds = builder_.CreateAnd(holds, check_order(*period.index, period.is_signed(), nullptr));
  llvm::Value* const zero = llvm::Constant::getNullValue(first->getType());
  llvm::Value* const is_period = builder_.CreateICmpNE(length, zero);
  if (!period.is_signed()) return builder_.CreateAnd(holds, is_period);
  llvm::Value* const is_positive = builder_.CreateICmpSGE(builder_.CreateOr(lowest, last), zero);
  return builder_.CreateAnd(holds, builder_.CreateAnd(is_period, is_positive));
}

WideElements LaneInstructions::widen(llvm::Instruction& instruction) {
  if (row_.packed.contains(&instruction)) return {widen_packed(instruction)};
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return widen_shuffle(*shuffle);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) return {widen_address(*address)};
  if (auto* extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) return widen_extract(*extract);
  if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return widen_insert(*insert);
  if (auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return {values_.elements(*part->getAggregateOperand())[part->getIndices().front()]};
  if (regroups(instruction)) return regroup(llvm::cast<llvm::BitCastInst>(instruction));
  WideElements elements;
  for (unsigned i = 0; i < element_count(*instruction.getType()); ++i)
    elements.push_back(widen_element(instruction, i));
  return elements;
}

WideElements LaneInstructions::widen_extract(llvm::ExtractElementInst& extract) {
  llvm::Value& vector = *extract.getVectorOperand();
  llvm::Value& index = *extract.getIndexOperand();
  const unsigned count = element_count(*vector.getType());
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&index);
  if (constant != nullptr && constant->getValue().uge(count))
    return {llvm::PoisonValue::get(values_.lanes_type(extract.getType()))};
  if (constant != nullptr && row_.packed.contains(&vector)) {
    const auto first = static_cast<unsigned>(constant->getZExtValue());
    return {builder_.CreateShuffleVector(values_.packed(vector),
                                         llvm::createStrideMask(first, count, row_.lanes))};
  }
  const WideElements elements = values_.elements(vector);
  if (constant != nullptr) return {elements[constant->getZExtValue()]};
  llvm::Value* places = values_.vector(index);
  llvm::Value* found = elements.front();
  for (unsigned i = 1; i < elements.size(); ++i) {
    llvm::Value* is_here = builder_.CreateICmpEQ(places, llvm::ConstantInt::get(places->getType(), i));
    found = builder_.CreateSelect(is_here, elements[i], found);
  }
  return {found};
}

WideElements LaneInstructions::widen_insert(llvm::InsertElementInst& insert) {
  WideElements elements = values_.elements(*insert.getOperand(0));
  llvm::Value* inserted = values_.vector(*insert.getOperand(1));
  llvm::Value& index = *insert.getOperand(2);
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&index)) {
    if (constant->getValue().ult(elements.size())) elements[constant->getZExtValue()] = inserted;
    return elements;
  }
  llvm::Value* places = values_.vector(index);
  for (unsigned i = 0; i < elements.size(); ++i) {
    llvm::Value* is_here = builder_.CreateICmpEQ(places, llvm::ConstantInt::get(places->getType(), i));
    elements[i] = builder_.CreateSelect(is_here, inserted, elements[i]);
  }
  return elements;
}

WideElements LaneInstructions::widen_shuffle(llvm::ShuffleVectorInst& shuffle) {
  WideElements from = values_.elements(*shuffle.getOperand(0));
  const WideElements second = values_.elements(*shuffle.getOperand(1));
  from.append(second.begin(), second.end());
  WideElements elements;
  for (const int index : shuffle.getShuffleMask())
    elements.push_back(index >= 0 ? from[static_cast<unsigned>(index)]
                                  : llvm::PoisonValue::get(values_.lanes_type(shuffle.getType())));
  return elements;
}

/// The bits of the elements in another division. Lower elements have the lower bits.
WideElements LaneInstructions::regroup(llvm::BitCastInst& cast) {
  const unsigned from_bits = cast.getSrcTy()->getScalarSizeInBits();
  const unsigned to_bits = cast.getDestTy()->getScalarSizeInBits();
  llvm::Type* const from_type = values_.lanes_type(builder_.getIntNTy(from_bits));
  llvm::Type* const to_type = values_.lanes_type(builder_.getIntNTy(to_bits));
  const WideElements from = values_.elements(*cast.getOperand(0));
  const auto bits_at = [&](unsigned place) {
    llvm::Value* bits = builder_.CreateBitCast(from[place / from_bits], from_type);
    return builder_.CreateZExtOrTrunc(builder_.CreateLShr(bits, place % from_bits), to_type);
  };
  WideElements elements;
  for (unsigned i = 0; i < element_count(*cast.getType()); ++i) {
    llvm::Value* bits = bits_at(i * to_bits);
    for (unsigned more = from_bits; more < to_bits; more += from_bits)
      bits = builder_.CreateOr(bits, builder_.CreateShl(bits_at(i * to_bits + more), more));
    elements.push_back(builder_.CreateBitCast(bits, values_.lanes_type(cast.getType())));
  }
  return elements;
}

/// A source vector in packed form: what is done with its elements is done with all elements of all lanes.
llvm::Value* LaneInstructions::widen_packed(llvm::Instruction& instruction) {
  if (const llvm::Value* scalar = repeated_scalar(instruction))
    return values_.repeat(values_.vector(const_cast<llvm::Value&>(*scalar)),
                          element_count(*instruction.getType()));
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return shuffle_packed(*shuffle);
  if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return insert_packed(*insert);
  return widen_element(instruction, 0);
}

/// Operands have as many elements as the result.
llvm::Value* LaneInstructions::shuffle_packed(llvm::ShuffleVectorInst& shuffle) {
  const auto count = static_cast<int>(element_count(*shuffle.getType()));
  const int all = count * static_cast<int>(row_.lanes);
  llvm::SmallVector<int, 64> places;
  for (int first = 0; first < all; first += count)
    for (const int index : shuffle.getShuffleMask())
      places.push_back(index < 0 ? index : index < count ? first + index : all + first + index - count);
  return builder_.CreateShuffleVector(values_.packed(*shuffle.getOperand(0)),
                                      values_.packed(*shuffle.getOperand(1)), places);
}

/// At a constant place.
llvm::Value* LaneInstructions::insert_packed(llvm::InsertElementInst& insert) {
  const auto count = static_cast<int>(element_count(*insert.getType()));
  const int all = count * static_cast<int>(row_.lanes);
  const auto inserted = llvm::cast<llvm::ConstantInt>(insert.getOperand(2))->getSExtValue();
  llvm::SmallVector<int, 64> places;
  for (int i = 0; i < all; ++i) places.push_back(i % count == inserted ? all + i : i);
  llvm::Value* elements = values_.repeat(values_.vector(*insert.getOperand(1)), static_cast<unsigned>(count));
  return builder_.CreateShuffleVector(values_.packed(*insert.getOperand(0)), elements, places);
}

/// The operand in the form that the instruction's result has.
llvm::Value* LaneInstructions::operand_of(llvm::Instruction& instruction, unsigned index, unsigned element) {
  llvm::Value& operand = *instruction.getOperand(index);
  if (row_.packed.contains(&instruction))
    return operand.getType()->isVectorTy() ? values_.packed(operand)
                                           : values_.mask_for(instruction, values_.vector(operand));
  const WideElements elements = values_.elements(operand);
  return elements[std::min<std::size_t>(element, elements.size() - 1)];
}

llvm::Value* LaneInstructions::widen_element(llvm::Instruction& instruction, unsigned element) {
  const auto operand = [&](unsigned index) { return operand_of(instruction, index, element); };
  llvm::Value* result = nullptr;
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widen_call(*call, element);
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return widen_binary(*binary, element);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    result = builder_.CreateCast(cast->getOpcode(), operand(0), values_.element_type_of(*cast, element));
  } else if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    result = builder_.CreateCmp(comparison->getPredicate(), operand(0), operand(1));
  } else if (const auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    result = builder_.CreateUnOp(unary->getOpcode(), operand(0));
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    return builder_.CreateFreeze(operand(0));
  } else {
    llvm::Value* condition = instruction.getOperand(0);
    // Processors cannot choose between two masks by one condition.
    const bool is_common = row_.shapes->of(*condition).is_uniform() && !condition->getType()->isVectorTy() &&
                           !instruction.getType()->isIntOrIntVectorTy(1);
    result =
        builder_.CreateSelect(is_common ? values_.scalar(*condition) : operand(0), operand(1), operand(2));
  }
  if (auto* made = llvm::dyn_cast<llvm::Instruction>(result)) made->copyIRFlags(&instruction);
  return result;
}

llvm::Value* LaneInstructions::widen_call(llvm::CallInst& call, unsigned element) {
  llvm::SmallVector<llvm::Value*, 4> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    arguments.push_back(llvm::isVectorIntrinsicWithScalarOpAtArg(call.getIntrinsicID(), i)
                            ? values_.scalar(*call.getArgOperand(i))
                            : operand_of(call, i, element));
  llvm::Function& function = vector_form(call, *values_.element_type_of(call, element), arguments);
  llvm::CallInst* result = builder_.CreateCall(&function, arguments);
  result->copyIRFlags(&call);
  return result;
}

llvm::Value* LaneInstructions::widen_address(llvm::GetElementPtrInst& address) {
  llvm::SmallVector<llvm::Value*, 4> indices;
  const auto form = [&](llvm::Value& operand) {
    return row_.shapes->of(operand).is_uniform() ? values_.scalar(operand) : values_.vector(operand);
  };
  for (llvm::Value* index : address.indices()) indices.push_back(form(*index));
  return builder_.CreateGEP(address.getSourceElementType(), form(*address.getPointerOperand()), indices, "",
                            address.getNoWrapFlags());
}

}  // namespace quadcl::compiler
