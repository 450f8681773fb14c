// SPDX-License-Identifier: Apache-2.0
// Comparisons set flags, which conditions of operations and branches read.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/machine/tidy.h"
#include "compiler/qpu/prepare/full_rows.h"
#include "compiler/qpu/select/select.h"

namespace quadcl::compiler::qpu {
namespace {

using isa::AddOp;
using isa::Condition;
using Predicate = llvm::CmpInst::Predicate;
using namespace llvm::PatternMatch;

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
      return {AddOp::bit_xor, false, Condition::zero_set};
    case Predicate::FCMP_ONE:
    case Predicate::FCMP_UNE:
      return {AddOp::bit_xor, false, Condition::zero_clear};
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

/// Comparisons of a conjunction or a disjunction, and the flag that shows each. They are tested one after the
/// other, each where those before do not decide.
struct Chain {
  bool is_and = true;
  Condition holds = Condition::always;
  llvm::SmallVector<const llvm::CmpInst*> parts;
};

/// The operands of a conjunction (else of a disjunction); null if it is none.
std::pair<const llvm::Value*, const llvm::Value*> operands_of_pair(const llvm::Value& value, bool is_and) {
  const llvm::Value *a = nullptr, *b = nullptr;
  const bool matches = is_and ? match(&value, m_LogicalAnd(m_Value(a), m_Value(b)))
                              : match(&value, m_LogicalOr(m_Value(a), m_Value(b)));
  return matches ? std::pair{a, b} : std::pair<const llvm::Value*, const llvm::Value*>{};
}

bool add_parts(const llvm::Value& value, Chain& chain) {
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&value)) {
    const llvm::Type& type = *comparison->getOperand(0)->getType();
    chain.parts.push_back(comparison);
    return type.isFloatTy() || (type.isIntegerTy() && type.getIntegerBitWidth() <= 32);
  }
  const auto [a, b] = operands_of_pair(value, chain.is_and);
  return a != nullptr && (chain.parts.empty() || value.hasOneUse()) && add_parts(*a, chain) &&
         add_parts(*b, chain);
}

bool is_equality(const llvm::CmpInst& comparison) {
  return comparison.isIntPredicate() && llvm::cast<llvm::ICmpInst>(comparison).isEquality();
}

/// The flag by which all comparisons of the chain show. Whether integers differ also shows by flag C, set or
/// clear.
std::optional<Condition> common_flag(const Chain& chain) {
  const auto flag_of_all = [&](auto&& are_among) -> std::optional<Condition> {
    std::optional<Condition> common;
    for (const llvm::CmpInst* part : chain.parts) {
      if (!are_among(*part)) continue;
      const Condition own = row_of(part->getPredicate()).condition;
      if (common && *common != own) return {};
      common = own;
    }
    return common;
  };
  if (const auto common = flag_of_all([](const llvm::CmpInst&) { return true; })) return common;
  const bool all_equalities = llvm::all_of(chain.parts, [](const auto* part) { return is_equality(*part); });
  if (all_equalities) return Condition::carry_set;
  const auto others = flag_of_all([](const llvm::CmpInst& part) { return !is_equality(part); });
  const bool is_carry = others == Condition::carry_set || others == Condition::carry_clear;
  return is_carry ? others : std::nullopt;
}

/// Whether it is the condition of a choice, which tests it. A choice between conditions does that only for
/// one of its own.
bool chooses_where_tested(const llvm::Use& use) {
  const auto* choice = llvm::dyn_cast<llvm::SelectInst>(use.getUser());
  const auto* condition = llvm::dyn_cast<llvm::Instruction>(use.get());
  if (choice == nullptr || condition == nullptr || use.getOperandNo() != 0) return false;
  return !choice->getType()->isIntegerTy(1) ||
         (condition->hasOneUse() && condition->getParent() == choice->getParent());
}

std::optional<Chain> chain_of(const llvm::Value& condition) {
  for (const bool is_and : {true, false}) {
    Chain chain{is_and, Condition::always, {}};
    if (operands_of_pair(condition, is_and).first == nullptr) continue;
    if (!add_parts(condition, chain)) return {};
    const auto flag = common_flag(chain);
    if (!flag) return {};
    chain.holds = *flag;
    return chain;
  }
  return {};
}

bool is_wide(const llvm::CmpInst& comparison) {
  const llvm::Type& type = *comparison.getOperand(0)->getType();
  return type.isIntegerTy() && type.getIntegerBitWidth() > 32;
}

