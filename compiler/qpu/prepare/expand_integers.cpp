// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/expand_integers.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cmath>

#include "compiler/qpu/prepare/float_bits.h"

namespace quadcl::compiler::qpu {
namespace {

using llvm::APInt;
using llvm::Value;
using llvm::Intrinsic::ID;

/// One intrinsic that is being replaced.
struct Call {
  llvm::IRBuilder<> build;
  llvm::IntrinsicInst& call;

  ID id() const { return call.getIntrinsicID(); }
  Value* argument(unsigned i) const { return call.getArgOperand(i); }
  llvm::Type* type() const { return argument(0)->getType(); }
  unsigned bits() const { return type()->getIntegerBitWidth(); }
  llvm::Type* word() { return build.getInt32Ty(); }
  Value* number(llvm::Type* type, const APInt& bits) { return llvm::ConstantInt::get(type, bits); }
  Value* number(std::uint64_t bits) { return llvm::ConstantInt::get(type(), bits); }
  /// An argument of at most 32 bits as a number of 32.
  Value* word_of(unsigned i, bool is_signed) {
    return is_signed ? build.CreateSExt(argument(i), word()) : build.CreateZExt(argument(i), word());
  }
  Value* narrowed(Value* word) { return build.CreateTrunc(word, type()); }
  /// The halves of a number of 64 bits.
  Value* low_half(Value* wide) { return build.CreateTrunc(wide, word()); }
  Value* high_half(Value* wide) { return build.CreateTrunc(build.CreateLShr(wide, 32), word()); }
  Value* is_negative(Value* x) { return build.CreateICmpSLT(x, llvm::Constant::getNullValue(x->getType())); }
  Value* intrinsic(ID id, llvm::ArrayRef<Value*> arguments) {
    return build.CreateIntrinsic(arguments.front()->getType(), id, arguments);
  }
};

// ------------------------------------------------------------------------------------------ Counts of bits

Value* leading_zeros_of_word(Call& c, Value* word) {
  return c.intrinsic(llvm::Intrinsic::ctlz, {word, c.build.getFalse()});
}

/// The chip counts in 32 bits. Null if it does so itself.
Value* leading_zeros(Call& c) {
  if (c.bits() == 32) return nullptr;
  if (c.bits() < 32)
    return c.narrowed(
        c.build.CreateSub(leading_zeros_of_word(c, c.word_of(0, false)), c.build.getInt32(32 - c.bits())));
  Value *low = c.low_half(c.argument(0)), *high = c.high_half(c.argument(0));
  Value* in_low = c.build.CreateAdd(leading_zeros_of_word(c, low), c.build.getInt32(32));
  Value* is_low = c.build.CreateICmpEQ(high, c.build.getInt32(0));
  return c.build.CreateZExt(c.build.CreateSelect(is_low, in_low, leading_zeros_of_word(c, high)), c.type());
}

Value* ones_of_word(Call& c, Value* x) {
  const auto part = [&](Value* value, unsigned by, std::uint32_t mask) {
    return c.build.CreateAnd(by == 0 ? value : c.build.CreateLShr(value, by), c.build.getInt32(mask));
  };
  x = c.build.CreateSub(x, part(x, 1, 0x55555555));
  x = c.build.CreateAdd(part(x, 0, 0x33333333), part(x, 2, 0x33333333));
  x = c.build.CreateAnd(c.build.CreateAdd(x, c.build.CreateLShr(x, 4)), c.build.getInt32(0x0f0f0f0f));
  x = c.build.CreateAdd(x, c.build.CreateLShr(x, 8));
  return c.build.CreateAnd(c.build.CreateAdd(x, c.build.CreateLShr(x, 16)), c.build.getInt32(63));
}

Value* ones(Call& c) {
  if (c.bits() <= 32) return c.build.CreateZExtOrTrunc(ones_of_word(c, c.word_of(0, false)), c.type());
  Value *low = ones_of_word(c, c.low_half(c.argument(0))),
        *high = ones_of_word(c, c.high_half(c.argument(0)));
  return c.build.CreateZExt(c.build.CreateAdd(low, high), c.type());
}

/// The bits below the lowest set bit; all if none is set.
Value* trailing_zeros(Call& c) {
  Value* x = c.argument(0);
  Value* below = c.build.CreateAnd(c.build.CreateNot(x), c.build.CreateSub(x, c.number(1)));
  const auto count = [&](Value* word) {
    return c.build.CreateSub(c.build.getInt32(32), leading_zeros_of_word(c, word));
  };
  if (c.bits() <= 32) return c.build.CreateZExtOrTrunc(count(c.build.CreateZExt(below, c.word())), c.type());
  Value* sum = c.build.CreateAdd(count(c.low_half(below)), count(c.high_half(below)));
  return c.build.CreateZExt(sum, c.type());
}

// ------------------------------------------------------------------------------------------ Orders of bits

/// Exchanges neighbouring groups of bits, from those of `least` bits on, of a number of 32.
Value* exchanged(Call& c, Value* x, unsigned least) {
  constexpr std::uint32_t kMasks[] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff};
  for (unsigned step = 0; step < 4; ++step) {
    const unsigned by = 1U << step;
    if (by < least) continue;
    Value* mask = c.build.getInt32(kMasks[step]);
    x = c.build.CreateOr(c.build.CreateAnd(c.build.CreateLShr(x, by), mask),
                         c.build.CreateShl(c.build.CreateAnd(x, mask), by));
  }
  return c.intrinsic(llvm::Intrinsic::fshl, {x, x, c.build.getInt32(16)});
}

/// Reverses bits or bytes.
Value* reversed(Call& c) {
  const unsigned least = c.id() == llvm::Intrinsic::bswap ? 8 : 1;
  if (c.bits() <= 32) {
    Value* all = exchanged(c, c.word_of(0, false), least);
    return c.build.CreateTrunc(c.build.CreateLShr(all, 32 - c.bits()), c.type());
  }
  Value *low = c.build.CreateZExt(exchanged(c, c.high_half(c.argument(0)), least), c.build.getInt64Ty()),
        *high = c.build.CreateZExt(exchanged(c, c.low_half(c.argument(0)), least), c.build.getInt64Ty());
  Value* all = c.build.CreateOr(c.build.CreateShl(high, 32), low);
  return c.build.CreateTrunc(c.build.CreateLShr(all, 64 - c.bits()), c.type());
}

/// The part of two numbers, one above the other, that a shift leaves. Null for rotations of 32 bits, which
/// the chip has.
Value* funnel_shift(Call& c) {
  Value *high = c.argument(0), *low = c.argument(1), *by = c.argument(2);
  if (high == low && c.bits() == 32) return nullptr;
  const bool to_left = c.id() == llvm::Intrinsic::fshl;
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(by)) {
    const auto distance = static_cast<unsigned>(known->getValue().urem(c.bits()));
    if (distance == 0) return to_left ? high : low;
    const unsigned up = to_left ? distance : c.bits() - distance;
    return c.build.CreateOr(c.build.CreateShl(high, up), c.build.CreateLShr(low, c.bits() - up));
  }
  Value* distance = llvm::isPowerOf2_32(c.bits()) ? c.build.CreateAnd(by, c.number(c.bits() - 1))
                                                  : c.build.CreateURem(by, c.number(c.bits()));
  Value* other = c.build.CreateSub(c.number(c.bits() - 1), distance);
  // The other shift is done in two, so that none is by all bits.
  if (to_left)
    return c.build.CreateOr(c.build.CreateShl(high, distance),
                            c.build.CreateLShr(c.build.CreateLShr(low, 1), other));
  return c.build.CreateOr(c.build.CreateShl(c.build.CreateShl(high, 1), other),
                          c.build.CreateLShr(low, distance));
}

