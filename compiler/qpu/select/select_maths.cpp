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

/// The result of one of the special functions, which comes to r4.
Operand Selector::special(unsigned function, Operand x) {
  emit_.move_to(port(function), x);
  return emit_.move(accumulator(4));
}

/// `factor` times the special function's estimate of the reciprocal of x, improved by a step of third order.
/// No intermediate result is smaller than the last, so that none is 0 instead. The result is too large by
/// what `one` is.
Operand Selector::by_reciprocal(std::optional<Operand> factor, Operand x, float one) {
  const Operand y = special(isa::write_address::sfu_recip, x);
  const Operand start = factor ? emit_.multiply(MulOp::fmul, *factor, y) : y;
  const Operand error = one_minus(emit_.multiply(MulOp::fmul, x, y));
  const Operand change = emit_.add(AddOp::fadd, error, emit_.multiply(MulOp::fmul, error, error));
  return emit_.multiply(MulOp::fmul, start,
                        emit_.add(AddOp::fadd, constant(std::bit_cast<std::uint32_t>(one)), change));
}

Operand Selector::one_minus(Operand x) {
  return emit_.add(AddOp::fsub, constant(std::bit_cast<std::uint32_t>(1.0f)), x);
}

/// Whether it is a root of which only the inverse is used.
bool Selector::is_only_inverted(const llvm::Value& value) {
  return match(&value, m_Intrinsic<llvm::Intrinsic::sqrt>(m_Value())) &&
         llvm::all_of(value.users(),
                      [](const llvm::User* user) { return match(user, m_FDiv(m_SpecificFP(1), m_Value())); });
}

/// A root or its inverse, by a step of third order from the special function's estimate of the inverse.
Operand Selector::root(Operand x, bool inverts) {
  const Operand inverse = special(isa::write_address::sfu_recipsqrt, x),
                one = constant(std::bit_cast<std::uint32_t>(1.0f)),
                half = constant(std::bit_cast<std::uint32_t>(0.5f));
  const Operand root = emit_.multiply(MulOp::fmul, x, inverse), start = inverts ? inverse : root;
  const Operand error = emit_.add(AddOp::fsub, one, emit_.multiply(MulOp::fmul, root, inverse));
  const Operand factor = emit_.add(
      AddOp::fadd, half, emit_.multiply(MulOp::fmul, error, constant(std::bit_cast<std::uint32_t>(0.375f))));
  const Operand change = emit_.multiply(MulOp::fmul, emit_.multiply(MulOp::fmul, start, error), factor);
  return emit_.add(AddOp::fadd, start, change);
}

/// The even one of two that are equally near. The float is less than 2^23.
Operand Selector::nearest_whole_number(Operand x) {
  const Operand half = constant(std::bit_cast<std::uint32_t>(0.5f)), size = emit_.add(AddOp::fmaxabs, x, x);
  const Operand up = emit_.unary(AddOp::ftoi, emit_.add(AddOp::fadd, size, half)),
                even = emit_.add(AddOp::bit_and, up, constant(~1U));
  emit_.flags(AddOp::bit_xor, emit_.add(AddOp::fsub, emit_.unary(AddOp::itof, up), size), half);
  const Operand nearest = emit_.unary(AddOp::itof, choose({Condition::zero_set}, even, up));
  return emit_.add(AddOp::bit_or, nearest, emit_.add(AddOp::bit_and, x, constant(0x80000000U)));
}

/// Floats of 2^23 and more are whole; the others fit into an integer.
Operand Selector::whole_number(Operand x, unsigned intrinsic) {
  const Operand cut = emit_.unary(AddOp::itof, emit_.unary(AddOp::ftoi, x)),
                one = constant(std::bit_cast<std::uint32_t>(1.0f));
  Operand whole = cut;
  if (intrinsic == llvm::Intrinsic::floor) {
    const Operand below = emit_.add(AddOp::fsub, cut, one);
    emit_.flags(AddOp::fmax, cut, x);  // C: the number is less
    whole = choose({Condition::carry_set}, below, cut);
  } else if (intrinsic == llvm::Intrinsic::ceil) {
    const Operand above = emit_.add(AddOp::fadd, cut, one);
    emit_.flags(AddOp::fmax, x, cut);  // C: the number is more
    whole = choose({Condition::carry_set}, above, cut);
  } else if (intrinsic == llvm::Intrinsic::rint) {
    whole = nearest_whole_number(x);
  }
  const Operand size = emit_.add(AddOp::fmaxabs, x, x);
  emit_.flags(AddOp::fmax, constant(std::bit_cast<std::uint32_t>(0x1p23f)), size);  // C: 2^23 is more
  return choose({Condition::carry_set}, whole, x);
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
    const Operand quarter = constant(std::bit_cast<std::uint32_t>(0.25f)),
                  size = emit_.add(AddOp::fmaxabs, b, b);
    const Operand small_a = emit_.multiply(MulOp::fmul, a, quarter),
                  small_b = emit_.multiply(MulOp::fmul, b, quarter);
    emit_.flags(AddOp::fmax, size,
                constant(std::bit_cast<std::uint32_t>(0x1p100f)));  // C: the divisor is more
    a = choose({Condition::carry_set}, small_a, a);
    b = choose({Condition::carry_set}, small_b, b);
  }
  const Operand y = by_reciprocal({}, b, 0x1.000002p0f), quotient = emit_.multiply(MulOp::fmul, a, y);
  const Operand correction = emit_.add(AddOp::fadd, constant(std::bit_cast<std::uint32_t>(1.0f)),
                                       one_minus(emit_.multiply(MulOp::fmul, b, y)));
  set(instruction, emit_.multiply(MulOp::fmul, quotient, correction));
}

}  // namespace quadcl::compiler::qpu