/// Of comparisons of numbers of 64 bits with a power of two, which bits of it decide: those from this one on.
std::optional<unsigned> lowest_deciding_bit(const llvm::CmpInst& comparison) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(comparison.getOperand(1));
  if (!is_wide(comparison) || number == nullptr) return {};
  llvm::APInt power = number->getValue();
  if (comparison.getPredicate() == Predicate::ICMP_UGT) ++power;
  if (comparison.getPredicate() != Predicate::ICMP_UGT && comparison.getPredicate() != Predicate::ICMP_ULT)
    return {};
  if (!power.isPowerOf2()) return {};
  return power.logBase2();
}

/// Whether it asks for the sign of an integer, which flag N shows.
bool asks_for_sign(const llvm::CmpInst& comparison) {
  const llvm::Value& other = *comparison.getOperand(1);
  return (comparison.getPredicate() == Predicate::ICMP_SLT && match(&other, m_ZeroInt())) ||
         (comparison.getPredicate() == Predicate::ICMP_SGT && match(&other, m_AllOnes()));
}

/// The condition of the flags under which the comparison holds after its test.
Condition condition_of(const llvm::CmpInst& comparison) {
  if (asks_for_sign(comparison))
    return comparison.getPredicate() == Predicate::ICMP_SLT ? Condition::negative_set
                                                            : Condition::negative_clear;
  if (!lowest_deciding_bit(comparison)) return row_of(comparison.getPredicate()).condition;
  return comparison.getPredicate() == Predicate::ICMP_UGT ? Condition::zero_clear : Condition::zero_set;
}

/// As a small immediate: shifts take their number modulo 32.
std::uint32_t shift_by(unsigned bits) { return bits < 16 ? bits : bits - 32; }

bool fits(const llvm::Value& value, const llvm::DataLayout& layout, bool is_signed) {
  if (is_signed) return llvm::ComputeNumSignBits(&value, layout) > 32;
  return llvm::computeKnownBits(&value, layout).countMinLeadingZeros() >= 32;
}

}  // namespace

bool Test::needs_set_flag() const { return tests_set_flag(condition); }

Test Test::inverted() const { return {inverse(condition)}; }

/// Whether a chain can be tested at the end of the block, in active lanes only: it must not hold, or end, in
/// others. A loop of one block shows its active lanes as the chain needs it.
bool Selector::may_end_with_chain(const llvm::BasicBlock& block, const llvm::Value& condition) const {
  const auto chain = chain_of(condition);
  if (is_arithmetic_loop(block) && chain->is_and == (block.getTerminator()->getSuccessor(0) == &block))
    return true;
  return flow_.way(block) == 0 || tests_set_flag(chain->holds) == chain->is_and;
}

bool Selector::is_tested_chain(const llvm::Value& condition) const {
  if (!chain_of(condition)) return false;
  return llvm::all_of(condition.users(),
                      [&](const llvm::User* user) {
                        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user);
                        return branch == nullptr || may_end_with_chain(*branch->getParent(), condition);
                      }) &&
         is_only_tested(condition);
}

/// Whether the condition only chooses and branches, perhaps with other ones. It is made there.
bool Selector::is_only_tested(const llvm::Value& condition) const {
  return llvm::all_of(condition.uses(), [this](const llvm::Use& use) {
    const llvm::User& user = *use.getUser();
    return llvm::isa<llvm::BranchInst>(user) || is_leave(user) || is_tested_chain(user) ||
           chooses_where_tested(use);
  });
}

/// A condition that has become a number is tested by flag N.
bool Selector::shows_by_set_flag(const llvm::Value& condition) const {
  const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
  if (!has_parts(condition) && is_tested_chain(condition)) return tests_set_flag(chain_of(condition)->holds);
  return has_parts(condition) || comparison == nullptr || tests_set_flag(condition_of(*comparison));
}

/// In a loop of one block, which goes on while the condition is `wanted`.
std::optional<Condition> Selector::flag_of(const llvm::Value& condition, bool wanted) const {
  if (!has_parts(condition) && is_tested_chain(condition)) {
    const Chain chain = *chain_of(condition);
    return chain.is_and == wanted ? std::optional(chain.holds) : std::nullopt;
  }
  const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&condition);
  if (has_parts(condition) || comparison == nullptr) return Condition::negative_set;
  if (is_wide(*comparison) && !comparison->isEquality() && !lowest_deciding_bit(*comparison) &&
      !asks_for_sign(*comparison))
    return {};
  return condition_of(*comparison);
}