// ------------------------------------------------------------------------------------------ Arithmetic

Value* absolute(Call& c) {
  if (c.bits() == 32) return nullptr;
  if (c.bits() < 32)
    return c.narrowed(c.intrinsic(llvm::Intrinsic::abs, {c.word_of(0, true), c.build.getFalse()}));
  return c.build.CreateSelect(c.is_negative(c.argument(0)), c.build.CreateNeg(c.argument(0)), c.argument(0));
}

/// Sum or difference, and whether the exact one does not fit.
struct Checked {
  Value *result, *overflows;
};

Checked checked(Call& c, bool adds, bool is_signed) {
  Value *a = c.argument(0), *b = c.argument(1);
  Value* result = adds ? c.build.CreateAdd(a, b) : c.build.CreateSub(a, b);
  if (!is_signed) return {result, adds ? c.build.CreateICmpULT(result, a) : c.build.CreateICmpULT(a, b)};
  // Where the signs of the operands allow it, and the sign of the result is not that of a.
  Value* signs = c.build.CreateXor(adds ? result : a, b);
  return {result, c.is_negative(c.build.CreateAnd(signs, c.build.CreateXor(a, result)))};
}

bool adds(ID id) {
  return id == llvm::Intrinsic::sadd_sat || id == llvm::Intrinsic::uadd_sat ||
         id == llvm::Intrinsic::sadd_with_overflow || id == llvm::Intrinsic::uadd_with_overflow;
}

