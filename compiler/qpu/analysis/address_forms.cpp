// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/address_forms.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace quadcl::compiler::qpu {
namespace {

constexpr unsigned kMostDepth = 24;
constexpr std::size_t kMostTerms = 16, kMostFactors = 4;

bool is_number(const llvm::Value& value) {
  const llvm::Type& type = *value.getType();
  return type.isPointerTy() || (type.isIntegerTy() && type.getIntegerBitWidth() >= 32);
}

void add(AddressForm& sum, const AddressForm& form, std::uint32_t factor) {
  for (const auto& [product, number] : form) {
    const auto place = sum.try_emplace(product, 0).first;
    place->second += factor * number;
    if (place->second == 0) sum.erase(place);
  }
}

std::optional<AddressForm> product_of(const AddressForm& a, const AddressForm& b) {
  AddressForm result;
  for (const auto& [one, number] : a) {
    for (const auto& [other, factor] : b) {
      Product both = one;
      both.insert(both.end(), other.begin(), other.end());
      if (both.size() > kMostFactors) return {};
      std::sort(both.begin(), both.end());
      add(result, {{both, number}}, factor);
    }
  }
  return result;
}

}  // namespace

const AddressForm& AddressForms::of(const llvm::Value& value, unsigned depth) {
  if (const auto found = forms_.find(&value); found != forms_.end()) return found->second;
  auto form = depth < kMostDepth ? compute(value, depth) : std::nullopt;
  if (!form || form->size() > kMostTerms) form = AddressForm{{{&value}, 1}};
  return forms_[&value] = std::move(*form);
}

std::optional<AddressForm> AddressForms::compute(const llvm::Value& value, unsigned depth) {
  if (!is_number(value)) return {};
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
    if (number->getBitWidth() > 64) return {};
    AddressForm form;
    add(form, {{{}, 1}}, static_cast<std::uint32_t>(number->getValue().zextOrTrunc(64).getZExtValue()));
    return form;
  }
  const auto* operation = llvm::dyn_cast<llvm::Operator>(&value);
  if (operation == nullptr) return {};
  const auto operand = [&](unsigned i) -> const AddressForm& {
    return of(*operation->getOperand(i), depth + 1);
  };
  AddressForm sum;
  switch (operation->getOpcode()) {
    case llvm::Instruction::Or:
      if (!llvm::isa<llvm::PossiblyDisjointInst>(value) ||
          !llvm::cast<llvm::PossiblyDisjointInst>(value).isDisjoint())
        return {};
      [[fallthrough]];
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
      add(sum, operand(0), 1);
      add(sum, operand(1), operation->getOpcode() == llvm::Instruction::Sub ? ~0U : 1);
      return sum;
    case llvm::Instruction::And: {  // of 64 bits, which keeps those that addresses have
      const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
      if (mask == nullptr || mask->getValue().countr_one() < 32) return {};
      return operand(0);
    }
    case llvm::Instruction::Mul:
      return product_of(operand(0), operand(1));
    case llvm::Instruction::Shl: {
      const auto* by = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
      if (by == nullptr || by->getValue().uge(32)) return {};
      add(sum, operand(0), 1U << by->getZExtValue());
      return sum;
    }
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
      if (!is_number(*operation->getOperand(0))) return {};
      return operand(0);
    case llvm::Instruction::GetElementPtr:
      return of_element(llvm::cast<llvm::GEPOperator>(value), depth);
    default:
      return {};
  }
}

std::optional<AddressForm> AddressForms::of_element(const llvm::GEPOperator& element, unsigned depth) {
  llvm::MapVector<llvm::Value*, llvm::APInt> factors;
  llvm::APInt offset(64, 0);
  if (!element.collectOffset(layout_, 64, factors, offset)) return {};
  AddressForm sum;
  add(sum, of(*element.getPointerOperand(), depth + 1), 1);
  add(sum, {{{}, 1}}, static_cast<std::uint32_t>(offset.getZExtValue()));
  for (const auto& [index, factor] : factors) {
    if (!is_number(*index)) return {};
    add(sum, of(*index, depth + 1), static_cast<std::uint32_t>(factor.getZExtValue()));
  }
  return sum;
}

AddressForm AddressForms::difference(const llvm::Value& from, const llvm::Value& to) {
  AddressForm difference = of(to);
  add(difference, of(from), ~0U);
  return difference;
}

std::optional<std::int32_t> AddressForms::distance(const llvm::Value& from, const llvm::Value& to) {
  const AddressForm difference = this->difference(from, to);
  if (difference.empty()) return 0;
  if (difference.size() > 1 || !difference.begin()->first.empty()) return {};
  return static_cast<std::int32_t>(difference.begin()->second);
}

ValueOrder::ValueOrder(const llvm::Function& function) {
  for (const llvm::Argument& argument : function.args()) add(argument);
  for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
}

std::vector<std::size_t> ValueOrder::places_of(const Product& product) const {
  std::vector<std::size_t> places;
  for (const llvm::Value* value : product) places.push_back(places_.lookup(value));
  return places;
}

std::vector<std::pair<Product, std::uint32_t>> ValueOrder::terms_of(const AddressForm& form) const {
  std::vector<std::pair<Product, std::uint32_t>> terms(form.begin(), form.end());
  for (auto& [product, factor] : terms)
    llvm::sort(product,
               [this](const auto* a, const auto* b) { return places_.lookup(a) < places_.lookup(b); });
  llvm::sort(terms, [this](const auto& a, const auto& b) { return places_of(a.first) < places_of(b.first); });
  return terms;
}

}  // namespace quadcl::compiler::qpu
