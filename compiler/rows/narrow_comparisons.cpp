// SPDX-License-Identifier: Apache-2.0
#include "compiler/rows/narrow_comparisons.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace quadcl::compiler {
namespace {

/// Bits of a number that is narrow.
constexpr unsigned kWidest = 16;

/// A comparison of an extended number with a limit: `number predicate limit`, in the type of the limit.
struct Comparison {
  llvm::CastInst* extension = nullptr;
  llvm::Value* limit = nullptr;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  llvm::Instruction* before = nullptr;  ///< the end of the block before the loop

  llvm::Value& number() const { return *extension->getOperand(0); }
  bool extends_sign() const { return llvm::isa<llvm::SExtInst>(extension); }
};

llvm::CastInst* as_extension(llvm::Value& value) {
  auto* cast = llvm::dyn_cast<llvm::CastInst>(&value);
  const bool extends =
      cast != nullptr && llvm::isa<llvm::SExtInst, llvm::ZExtInst>(cast) && cast->getType()->isIntegerTy();
  const unsigned bits = extends ? cast->getSrcTy()->getIntegerBitWidth() : 0;
  return bits > 1 && bits <= kWidest ? cast : nullptr;
}

/// The end of the block before the outermost loop in which the limit does not change; null if there is none.
llvm::Instruction* place_before(const llvm::Instruction& comparison, const llvm::Value& limit,
                                const llvm::LoopInfo& loops) {
  llvm::Instruction* place = nullptr;
  for (const llvm::Loop* loop = loops.getLoopFor(comparison.getParent());
       loop != nullptr && loop->getLoopPreheader() != nullptr && loop->isLoopInvariant(&limit);
       loop = loop->getParentLoop())
    place = loop->getLoopPreheader()->getTerminator();
  return place;
}

Comparison comparison_of(llvm::Value& value, const llvm::LoopInfo& loops) {
  auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&value);
  if (comparison == nullptr) return {};
  for (const unsigned side : {0u, 1u}) {
    llvm::CastInst* extension = as_extension(*comparison->getOperand(side));
    llvm::Value* limit = comparison->getOperand(1 - side);
    if (extension == nullptr || limit == extension || llvm::isa<llvm::Constant>(limit)) continue;
    const auto predicate = side == 0 ? comparison->getPredicate() : comparison->getSwappedPredicate();
    if (llvm::isa<llvm::SExtInst>(extension) && llvm::CmpInst::isUnsigned(predicate)) continue;
    if (llvm::Instruction* before = place_before(*comparison, *limit, loops))
      return {extension, limit, predicate, before};
  }
  return {};
}

/// Whether nothing but such comparisons needs the wide number.
bool is_only_compared(const llvm::CastInst& extension, const llvm::LoopInfo& loops) {
  return llvm::all_of(extension.users(), [&](const llvm::User* user) {
    return comparison_of(*const_cast<llvm::User*>(user), loops).extension == &extension;
  });
}

/// Makes the comparison of the narrow number.
class Narrower {
 public:
  Narrower(const Comparison& comparison, llvm::Instruction& old)
      : comparison_(comparison),
        inside_(&old),
        before_(comparison.before),
        is_negative_(
            llvm::is_contained({llvm::CmpInst::ICMP_NE, llvm::CmpInst::ICMP_UGE, llvm::CmpInst::ICMP_ULE,
                                llvm::CmpInst::ICMP_SGE, llvm::CmpInst::ICMP_SLE},
                               comparison.predicate)),
        is_signed_(llvm::CmpInst::isSigned(comparison.predicate) || comparison.extends_sign()),
        plain_(is_negative_ ? llvm::CmpInst::getInversePredicate(comparison.predicate)
                            : comparison.predicate) {
    const unsigned narrow = comparison.number().getType()->getIntegerBitWidth();
    const unsigned wide = comparison.limit->getType()->getIntegerBitWidth();
    const bool sign = comparison.extends_sign();
    llvm::Type* type = comparison.limit->getType();
    least_ = llvm::ConstantInt::get(
        type, sign ? llvm::APInt::getSignedMinValue(narrow).sext(wide) : llvm::APInt::getZero(wide));
    most_ = llvm::ConstantInt::get(type, sign ? llvm::APInt::getSignedMaxValue(narrow).sext(wide)
                                              : llvm::APInt::getMaxValue(narrow).zext(wide));
  }

  llvm::Value* make() {
    llvm::Value& limit = *comparison_.limit;
    if (plain_ == llvm::CmpInst::ICMP_EQ) {
      llvm::Value* outside = before_.CreateOr(is_below(limit, *least_), is_below(*most_, limit));
      return join(limit, is_negative_ ? *outside : *before_.CreateNot(outside), !is_negative_);
    }
    const bool is_greater = llvm::ICmpInst::isGT(plain_);
    llvm::Value* always = is_greater ? is_below(limit, *least_) : is_below(*most_, limit);
    const auto kept = is_greater ? (is_signed_ ? llvm::Intrinsic::smin : llvm::Intrinsic::umin)
                                 : (is_signed_ ? llvm::Intrinsic::smax : llvm::Intrinsic::umax);
    llvm::Value* cut = before_.CreateBinaryIntrinsic(kept, &limit, is_greater ? most_ : least_);
    return join(*cut, is_negative_ ? *before_.CreateNot(always) : *always, is_negative_);
  }

 private:
  llvm::Value* is_below(llvm::Value& left, llvm::Value& right) {
    return is_signed_ ? before_.CreateICmpSLT(&left, &right) : before_.CreateICmpULT(&left, &right);
  }

  /// The narrow comparison, and a condition that is the same in all iterations.
  llvm::Value* join(llvm::Value& limit, llvm::Value& condition, bool both) {
    llvm::Value& number = comparison_.number();
    llvm::Value* compared =
        inside_.CreateICmp(predicate(), &number, before_.CreateTrunc(&limit, number.getType()));
    return both ? inside_.CreateAnd(&condition, compared) : inside_.CreateOr(&condition, compared);
  }

  llvm::CmpInst::Predicate predicate() const {
    const auto wide = comparison_.predicate;
    if (llvm::CmpInst::isEquality(wide)) return wide;
    return comparison_.extends_sign() ? wide : llvm::ICmpInst::getUnsignedPredicate(wide);
  }

  const Comparison& comparison_;
  llvm::IRBuilder<> inside_, before_;
  bool is_negative_, is_signed_;
  llvm::CmpInst::Predicate plain_;  ///< equal, less or greater
  llvm::Value *least_, *most_;      ///< what the number can be
};

}  // namespace

llvm::PreservedAnalyses NarrowComparisons::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallVector<llvm::CastInst*> extensions;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (llvm::CastInst* extension = as_extension(instruction))
      if (!extension->use_empty() && is_only_compared(*extension, loops)) extensions.push_back(extension);
  for (llvm::CastInst* extension : extensions) {
    for (llvm::User* user : llvm::make_early_inc_range(extension->users())) {
      auto& old = llvm::cast<llvm::Instruction>(*user);
      const Comparison comparison = comparison_of(old, loops);
      old.replaceAllUsesWith(Narrower(comparison, old).make());
      old.eraseFromParent();
    }
    extension->eraseFromParent();
  }
  return unless_values_changed(!extensions.empty());
}

}  // namespace quadcl::compiler
