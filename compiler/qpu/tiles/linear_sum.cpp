// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/linear_sum.h"

#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

std::int32_t product(std::int64_t a, std::int64_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

std::int32_t sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

std::int32_t low_bits(const llvm::APInt& number) {
  return static_cast<std::int32_t>(number.extractBitsAsZExtValue(std::min(32U, number.getBitWidth()), 0));
}

bool is_wide(const llvm::Value& number) {
  return number.getType()->isIntegerTy() && number.getType()->getIntegerBitWidth() >= 32;
}

/// The number of which `number` has the lower 32 bits.
llvm::Value* cast_number(llvm::Value& number) {
  llvm::Value* from = nullptr;
  if (!is_wide(number)) return nullptr;
  if (match(&number, m_ZExtOrSExt(m_Value(from))) || match(&number, m_Trunc(m_Value(from))) ||
      match(&number, m_c_And(m_Value(from), m_SpecificInt(0xffffffffU))) ||
      match(&number, m_Freeze(m_Value(from))))
    return is_wide(*from) ? from : nullptr;
  return nullptr;
}

/// Adds a number of 64 bits, shifted to the right, if no bit is lost: so LLVM extends and scales indices.
bool add_shifted(LinearSum& result, llvm::Value& number, unsigned by, std::int32_t factor) {
  llvm::Value *a = nullptr, *b = nullptr;
  const llvm::APInt* known = nullptr;
  if (!number.getType()->isIntegerTy(64)) return false;
  if (match(&number, m_APInt(known))) {
    result.constant = sum(result.constant, product(low_bits(known->ashr(by)), factor));
    return known->countr_zero() >= by;
  }
  if (match(&number, m_Shl(m_Value(a), m_APInt(known))) && known->uge(by) && known->ult(by + 31)) {
    result.add(*a, product(factor, std::int64_t{1} << (known->getZExtValue() - by)));
    return true;
  }
  if (match(&number, m_AddLike(m_Value(a), m_Value(b))))
    return add_shifted(result, *a, by, factor) && add_shifted(result, *b, by, factor);
  return match(&number, m_Sub(m_Value(a), m_Value(b))) && add_shifted(result, *a, by, factor) &&
         add_shifted(result, *b, by, product(factor, -1));
}

/// Adds what one step of a pointer adds.
void add_step(PlaceInArray& place, llvm::GEPOperator& step, const llvm::DataLayout& layout) {
  const auto bytes_of = [&](llvm::Type* type) {
    return static_cast<std::int32_t>(layout.getTypeAllocSize(type).getFixedValue());
  };
  llvm::Type* type = nullptr;  // of what the index before leads to
  for (llvm::Use& index : step.indices()) {
    if (auto* members = llvm::dyn_cast_or_null<llvm::StructType>(type)) {
      const auto member = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
      const auto offset = layout.getStructLayout(members)->getElementOffset(member).getFixedValue();
      place.bytes.constant = sum(place.bytes.constant, static_cast<std::int32_t>(offset));
      type = members->getElementType(member);
      continue;
    }
    ArrayIndex in_array;
    in_array.index.add(*index, 1);
    if (const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(type))
      in_array.elements = static_cast<std::int64_t>(array->getNumElements());
    type = type == nullptr ? step.getSourceElementType() : type->getContainedType(0);
    place.bytes.add(in_array.index, bytes_of(type));
    if (in_array.elements > 0) place.indices.push_back(std::move(in_array));
  }
}

}  // namespace

llvm::Value& without_casts(llvm::Value& number) {
  llvm::Value* result = &number;
  while (llvm::Value* from = cast_number(*result)) result = from;
  return *result;
}

void LinearSum::add_term(llvm::Value& number, std::int32_t factor) {
  std::int32_t& all = terms[&number];
  all = sum(all, factor);
  if (all == 0) terms.erase(&number);
}

void LinearSum::add(llvm::Value& given, std::int32_t factor) {
  llvm::Value& number = without_casts(given);
  llvm::Value *a = nullptr, *b = nullptr;
  const llvm::APInt *by = nullptr, *back = nullptr;
  if (!is_wide(number)) return add_term(number, factor);
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&number)) {
    constant = sum(constant, product(low_bits(known->getValue()), factor));
  } else if (match(&number, m_AddLike(m_Value(a), m_Value(b)))) {
    add(*a, factor);
    add(*b, factor);
  } else if (match(&number, m_Sub(m_Value(a), m_Value(b)))) {
    add(*a, factor);
    add(*b, product(factor, -1));
  } else if (match(&number, m_c_Mul(m_Value(a), m_APInt(by)))) {
    add(*a, product(factor, low_bits(*by)));
  } else if (match(&number, m_Shl(m_Value(a), m_APInt(by))) && by->ult(32)) {
    add(*a, product(factor, std::int64_t{1} << by->getZExtValue()));
  } else if (LinearSum shifted; match(&number, m_AShr(m_Value(a), m_APInt(back))) && back->ule(32) &&
                                add_shifted(shifted, *a, static_cast<unsigned>(back->getZExtValue()), 1)) {
    add(shifted, factor);
  } else {
    add_term(number, factor);
  }
}

void LinearSum::add(const LinearSum& other, std::int32_t factor) {
  for (const auto& [number, times] : other.terms) add_term(*number, product(times, factor));
  constant = sum(constant, product(other.constant, factor));
}

llvm::Value* LinearSum::single() const {
  return terms.size() == 1 && terms.front().second == 1 && constant == 0 ? terms.front().first : nullptr;
}

llvm::Value* LinearSum::value(llvm::IRBuilder<>& builder) const {
  llvm::Value* result = nullptr;
  for (const auto& [number, factor] : terms) {
    llvm::Value* term = builder.CreateZExtOrTrunc(number, builder.getInt32Ty());
    if (factor != 1) term = builder.CreateMul(term, builder.getInt32(static_cast<std::uint32_t>(factor)));
    result = result == nullptr ? term : builder.CreateAdd(result, term);
  }
  llvm::Value* rest = builder.getInt32(static_cast<std::uint32_t>(constant));
  if (result == nullptr) return rest;
  return constant == 0 ? result : builder.CreateAdd(result, rest);
}

std::optional<PlaceInArray> place_in(const llvm::Value& array, llvm::Value& pointer,
                                     const llvm::DataLayout& layout) {
  PlaceInArray place;
  llvm::Value* base = &pointer;
  while (auto* step = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    add_step(place, *step, layout);
    base = step->getPointerOperand();
  }
  return base == &array ? std::optional(std::move(place)) : std::nullopt;
}

}  // namespace quadcl::compiler::qpu