bool is_signed(ID id) {
  return id == llvm::Intrinsic::sadd_sat || id == llvm::Intrinsic::ssub_sat ||
         id == llvm::Intrinsic::sadd_with_overflow || id == llvm::Intrinsic::ssub_with_overflow ||
         id == llvm::Intrinsic::smul_with_overflow || id == llvm::Intrinsic::scmp ||
         id == llvm::Intrinsic::fptosi_sat;
}

/// Numbers of fewer than 32 bits are clamped.
Value* saturated_word(Call& c) {
  const bool with_sign = is_signed(c.id());
  Value *a = c.word_of(0, with_sign), *b = c.word_of(1, with_sign);
  Value* exact = adds(c.id()) ? c.build.CreateAdd(a, b) : c.build.CreateSub(a, b);
  const APInt least = with_sign ? APInt::getSignedMinValue(c.bits()).sext(32) : APInt(32, 0),
              most = with_sign ? APInt::getSignedMaxValue(c.bits()).sext(32)
                               : APInt::getMaxValue(c.bits()).zext(32);
  Value* raised = c.intrinsic(llvm::Intrinsic::smax, {exact, c.number(c.word(), least)});
  return c.narrowed(c.intrinsic(llvm::Intrinsic::smin, {raised, c.number(c.word(), most)}));
}

Value* saturated(Call& c) {
  if (c.bits() < 32) return saturated_word(c);
  const Checked sum = checked(c, adds(c.id()), is_signed(c.id()));
  if (!is_signed(c.id())) {
    const APInt bound = adds(c.id()) ? APInt::getMaxValue(c.bits()) : APInt(c.bits(), 0);
    return c.build.CreateSelect(sum.overflows, c.number(c.type(), bound), sum.result);
  }
  // The sign of the result is the wrong one.
  Value* bound = c.build.CreateXor(c.build.CreateAShr(sum.result, c.bits() - 1),
                                   c.number(c.type(), APInt::getSignedMinValue(c.bits())));
  return c.build.CreateSelect(sum.overflows, bound, sum.result);
}

/// Of at most 32 bits, in 64.
Checked checked_product(Call& c) {
  const bool with_sign = is_signed(c.id());
  const auto wide = [&](Value* x) {
    return with_sign ? c.build.CreateSExt(x, c.build.getInt64Ty())
                     : c.build.CreateZExt(x, c.build.getInt64Ty());
  };
  Value* exact = c.build.CreateMul(wide(c.argument(0)), wide(c.argument(1)));
  Value* result = c.build.CreateTrunc(exact, c.type());
  return {result, c.build.CreateICmpNE(wide(result), exact)};
}

/// A struct of a result and of whether it overflowed: only its parts are used.
Value* with_overflow(Call& c) {
  const bool multiplies =
      c.id() == llvm::Intrinsic::umul_with_overflow || c.id() == llvm::Intrinsic::smul_with_overflow;
  if (multiplies && c.bits() > 32) return nullptr;
  const Checked result = multiplies ? checked_product(c) : checked(c, adds(c.id()), is_signed(c.id()));
  for (llvm::User* user : llvm::make_early_inc_range(c.call.users())) {
    auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user);
    if (part == nullptr) return nullptr;
    part->replaceAllUsesWith(part->getIndices().front() == 0 ? result.result : result.overflows);
    part->eraseFromParent();
  }
  return llvm::PoisonValue::get(c.call.getType());
}

/// -1, 0 or 1.
Value* compared(Call& c) {
  Value *a = c.argument(0), *b = c.argument(1);
  Value *less = is_signed(c.id()) ? c.build.CreateICmpSLT(a, b) : c.build.CreateICmpULT(a, b),
        *more = is_signed(c.id()) ? c.build.CreateICmpSGT(a, b) : c.build.CreateICmpUGT(a, b);
  llvm::Type* type = c.call.getType();
  return c.build.CreateSub(c.build.CreateZExt(more, type), c.build.CreateZExt(less, type));
}

