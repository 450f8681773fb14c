// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/memory/environment.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

namespace quadcl::compiler::recognise {

const Value& Environment::operator[](const llvm::Value* value) {
  const auto found = values_.find(value);
  if (found != values_.end()) return found->second;
  if (const auto* number = llvm::dyn_cast<llvm::Constant>(value)) {
    Value known = constant(*number);
    return values_[value] = std::move(known);
  }
  const auto* argument = llvm::dyn_cast<llvm::Argument>(value);
  if (argument == nullptr) reject("it uses what a loop computed last");
  return values_[value] = of_argument(*argument);
}

const Value* Environment::find(const llvm::Value* instruction) const {
  const auto found = values_.find(instruction);
  return found != values_.end() ? &found->second : nullptr;
}

void Environment::set(const PhiValues& phis) {
  for (const auto& [phi, value] : phis) values_[phi] = value;
}

Value Environment::of_argument(const llvm::Argument& argument) {
  const llvm::Type& type = *argument.getType();
  if (type.isPointerTy()) return Value::of_pointer(objects_.of(argument), {});
  if (type.isFloatTy()) return Value::of_data(expressions_.float_argument(argument.getArgNo()));
  if (type.isIntegerTy() && type.getIntegerBitWidth() >= 8)
    return Value::of_integer(symbols_.value(SymbolKind::argument, argument.getArgNo()));
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  if (vector == nullptr || !type.getScalarType()->isIntegerTy()) return {};
  std::vector<Value> lanes;
  const unsigned bytes = type.getScalarSizeInBits() / 8;
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    lanes.push_back(objects_.component({argument.getArgNo(), i * bytes, bytes}));
  return Value::of_lanes(std::move(lanes));
}

Value Environment::constant(const llvm::Constant& constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (integer->getBitWidth() == 1)
      return Value::of_condition(integer->isOne() ? expressions_.always()
                                                  : expressions_.invert(expressions_.always()));
    return integer->getBitWidth() <= 64 ? Value::of_integer(integer->getSExtValue()) : Value{};
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    if (!number->getType()->isFloatTy()) return {};
    const auto bits = number->getValueAPF().bitcastToAPInt().getZExtValue();
    return Value::of_data(expressions_.constant(static_cast<std::uint32_t>(bits), 4));
  }
  if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType())) {
    std::vector<Value> lanes;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      const llvm::Constant* lane = constant.getAggregateElement(i);
      lanes.push_back(lane != nullptr ? this->constant(*lane) : Value{});
    }
    return Value::of_lanes(std::move(lanes));
  }
  if (llvm::isa<llvm::UndefValue>(constant)) return Value::of_data(expressions_.undefined());
  if (llvm::isa<llvm::GlobalVariable>(constant)) return Value::of_pointer(objects_.of(constant), {});
  if (const auto* expression = llvm::dyn_cast<llvm::GEPOperator>(&constant)) {
    llvm::APInt offset(64, 0);
    if (!expression->accumulateConstantOffset(layout_, offset)) return {};
    return (*this)[expression->getPointerOperand()].plus(Polynomial(offset.getSExtValue()));
  }
  return {};
}

}  // namespace quadcl::compiler::recognise
