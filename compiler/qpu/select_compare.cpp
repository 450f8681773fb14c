// SPDX-License-Identifier: Apache-2.0
// Comparisons set flags, which conditions of operations and branches read.
#include <llvm/Analysis/ValueTracking.h>

#include "compiler/qpu/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using Predicate = llvm::CmpInst::Predicate;

/// How a predicate is tested: an operation of the add ALU on the operands, perhaps exchanged, and a
/// condition.
struct Row {
  AddOp op;
  bool exchanges;
  Condition condition;
};

/// max shows a > b, signed, in flag C, and fmax the same of floats; sub shows a < b, unsigned, there.
Row row_of(Predicate predicate) {
  switch (predicate) {
    case Predicate::ICMP_EQ:
      return {AddOp::bit_xor, false, Condition::zero_set};
    case Predicate::ICMP_NE:
      return {AddOp::bit_xor, false, Condition::zero_clear};
    case Predicate::ICMP_SGT:
      return {AddOp::max, false, Condition::carry_set};
    case Predicate::ICMP_SLE:
      return {AddOp::max, false, Condition::carry_clear};
    case Predicate::ICMP_SLT:
      return {AddOp::max, true, Condition::carry_set};
    case Predicate::ICMP_SGE:
      return {AddOp::max, true, Condition::carry_clear};
    case Predicate::ICMP_ULT:
      return {AddOp::sub, false, Condition::carry_set};
    case Predicate::ICMP_UGE:
      return {AddOp::sub, false, Condition::carry_clear};
    case Predicate::ICMP_UGT:
      return {AddOp::sub, true, Condition::carry_set};
    case Predicate::ICMP_ULE:
      return {AddOp::sub, true, Condition::carry_clear};
    case Predicate::FCMP_OEQ:
    case Predicate::FCMP_UEQ:
      return {AddOp::fsub, false, Condition::zero_set};
    case Predicate::FCMP_ONE:
    case Predicate::FCMP_UNE:
      return {AddOp::fsub, false, Condition::zero_clear};
    case Predicate::FCMP_OGT:
    case Predicate::FCMP_UGT:
      return {AddOp::fmax, false, Condition::carry_set};
    case Predicate::FCMP_OLE:
    case Predicate::FCMP_ULE:
      return {AddOp::fmax, false, Condition::carry_clear};
    case Predicate::FCMP_OLT:
    case Predicate::FCMP_ULT:
      return {AddOp::fmax, true, Condition::carry_set};
    case Predicate::FCMP_OGE:
    case Predicate::FCMP_UGE:
      return {AddOp::fmax, true, Condition::carry_clear};
    default:
      return {AddOp::nop, false, Condition::never};
  }
}

bool tests_set_flag(Condition condition) {
  return condition == Condition::zero_set || condition == Condition::negative_set ||
         condition == Condition::carry_set;
}

/// Comparisons that only choose and branch are made there.
bool is_only_tested(const llvm::CmpInst& comparison) {
  return llvm::all_of(comparison.uses(), [](const llvm::Use& use) {
    return llvm::isa<llvm::BranchInst>(use.getUser()) ||
           (llvm::isa<llvm::SelectInst>(use.getUser()) && use.getOperandNo() == 0);
  });
}

bool fits(const llvm::Value& value, const llvm::DataLayout& layout, bool is_signed) {
  if (is_signed) return llvm::ComputeNumSignBits(&value, layout) > 32;
  return llvm::computeKnownBits(&value, layout).countMinLeadingZeros() >= 32;
}

}  // namespace

bool Test::needs_set_flag() const { return tests_set_flag(condition); }

/// Each condition and its inverse have codes that differ in the lowest bit.
Test Test::inverted() const { return {static_cast<Condition>(static_cast<unsigned>(condition) ^ 1U)}; }

/// A condition that has become a number is tested by flag N.
bool Selector::shows_by_set_flag(const llvm::Value& condition) const {
  const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
  return has_parts(condition) || comparison == nullptr ||
         tests_set_flag(row_of(comparison->getPredicate()).condition);
}

Test Selector::test(const llvm::Value& condition, Condition lanes) {
  if (!has_parts(condition)) {
    if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&condition))
      return compare(*comparison, lanes);
    if (const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&condition))
      return compare_floats(*comparison, lanes);
  }
  const Operand mask = low(condition);
  emit_.flags(AddOp::bit_or, mask, mask, lanes);
  return {Condition::negative_set};
}

