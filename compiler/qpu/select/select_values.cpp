// SPDX-License-Identifier: Apache-2.0
// Values, constants and the numbers of fewer than 32 bits.
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;

bool is_wide(const llvm::Type& type) { return type.isIntegerTy() && type.getIntegerBitWidth() > 32; }

}  // namespace

Parts Selector::parts(const llvm::Value& value) {
  auto& known = parts_[copy_of(value)];
  if (const auto found = known.find(&value); found != known.end()) return found->second;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return constant_parts(*constant);
  if (copy_ > 0 && row_distance(value)) return {sum_of(address_of(value)), {}};
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
    Parts made{emit_.code().new_value(), {}};
    if (is_wide(*phi->getType())) made.high = emit_.code().new_value();
    return known[phi] = made;
  }
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) {
    const unsigned number = argument->getArgNo();
    if (is_local_pointer(*argument)) return {local_argument(*argument), {}};
    if (argument->getType()->isPointerTy()) return {uniform(QpuUniformKind::buffer, number), {}};
    Parts made{uniform(QpuUniformKind::argument, number, 0), {}};
    if (is_wide(*argument->getType())) made.high = uniform(QpuUniformKind::argument, number, 1);
    return made;
  }
  // Comparisons are made where they are used.
  if (is_made_where_tested(value)) return {mask_of(value), {}};
  if (result_.problem.empty()) result_.problem = "it has a value that QPUs cannot make";
  return {zero(), zero()};
}

Parts Selector::constant_parts(const llvm::Constant& constant) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    const llvm::APInt& bits = number->getValue();
    if (bits.getBitWidth() == 1) return {this->constant(bits.isZero() ? 0 : ~0U), {}};
    const std::uint64_t word = bits.zextOrTrunc(64).getZExtValue();
    Parts made{this->constant(static_cast<std::uint32_t>(
                   bits.getBitWidth() < 32 ? bits.sextOrTrunc(32).getZExtValue() : word)),
               {}};
    if (bits.getBitWidth() > 32) made.high = this->constant(static_cast<std::uint32_t>(word >> 32));
    return made;
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return {this->constant(static_cast<std::uint32_t>(number->getValueAPF().bitcastToAPInt().getZExtValue())),
            {}};
  if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(constant)) {
    Parts made{zero(), {}};
    if (is_wide(*constant.getType())) made.high = zero();
    return made;
  }
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant))
    return {variable->getAddressSpace() == kLocalAddressSpace ? local_variable(*variable)
                                                              : table_address(*variable),
            {}};
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = expression->stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (expression->isCast() && !llvm::isa<llvm::PointerType>(expression->getType())) {
      // A number made of an address, or a part of one.
      Parts made{low(*expression->getOperand(0)), {}};
      if (is_wide(*expression->getType())) made.high = zero();
      return made;
    }
    if (base != expression)
      return {emit_.add(AddOp::add, low(*base),
                        this->constant(static_cast<std::uint32_t>(offset.getZExtValue()))),
              {}};
  }
  if (result_.problem.empty()) result_.problem = "it has a constant that QPUs cannot make";
  return {zero(), zero()};
}

void Selector::set(const llvm::Instruction& instruction, Parts parts) {
  parts_[copy_of(instruction)][&instruction] = parts;
}

void Selector::refuse(const llvm::Instruction& instruction, const std::string& why) {
  if (!result_.problem.empty()) return;
  result_.problem = why;
  if (const llvm::DebugLoc& place = instruction.getDebugLoc())
    result_.problem += " in line " + std::to_string(place.getLine());
}

/// A number of at most 32 bits, extended to 32.
Operand Selector::extended(const llvm::Value& value, bool is_signed) {
  const unsigned bits = value.getType()->getIntegerBitWidth();
  const Operand number = low(value);
  if (bits == 1) return is_signed ? number : emit_.add(AddOp::bit_and, number, constant(1));
  return is_signed ? with_sign(number, bits) : without_sign(number, bits);
}

