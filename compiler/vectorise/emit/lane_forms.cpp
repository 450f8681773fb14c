// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_forms.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/ir/vector_forms.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/vectorise/analysis/packed_vectors.h"

namespace quadcl::compiler {

WideElements LaneForms::widen(llvm::Instruction& instruction) {
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

WideElements LaneForms::widen_extract(llvm::ExtractElementInst& extract) {
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

WideElements LaneForms::widen_insert(llvm::InsertElementInst& insert) {
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

WideElements LaneForms::widen_shuffle(llvm::ShuffleVectorInst& shuffle) {
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
WideElements LaneForms::regroup(llvm::BitCastInst& cast) {
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
llvm::Value* LaneForms::widen_packed(llvm::Instruction& instruction) {
  if (const llvm::Value* scalar = repeated_scalar(instruction))
    return values_.repeat(values_.vector(const_cast<llvm::Value&>(*scalar)),
                          element_count(*instruction.getType()));
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return shuffle_packed(*shuffle);
  if (auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return insert_packed(*insert);
  return widen_element(instruction, 0);
}

/// Operands have as many elements as the result.
llvm::Value* LaneForms::shuffle_packed(llvm::ShuffleVectorInst& shuffle) {
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
llvm::Value* LaneForms::insert_packed(llvm::InsertElementInst& insert) {
  const auto count = static_cast<int>(element_count(*insert.getType()));
  const int all = count * static_cast<int>(row_.lanes);
  const auto inserted = llvm::cast<llvm::ConstantInt>(insert.getOperand(2))->getSExtValue();
  llvm::SmallVector<int, 64> places;
  for (int i = 0; i < all; ++i) places.push_back(i % count == inserted ? all + i : i);
  llvm::Value* elements = values_.repeat(values_.vector(*insert.getOperand(1)), static_cast<unsigned>(count));
  return builder_.CreateShuffleVector(values_.packed(*insert.getOperand(0)), elements, places);
}

/// The operand in the form that the instruction's result has.
llvm::Value* LaneForms::operand_of(llvm::Instruction& instruction, unsigned index, unsigned element) {
  llvm::Value& operand = *instruction.getOperand(index);
  if (row_.packed.contains(&instruction))
    return operand.getType()->isVectorTy() ? values_.packed(operand)
                                           : values_.mask_for(instruction, values_.vector(operand));
  const WideElements elements = values_.elements(operand);
  return elements[std::min<std::size_t>(element, elements.size() - 1)];
}

llvm::Value* LaneForms::widen_element(llvm::Instruction& instruction, unsigned element) {
  const auto operand = [&](unsigned index) { return operand_of(instruction, index, element); };
  llvm::Value* result = nullptr;
  if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) return widen_call(*call, element);
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    llvm::Value* left = operand(0);
    return LaneDivisions(state_, last_division_).widen(*binary, element, left, operand(1));
  }
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

llvm::Value* LaneForms::widen_call(llvm::CallInst& call, unsigned element) {
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

llvm::Value* LaneForms::widen_address(llvm::GetElementPtrInst& address) {
  llvm::SmallVector<llvm::Value*, 4> indices;
  const auto form = [&](llvm::Value& operand) {
    return row_.shapes->of(operand).is_uniform() ? values_.scalar(operand) : values_.vector(operand);
  };
  for (llvm::Value* index : address.indices()) indices.push_back(form(*index));
  return builder_.CreateGEP(address.getSourceElementType(), form(*address.getPointerOperand()), indices, "",
                            address.getNoWrapFlags());
}

}  // namespace quadcl::compiler