Test Selector::compare_numbers(Predicate predicate, Operand a, Operand b, Condition lanes) {
  const Row row = row_of(predicate);
  if (row.exchanges) std::swap(a, b);
  emit_.flags(row.op, a, b, lanes);
  return {row.condition};
}

Test Selector::compare(const llvm::ICmpInst& comparison, Condition lanes) {
  const llvm::Value &a = *comparison.getOperand(0), &b = *comparison.getOperand(1);
  if (a.getType()->isPointerTy()) return compare_numbers(comparison.getPredicate(), low(a), low(b), lanes);
  const unsigned bits = a.getType()->getIntegerBitWidth();
  if (bits > 32) return compare_wide(comparison, lanes);
  return compare_numbers(comparison.getPredicate(), at_top(a), at_top(b), lanes);
}

/// Numbers of 64 bits that have no more than 32 are compared as such.
Test Selector::compare_wide(const llvm::ICmpInst& comparison, Condition lanes) {
  const llvm::Value &a = *comparison.getOperand(0), &b = *comparison.getOperand(1);
  Predicate predicate = comparison.getPredicate();
  const Parts x = wide(a, comparison.isSigned()), y = wide(b, comparison.isSigned());
  if (fits(a, layout_, false) && fits(b, layout_, false))
    return compare_numbers(comparison.getUnsignedPredicate(), x.low, y.low, lanes);
  if (!comparison.isUnsigned() && fits(a, layout_, true) && fits(b, layout_, true))
    return compare_numbers(predicate, x.low, y.low, lanes);
  if (comparison.isEquality()) {
    const Operand high = emit_.add(AddOp::bit_xor, x.high, y.high),
                  low = emit_.add(AddOp::bit_xor, x.low, y.low);
    emit_.flags(AddOp::bit_or, high, low, lanes);
    return {row_of(predicate).condition};
  }
  return compare_halves(comparison.getUnsignedPredicate(), x, y, comparison.isSigned(), lanes);
}

/// The upper halves decide; where they are equal (flag Z), the lower ones do. Signed numbers are moved to the
/// unsigned.
Test Selector::compare_halves(Predicate predicate, Parts a, Parts b, bool is_signed, Condition lanes) {
  const Row row = row_of(predicate);
  const auto upper = [&](Operand high) {
    return is_signed ? emit_.add(AddOp::bit_xor, high, constant(0x80000000U)) : high;
  };
  Operand high_a = upper(a.high), high_b = upper(b.high);
  if (row.exchanges) {
    std::swap(high_a, high_b);
    std::swap(a.low, b.low);
  }
  emit_.flags(AddOp::sub, high_a, high_b, lanes);
  emit_.flags(AddOp::sub, a.low, b.low, Condition::zero_set);
  return {row.condition};
}

/// QPUs make no NaN; expand_integers.h has the questions for it.
Test Selector::compare_floats(const llvm::FCmpInst& comparison, Condition lanes) {
  return compare_numbers(comparison.getPredicate(), low(*comparison.getOperand(0)),
                         low(*comparison.getOperand(1)), lanes);
}

/// The result of a comparison as a number: 0 or all ones.
Operand Selector::mask_of(const llvm::CmpInst& comparison) {
  const Test holds = test(comparison, Condition::always);
  return choose(holds, constant(~0U), zero());
}

Operand Selector::choose(Test test, Operand if_true, Operand if_false) {
  const Operand result = emit_.move(if_false);
  return emit_.move_to(result, if_true, test.condition);
}

void Selector::visitICmpInst(llvm::ICmpInst& comparison) {
  if (is_only_tested(comparison)) return;
  set(comparison, mask_of(comparison));
}

void Selector::visitFCmpInst(llvm::FCmpInst& comparison) {
  if (!comparison.getOperand(0)->getType()->isFloatTy()) return refuse(comparison, "it uses double");
  if (is_only_tested(comparison)) return;
  set(comparison, mask_of(comparison));
}

void Selector::visitSelectInst(llvm::SelectInst& select) {
  const llvm::Value &yes = *select.getTrueValue(), &no = *select.getFalseValue();
  const Parts if_true = parts(yes), if_false = parts(no);
  const Test holds = test(*select.getCondition(), Condition::always);
  Parts result{choose(holds, if_true.low, if_false.low), {}};
  if (if_true.high.place != Place::none) result.high = choose(holds, if_true.high, if_false.high);
  set(select, result);
}

}  // namespace quadcl::compiler::qpu