/// A float to an integer: the ends of the range for what is beyond them.
Value* saturated_conversion(Call& c) {
  if (!c.type()->isFloatTy()) return nullptr;
  llvm::Type* to = c.call.getType();
  const unsigned bits = to->getIntegerBitWidth();
  const bool with_sign = is_signed(c.id());
  const APInt least = with_sign ? APInt::getSignedMinValue(bits) : APInt(bits, 0),
              most = with_sign ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  const double beyond = std::ldexp(1.0, static_cast<int>(bits - (with_sign ? 1 : 0)));
  Value* x = c.argument(0);
  Value *inside = with_sign ? c.build.CreateFPToSI(x, to) : c.build.CreateFPToUI(x, to),
        *is_less = c.build.CreateFCmpOLE(x, llvm::ConstantFP::get(c.type(), with_sign ? -beyond : 0)),
        *is_more = c.build.CreateFCmpOGE(x, llvm::ConstantFP::get(c.type(), beyond));
  Value* raised = c.build.CreateSelect(is_less, llvm::ConstantInt::get(to, least), inside);
  return c.build.CreateSelect(is_more, llvm::ConstantInt::get(to, most), raised);
}

/// Whether the bits of a float are those of one of some classes.
Value* is_of_class(Call& c) {
  if (!c.type()->isFloatTy()) return nullptr;
  constexpr std::uint32_t kInfinite = 0x7f800000, kQuiet = 0x7fc00000, kLeastNormal = 0x00800000,
                          kSign = 1u << 31;
  Value* bits = c.build.CreateBitCast(c.argument(0), c.word());
  Value* size = c.build.CreateAnd(bits, c.build.getInt32(~kSign));
  const auto from_to = [&](Value* x, std::uint32_t least, std::uint32_t end) {
    return c.build.CreateICmpULT(c.build.CreateSub(x, c.build.getInt32(least)),
                                 c.build.getInt32(end - least));
  };
  const struct {
    unsigned mask;
    Value* numbers;
    std::uint32_t least, end;
  } kClasses[] = {{llvm::fcQNan, size, kQuiet, kSign},
                  {llvm::fcSNan, size, kInfinite + 1, kQuiet},
                  {llvm::fcPosInf, bits, kInfinite, kInfinite + 1},
                  {llvm::fcPosNormal, bits, kLeastNormal, kInfinite},
                  {llvm::fcPosSubnormal, bits, 1, kLeastNormal},
                  {llvm::fcPosZero, bits, 0, 1},
                  {llvm::fcNegZero, bits, kSign, kSign + 1},
                  {llvm::fcNegSubnormal, bits, kSign + 1, kSign + kLeastNormal},
                  {llvm::fcNegNormal, bits, kSign + kLeastNormal, kSign + kInfinite},
                  {llvm::fcNegInf, bits, kSign + kInfinite, kSign + kInfinite + 1}};
  const auto wanted = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(c.argument(1))->getZExtValue());
  Value* result = c.build.getFalse();
  for (const auto& row : kClasses)
    if ((wanted & row.mask) != 0) result = c.build.CreateOr(result, from_to(row.numbers, row.least, row.end));
  return result;
}

// ------------------------------------------------------------------------------------------ Comparisons

Value* is_unordered(llvm::IRBuilder<>& build, llvm::FCmpInst& comparison) {
  Value *x = comparison.getOperand(0), *y = comparison.getOperand(1);
  Value* larger = size_of(build, x);
  if (!llvm::isa<llvm::Constant>(y) && x != y)
    larger = build.CreateBinaryIntrinsic(llvm::Intrinsic::smax, larger, size_of(build, y));
  const bool is_asked = comparison.getPredicate() == llvm::CmpInst::FCMP_UNO;
  return build.CreateICmp(is_asked ? llvm::CmpInst::ICMP_SGT : llvm::CmpInst::ICMP_SLE, larger,
                          build.getInt32(kInfinity));
}

