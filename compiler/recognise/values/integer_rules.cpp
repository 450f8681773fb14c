// SPDX-License-Identifier: Apache-2.0
#include "compiler/recognise/values/integers.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>

namespace quadcl::compiler::recognise {
namespace {

using llvm::Instruction;
using Predicate = llvm::CmpInst::Predicate;
using enum Reading;

constexpr IntegerRule kRules[] = {
    {RuleOf::instruction, Instruction::Add, low_bits, low_bits},
    {RuleOf::instruction, Instruction::Sub, low_bits, low_bits},
    {RuleOf::instruction, Instruction::Mul, low_bits, low_bits},
    {RuleOf::instruction, Instruction::Shl, low_bits, as_unsigned},
    // Quotients of our symbols round down: >> does so for all numbers, / from 0 on only.
    {RuleOf::instruction, Instruction::AShr, as_signed, as_unsigned},
    {RuleOf::instruction, Instruction::LShr, as_unsigned, as_unsigned},
    {RuleOf::instruction, Instruction::UDiv, as_unsigned, as_unsigned},
    {RuleOf::instruction, Instruction::URem, as_unsigned, as_unsigned},
    {RuleOf::instruction, Instruction::SDiv, from_zero, from_zero},
    {RuleOf::instruction, Instruction::SRem, from_zero, from_zero},
    // Masks of low bits are remainders, also of the bits of negative numbers.
    {RuleOf::instruction, Instruction::And, as_unsigned, as_signed},
    // If no bit is set in both.
    {RuleOf::instruction, Instruction::Or, low_bits, low_bits},
    {RuleOf::instruction, Instruction::Xor, low_bits, as_signed},
    {RuleOf::instruction, Instruction::Trunc, low_bits, low_bits},
    {RuleOf::instruction, Instruction::SExt, as_signed, low_bits},
    {RuleOf::instruction, Instruction::ZExt, as_unsigned, low_bits},
    // Minima are symbols, and no symbol is negative. A maximum is its first operand.
    {RuleOf::intrinsic, llvm::Intrinsic::smin, from_zero, from_zero},
    {RuleOf::intrinsic, llvm::Intrinsic::umin, as_unsigned, as_unsigned},
    {RuleOf::intrinsic, llvm::Intrinsic::smax, as_signed, as_signed},
    {RuleOf::intrinsic, llvm::Intrinsic::umax, as_unsigned, as_unsigned},
    {RuleOf::comparison, Predicate::ICMP_EQ, as_signed, as_signed},
    {RuleOf::comparison, Predicate::ICMP_NE, as_signed, as_signed},
    {RuleOf::comparison, Predicate::ICMP_SLT, as_signed, as_signed},
    {RuleOf::comparison, Predicate::ICMP_SLE, as_signed, as_signed},
    {RuleOf::comparison, Predicate::ICMP_SGT, as_signed, as_signed},
    {RuleOf::comparison, Predicate::ICMP_SGE, as_signed, as_signed},
    {RuleOf::comparison, Predicate::ICMP_ULT, as_unsigned, as_unsigned},
    {RuleOf::comparison, Predicate::ICMP_ULE, as_unsigned, as_unsigned},
    {RuleOf::comparison, Predicate::ICMP_UGT, as_unsigned, as_unsigned},
    {RuleOf::comparison, Predicate::ICMP_UGE, as_unsigned, as_unsigned},
};

}  // namespace

llvm::ArrayRef<IntegerRule> integer_rules() { return kRules; }

const IntegerRule* rule_of(const llvm::Instruction& instruction) {
  RuleOf kind = RuleOf::instruction;
  unsigned code = instruction.getOpcode();
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    kind = RuleOf::intrinsic;
    code = call->getIntrinsicID();
  } else if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
    kind = RuleOf::comparison;
    code = compare->getPredicate();
  }
  const auto* found =
      llvm::find_if(kRules, [&](const IntegerRule& rule) { return rule.kind == kind && rule.code == code; });
  return found != std::end(kRules) ? found : nullptr;
}

}  // namespace quadcl::compiler::recognise
