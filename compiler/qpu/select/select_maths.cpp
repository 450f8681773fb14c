// SPDX-License-Identifier: Apache-2.0
// The special functions, which have 11 bits, and what is made of them.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <bit>

#include "compiler/ir/chip_functions.h"
#include "compiler/qpu/select/select.h"
#include "qpu/isa/tables.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using isa::MulOp;
using namespace llvm::PatternMatch;

struct SpecialFunction {
  const char* name;
  unsigned address;
};

constexpr SpecialFunction kSpecialFunctions[] = {
    {kSfuReciprocalFunction, isa::write_address::sfu_recip},
    {kSfuRsqrtFunction, isa::write_address::sfu_recipsqrt},
    {kSfuExp2Function, isa::write_address::sfu_exp},
    {kSfuLog2Function, isa::write_address::sfu_log},
};

}  // namespace

/// Whether it is a function that the definitions of builtins for QPUs call.
bool Selector::operation_of_chip(llvm::CallInst& call, llvm::StringRef name) {
  for (const SpecialFunction& row : kSpecialFunctions) {
    if (name != row.name) continue;
    set(call, special(row.address, low(*call.getArgOperand(0))));
    return true;
  }
  if (name != kToIntegerFunction) return false;
  set(call, emit_.unary(AddOp::ftoi, low(*call.getArgOperand(0))));
  return true;
}

/// Whether it is a root of which only the inverse is used.
bool Selector::is_only_inverted(const llvm::Value& value) {
  return match(&value, m_Intrinsic<llvm::Intrinsic::sqrt>(m_Value())) &&
         llvm::all_of(value.users(),
                      [](const llvm::User* user) { return match(user, m_FDiv(m_SpecificFP(1), m_Value())); });
}

/// The quotient by a reciprocal, less the reciprocal's error. A reciprocal that is a little too large has an
/// error that is added to 1 with one bit more. The reciprocal of numbers from 2^126 on is no number, so both
/// are divided by 4 where the divisor is beyond 2^100.
void Selector::float_division(llvm::BinaryOperator& instruction) {
  const llvm::Value &dividend = *instruction.getOperand(0), &divisor = *instruction.getOperand(1);
  if (is_only_inverted(divisor))
    return set(instruction, root(low(*llvm::cast<llvm::User>(divisor).getOperand(0)), true));
  Operand a = low(dividend), b = low(divisor);
  const auto* one = llvm::dyn_cast<llvm::ConstantFP>(&dividend);
  if (one != nullptr && one->isExactlyValue(1.0)) return set(instruction, reciprocal(b));
  if (instruction.hasAllowReciprocal()) return set(instruction, by_reciprocal(a, b));
  if (!llvm::isa<llvm::Constant>(divisor)) {
    const Operand quarter = float_constant(0.25f), size = emit_.add(AddOp::fmaxabs, b, b);
    const Operand small_a = emit_.multiply(MulOp::fmul, a, quarter),
                  small_b = emit_.multiply(MulOp::fmul, b, quarter);
    emit_.flags(AddOp::fmax, size,
                float_constant(0x1p100f));  // C: the divisor is more
    a = choose({Condition::carry_set}, small_a, a);
    b = choose({Condition::carry_set}, small_b, b);
  }
  const Operand y = by_reciprocal({}, b, 0x1.000002p0f), quotient = emit_.multiply(MulOp::fmul, a, y);
  const Operand correction =
      emit_.add(AddOp::fadd, float_constant(1.0f), one_minus(emit_.multiply(MulOp::fmul, b, y)));
  set(instruction, emit_.multiply(MulOp::fmul, quotient, correction));
}

}  // namespace quadcl::compiler::qpu