/// A number of any width up to 64, extended to 64.
Parts Selector::wide(const llvm::Value& value, bool is_signed) {
  const unsigned bits = value.getType()->getIntegerBitWidth();
  if (bits <= 32) {
    const Operand number = extended(value, is_signed);
    return {number, is_signed ? emit_.add(AddOp::asr, number, constant(31 - 32)) : zero()};
  }
  const Parts number = parts(value);
  return {number.low, is_signed ? with_sign(number.high, bits - 32) : without_sign(number.high, bits - 32)};
}

/// A number of at most 32 bits in the upper bits of a register, zeros below: comparisons need no more.
Operand Selector::at_top(const llvm::Value& value) {
  const unsigned bits = value.getType()->getIntegerBitWidth();
  if (bits >= 32) return low(value);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return constant(static_cast<std::uint32_t>(number->getZExtValue() << (32 - bits)));
  return emit_.add(AddOp::shl, low(value), constant(32 - bits < 16 ? 32 - bits : 32 - bits - 32));
}

/// Constants of the program lie behind the code.
Operand Selector::table_address(const llvm::GlobalVariable& variable) {
  const llvm::Align align = std::max(layout_.getPreferredAlign(&variable), llvm::Align(4));
  const std::size_t begin = llvm::alignTo(result_.data.size() * 4, align);
  const auto [place, is_new] = program_.tables.try_emplace(&variable, static_cast<std::uint32_t>(begin));
  if (is_new) result_.data.resize(begin / 4);
  if (is_new && !add_table(variable))
    result_.problem = "the variable '" + variable.getName().str() + "' is not a constant that QPUs can load";
  const Operand base = uniform(QpuUniformKind::data);
  return place->second == 0 ? base : emit_.add(AddOp::add, base, constant(place->second));
}

namespace {

/// Appends the bytes of a constant; false if they are not all known.
bool append_bytes(const llvm::Constant& constant, const llvm::DataLayout& layout,
                  std::vector<std::uint8_t>& bytes) {
  const std::size_t size = layout.getTypeAllocSize(constant.getType());
  if (constant.isNullValue() || llvm::isa<llvm::UndefValue>(constant)) {
    bytes.resize(bytes.size() + size);
    return true;
  }
  llvm::APInt bits;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) bits = number->getValue();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    bits = number->getValueAPF().bitcastToAPInt();
  if (bits.getBitWidth() > 1 || llvm::isa<llvm::ConstantInt>(constant)) {
    bits = bits.zext(static_cast<unsigned>(size * 8));
    for (std::size_t i = 0; i < size; ++i)
      bytes.push_back(
          static_cast<std::uint8_t>(bits.extractBitsAsZExtValue(8, static_cast<unsigned>(8 * i))));
    return true;
  }
  const llvm::Type& type = *constant.getType();
  if (!type.isAggregateType() && !type.isVectorTy()) return false;
  const std::size_t begin = bytes.size();
  const auto* structure = llvm::dyn_cast<llvm::StructType>(&type);
  for (unsigned i = 0; const llvm::Constant* element = constant.getAggregateElement(i); ++i) {
    if (structure != nullptr)
      bytes.resize(begin +
                   layout.getStructLayout(const_cast<llvm::StructType*>(structure))->getElementOffset(i));
    if (!append_bytes(*element, layout, bytes)) return false;
  }
  bytes.resize(begin + size);
  return true;
}

}  // namespace

bool Selector::add_table(const llvm::GlobalVariable& variable) {
  if (!variable.isConstant() || !variable.hasInitializer()) return false;
  std::vector<std::uint8_t> bytes;
  if (!append_bytes(*variable.getInitializer(), layout_, bytes)) return false;
  bytes.resize((bytes.size() + 3) / 4 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 4)
    result_.data.push_back(bytes[i] | bytes[i + 1] << 8 | bytes[i + 2] << 16 |
                           static_cast<std::uint32_t>(bytes[i + 3]) << 24);
  return true;
}

}  // namespace quadcl::compiler::qpu