/// A comparison that has become a number, 0 or all ones, sets the flags as the other ones of the chain do.
void Selector::test_in_chain(const llvm::CmpInst& comparison, Condition holds, Condition lanes) {
  if (counter_ && counter_->test == &comparison) {
    count_and_test(*counter_, holds, lanes);
  } else if (has_parts(comparison)) {
    const Operand mask = low(comparison);
    if (holds == Condition::zero_set) emit_.flags(AddOp::bit_xor, mask, constant(~0U), lanes);
    if (holds == Condition::zero_clear) emit_.flags(AddOp::bit_or, mask, mask, lanes);
    if (holds == Condition::carry_set) emit_.flags(AddOp::sub, zero(), mask, lanes);
    if (holds == Condition::carry_clear) emit_.flags(AddOp::sub, mask, constant(1), lanes);
  } else if (const auto* floats = llvm::dyn_cast<llvm::FCmpInst>(&comparison)) {
    compare_floats(*floats, lanes);
  } else {
    const Operand a = at_top(*comparison.getOperand(0)), b = at_top(*comparison.getOperand(1));
    if (row_of(comparison.getPredicate()).condition == holds) {
      compare_numbers(comparison.getPredicate(), a, b, lanes);
      return;
    }
    // C: they differ, or they are equal.
    const Operand distance = emit_.add(AddOp::bit_xor, a, b);
    const bool is_wanted = comparison.getPredicate() == Predicate::ICMP_NE;
    if (is_wanted == (holds == Condition::carry_set))
      emit_.flags(AddOp::sub, zero(), distance, lanes);
    else
      emit_.flags(AddOp::sub, distance, constant(1), lanes);
  }
}

/// Counts in the lanes, and sets the flag by which the comparison with 0 holds: the sum carries where it
/// becomes 0, the difference from -1 borrows everywhere else.
void Selector::count_and_test(const LoopCounter& counter, Condition holds, Condition lanes) {
  const bool is_end = counter.test->getPredicate() == Predicate::ICMP_EQ;
  const bool carries_at_end = holds == Condition::carry_set ? is_end : !is_end;
  const bool by_difference =
      (holds == Condition::carry_set || holds == Condition::carry_clear) && !carries_at_end;
  const Operand count = low(*counter.count);
  emit_.change_with_flags(by_difference ? AddOp::sub : AddOp::add, count, constant(by_difference ? ~0U : 1),
                          lanes);
}

/// A loop of one block that flags show, and that counts up to 0 for its test alone.
std::optional<Selector::LoopCounter> Selector::loop_counter(const llvm::BasicBlock& block) const {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !loops_by_flag(*branch)) return {};
  for (const llvm::PHINode& phi : block.phis()) {
    const auto* next = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(&block));
    if (next == nullptr || !phi.getType()->isIntegerTy(32) || !phi.hasOneUse() ||
        !match(next, m_Add(m_Specific(&phi), m_One())) || next->getParent() != &block)
      continue;
    const llvm::ICmpInst* test = nullptr;
    bool only_counts = true;
    for (const llvm::User* user : next->users()) {
      const auto* by = llvm::cast<llvm::Instruction>(user);
      if (by == &phi || (by->getParent() != &block && llvm::isa<llvm::PHINode>(by))) continue;
      only_counts &= test == nullptr && llvm::isa<llvm::ICmpInst>(by);
      test = llvm::dyn_cast<llvm::ICmpInst>(by);
    }
    if (only_counts && test != nullptr && test->isEquality() && test->hasOneUse() &&
        match(test->getOperand(1), m_Zero()) && is_part_of_condition(*test, *branch->getCondition()))
      return LoopCounter{&phi, next, test};
  }
  return {};
}

/// Whether the condition is made where it is tested, of this comparison and others.
bool Selector::is_part_of_condition(const llvm::ICmpInst& test, const llvm::Value& condition) const {
  if (&condition == &test) return true;
  if (has_parts(condition) || !is_tested_chain(condition)) return false;
  return llvm::is_contained(chain_of(condition)->parts, &test);
}

/// The counter of a loop goes first, so that it counts in all active lanes.
Test Selector::test_chain(const llvm::Value& condition, Condition lanes) {
  Chain chain = *chain_of(condition);
  if (counter_)
    std::stable_partition(chain.parts.begin(), chain.parts.end(),
                          [this](const auto* part) { return part == counter_->test; });
  for (const llvm::CmpInst* part : chain.parts) {
    test_in_chain(*part, chain.holds, lanes);
    lanes = chain.is_and ? chain.holds : Test{chain.holds}.inverted().condition;
  }
  return {chain.holds};
}

/// Where a long chain chooses often, it becomes a number once.
void Selector::keep_chain(const llvm::Instruction& condition) {
  constexpr std::size_t kOfNumber = 3;  // operations, beside one for each choice
  const std::size_t parts = chain_of(condition)->parts.size(), uses = condition.getNumUses();
  const bool only_chooses = llvm::all_of(
      condition.users(), [](const llvm::User* user) { return llvm::isa<llvm::SelectInst>(user); });
  if (only_chooses && parts * uses > parts + uses + kOfNumber) set(condition, mask_of(condition));
}