/// For the size of a float and infinity. Bad if it is no question for them.
llvm::CmpInst::Predicate with_infinity(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::FCMP_OLT:
    case llvm::CmpInst::FCMP_ONE:
      return llvm::CmpInst::ICMP_SLT;
    case llvm::CmpInst::FCMP_UGE:
    case llvm::CmpInst::FCMP_UEQ:
      return llvm::CmpInst::ICMP_SGE;
    case llvm::CmpInst::FCMP_OEQ:
    case llvm::CmpInst::FCMP_OGE:
      return llvm::CmpInst::ICMP_EQ;
    case llvm::CmpInst::FCMP_UNE:
    case llvm::CmpInst::FCMP_ULT:
      return llvm::CmpInst::ICMP_NE;
    default:
      return llvm::CmpInst::BAD_ICMP_PREDICATE;
  }
}

bool is_infinity(const Value& value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value);
  return number != nullptr && number->getType()->isFloatTy() && number->isInfinity() && !number->isNegative();
}

bool expand(llvm::FCmpInst& comparison) {
  if (!comparison.getOperand(0)->getType()->isFloatTy()) return false;
  llvm::IRBuilder<> build(&comparison);
  Value* result = nullptr;
  const auto* size = llvm::dyn_cast<llvm::IntrinsicInst>(comparison.getOperand(0));
  const llvm::CmpInst::Predicate predicate = with_infinity(comparison.getPredicate());
  if (comparison.getPredicate() == llvm::CmpInst::FCMP_UNO ||
      comparison.getPredicate() == llvm::CmpInst::FCMP_ORD)
    result = is_unordered(build, comparison);
  else if (size != nullptr && size->getIntrinsicID() == llvm::Intrinsic::fabs &&
           is_infinity(*comparison.getOperand(1)) && predicate != llvm::CmpInst::BAD_ICMP_PREDICATE)
    result = build.CreateICmp(predicate, size_of(build, size->getArgOperand(0)), build.getInt32(kInfinity));
  if (result == nullptr) return false;
  comparison.replaceAllUsesWith(result);
  comparison.eraseFromParent();
  return true;
}

struct Expansion {
  ID id;
  Value* (*expand)(Call&);  ///< null if the code generator has the operation, or nobody has
};

constexpr Expansion kExpansions[] = {
    {llvm::Intrinsic::ctlz, leading_zeros},
    {llvm::Intrinsic::cttz, trailing_zeros},
    {llvm::Intrinsic::ctpop, ones},
    {llvm::Intrinsic::bswap, reversed},
    {llvm::Intrinsic::bitreverse, reversed},
    {llvm::Intrinsic::fshl, funnel_shift},
    {llvm::Intrinsic::fshr, funnel_shift},
    {llvm::Intrinsic::abs, absolute},
    {llvm::Intrinsic::uadd_sat, saturated},
    {llvm::Intrinsic::usub_sat, saturated},
    {llvm::Intrinsic::sadd_sat, saturated},
    {llvm::Intrinsic::ssub_sat, saturated},
    {llvm::Intrinsic::uadd_with_overflow, with_overflow},
    {llvm::Intrinsic::usub_with_overflow, with_overflow},
    {llvm::Intrinsic::sadd_with_overflow, with_overflow},
    {llvm::Intrinsic::ssub_with_overflow, with_overflow},
    {llvm::Intrinsic::umul_with_overflow, with_overflow},
    {llvm::Intrinsic::smul_with_overflow, with_overflow},
    {llvm::Intrinsic::scmp, compared},
    {llvm::Intrinsic::ucmp, compared},
    {llvm::Intrinsic::is_fpclass, is_of_class},
    {llvm::Intrinsic::fptosi_sat, saturated_conversion},
    {llvm::Intrinsic::fptoui_sat, saturated_conversion},
};

bool expand(llvm::IntrinsicInst& call) {
  const auto* row =
      llvm::find_if(kExpansions, [&](const Expansion& r) { return r.id == call.getIntrinsicID(); });
  if (row == std::end(kExpansions) || call.getArgOperand(0)->getType()->isVectorTy()) return false;
  Call expanded{llvm::IRBuilder<>(&call), call};
  if (expanded.type()->isIntegerTy() && expanded.bits() > 64) return false;
  Value* result = row->expand(expanded);
  if (result == nullptr) return false;
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses ExpandIntegers::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  llvm::SmallVector<llvm::Instruction*> found;  // first: what is replaced may go with the next instructions
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (llvm::isa<llvm::IntrinsicInst, llvm::FCmpInst>(instruction)) found.push_back(&instruction);
  bool changed = false;
  for (llvm::Instruction* instruction : found) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction);
    changed |= call != nullptr ? expand(*call) : expand(*llvm::cast<llvm::FCmpInst>(instruction));
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
