// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/lane_variables.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include "compiler/vectorise/analysis/access_pattern.h"
#include "compiler/vectorise/analysis/instruction_traits.h"

namespace quadcl::compiler {
namespace {

/// A place of all lanes starts at a multiple of its size.
llvm::Align alignment_of(const llvm::Value& lanes, const llvm::DataLayout& layout) {
  return llvm::commonAlignment(kAlignOfOwnVariables, layout.getTypeStoreSize(lanes.getType()));
}

}  // namespace

llvm::Value* own_distance(llvm::IRBuilder<>& builder, const llvm::GEPOperator& address, llvm::Type* type,
                          std::uint64_t scale, llvm::function_ref<llvm::Value*(llvm::Value&)> form) {
  const llvm::DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType()->getScalarType());
  llvm::MapVector<llvm::Value*, llvm::APInt> indices;
  llvm::APInt constant(bits, 0);
  address.collectOffset(layout, bits, indices, constant);
  llvm::Value* sum = llvm::ConstantInt::get(type, constant * scale);
  for (const auto& [index, factor] : indices) {
    llvm::Value* places = builder.CreateSExtOrTrunc(form(*index), type);
    sum = builder.CreateAdd(sum, builder.CreateMul(places, llvm::ConstantInt::get(type, factor * scale)));
  }
  return sum;
}

void LaneVariables::emit_address(llvm::GetElementPtrInst& address) {
  llvm::Value& base = *address.getPointerOperand();
  const bool is_same = row_.shapes->of(address).is_strided();
  llvm::Type* type = address.getModule()->getDataLayout().getIndexType(address.getType());
  llvm::Value* distance = own_distance(
      builder_, llvm::cast<llvm::GEPOperator>(address), is_same ? type : values_.lanes_type(type), row_.lanes,
      [&](llvm::Value& index) { return is_same ? values_.scalar(index) : values_.vector(index); });
  if (is_same) {
    values_.set_scalar(address, builder_.CreatePtrAdd(values_.scalar(base), distance));
  } else {
    values_.set_elements(address, {builder_.CreatePtrAdd(values_.vector(base), distance)});
  }
}

WideElements LaneVariables::load(llvm::LoadInst& load) {
  const llvm::DataLayout& layout = load.getModule()->getDataLayout();
  llvm::Type* type = values_.lanes_type(load.getType());
  llvm::Value* place = values_.scalar(*load.getPointerOperand());
  WideElements elements;
  for (unsigned i = 0; i < element_count(*load.getType()); ++i)
    elements.push_back(builder_.CreateAlignedLoad(type, address_of_element(place, load, i),
                                                  alignment_of(*llvm::PoisonValue::get(type), layout)));
  return elements;
}

/// Only these lanes use the place, so inactive lanes may store what they had.
void LaneVariables::put(llvm::Value* place, llvm::Value* lanes) {
  const llvm::Align align = alignment_of(*lanes, builder_.GetInsertBlock()->getModule()->getDataLayout());
  if (mask_ != nullptr)
    lanes = builder_.CreateSelect(mask_, lanes, builder_.CreateAlignedLoad(lanes->getType(), place, align));
  builder_.CreateAlignedStore(lanes, place, align);
}

void LaneVariables::store(llvm::StoreInst& store) {
  llvm::Value* place = values_.scalar(*store.getPointerOperand());
  const WideElements elements = values_.elements(*store.getValueOperand());
  for (unsigned i = 0; i < elements.size(); ++i) put(address_of_element(place, store, i), elements[i]);
}

/// Sets or copies element by element.
void LaneVariables::set(llvm::MemIntrinsic& set) {
  const std::uint64_t bytes = interleaved(*set.getRawDest(), row_)->element;
  const auto bits = static_cast<unsigned>(8 * bytes);
  const std::uint64_t length = llvm::cast<llvm::ConstantInt>(set.getLength())->getZExtValue();
  llvm::Value* place = values_.scalar(*set.getRawDest());
  auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&set);
  for (std::uint64_t from = 0; from < length; from += bytes) {
    llvm::Value* value = nullptr;
    if (copy != nullptr) {
      llvm::Value* source =
          builder_.CreatePtrAdd(values_.scalar(*copy->getRawSource()), builder_.getInt64(from));
      value = builder_.CreateAlignedLoad(builder_.getIntNTy(bits), source, llvm::Align(1));
    } else {
      const auto* byte = llvm::cast<llvm::ConstantInt>(llvm::cast<llvm::MemSetInst>(set).getValue());
      value = builder_.getInt(llvm::APInt::getSplat(bits, byte->getValue()));
    }
    put(builder_.CreatePtrAdd(place, builder_.getInt64(from * row_.lanes)), values_.splat(value));
  }
}

}  // namespace quadcl::compiler