Test Selector::test(const llvm::Value& condition, Condition lanes) {
  if (!has_parts(condition) && is_tested_chain(condition)) return test_chain(condition, lanes);
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

bool Selector::is_made_where_tested(const llvm::Value& condition) const {
  return llvm::isa<llvm::CmpInst>(condition) || is_tested_chain(condition);
}

Test Selector::compare_numbers(Predicate predicate, Operand a, Operand b, Condition lanes) {
  const Row row = row_of(predicate);
  if (row.exchanges) std::swap(a, b);
  emit_.flags(row.op, a, b, lanes);
  return {row.condition};
}

Test Selector::compare(const llvm::ICmpInst& comparison, Condition lanes) {
  if (counter_ && counter_->test == &comparison) {
    count_and_test(*counter_, condition_of(comparison), lanes);
    return {condition_of(comparison)};
  }
  const llvm::Value &a = *comparison.getOperand(0), &b = *comparison.getOperand(1);
  if (a.getType()->isPointerTy()) return compare_numbers(comparison.getPredicate(), low(a), low(b), lanes);
  const unsigned bits = a.getType()->getIntegerBitWidth();
  if (asks_for_sign(comparison)) {
    const Operand number = bits > 32 ? wide(a, true).high : at_top(a);
    emit_.flags(AddOp::bit_or, number, number, lanes);
    return {condition_of(comparison)};
  }
  if (bits > 32) return compare_wide(comparison, lanes);
  return compare_numbers(comparison.getPredicate(), at_top(a), at_top(b), lanes);
}

/// Numbers of 64 bits that have no more than 32 are compared as such.
Test Selector::compare_wide(const llvm::ICmpInst& comparison, Condition lanes) {
  const llvm::Value &a = *comparison.getOperand(0), &b = *comparison.getOperand(1);
  Predicate predicate = comparison.getPredicate();
  if (const auto bit = lowest_deciding_bit(comparison)) {
    const Parts number = wide(a, false);
    Operand rest = number.high;
    if (*bit >= 32) {
      if (*bit > 32) rest = emit_.add(AddOp::shr, rest, constant(shift_by(*bit - 32)));
      emit_.flags(AddOp::bit_or, rest, rest, lanes);
    } else {
      const Operand low =
          *bit == 0 ? number.low : emit_.add(AddOp::shr, number.low, constant(shift_by(*bit)));
      emit_.flags(AddOp::bit_or, low, rest, lanes);
    }
    return {condition_of(comparison)};
  }
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
    return is_signed ? emit_.add(AddOp::bit_xor, high, constant(kSignBit)) : high;
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

/// The number with one pattern of bits for 0: sums, differences and products have no other.
Operand Selector::with_one_zero(const llvm::Value& number) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&number);
  const bool is_result = instruction != nullptr && (instruction->getOpcode() == llvm::Instruction::FAdd ||
                                                    instruction->getOpcode() == llvm::Instruction::FSub ||
                                                    instruction->getOpcode() == llvm::Instruction::FMul);
  const auto* known = llvm::dyn_cast<llvm::ConstantFP>(&number);
  if (is_result || (known != nullptr && known->getValueAPF().isNormal())) return low(number);
  return known != nullptr ? zero() : emit_.add(AddOp::fadd, low(number), zero());
}

/// QPUs make no NaN; expand_integers.h has the questions for it. The difference of small numbers is 0, so it
/// does not tell whether they are equal.
Test Selector::compare_floats(const llvm::FCmpInst& comparison, Condition lanes) {
  const llvm::Value &a = *comparison.getOperand(0), &b = *comparison.getOperand(1);
  if (!comparison.isEquality()) return compare_numbers(comparison.getPredicate(), low(a), low(b), lanes);
  if (match(&a, m_AnyZeroFP()) || match(&b, m_AnyZeroFP())) {
    emit_.flags(AddOp::fsub, low(a), low(b), lanes);
    return {row_of(comparison.getPredicate()).condition};
  }
  return compare_numbers(comparison.getPredicate(), with_one_zero(a), with_one_zero(b), lanes);
}

/// The result of a comparison as a number: 0 or all ones.
Operand Selector::mask_of(const llvm::Value& condition) {
  const Test holds = test(condition, Condition::always);
  return choose(holds, constant(~0U), zero());
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
  if (is_tested_chain(select)) return keep_chain(select);
  const llvm::Value &yes = *select.getTrueValue(), &no = *select.getFalseValue();
  const Parts if_true = parts(yes), if_false = parts(no);
  const Test holds = test(*select.getCondition(), Condition::always);
  Parts result{choose(holds, if_true.low, if_false.low), {}};
  if (if_true.high.place != Place::none) result.high = choose(holds, if_true.high, if_false.high);
  set(select, result);
}

}  // namespace quadcl::compiler::qpu
