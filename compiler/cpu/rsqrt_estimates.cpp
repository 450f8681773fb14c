// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/rsqrt_estimates.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

struct Estimate {
  unsigned element_bits, elements;
  llvm::Intrinsic::ID function;
};

// With masks; those of the smallest vectors serve numbers, too.
constexpr Estimate kEstimates[] = {
    {32, 4, llvm::Intrinsic::x86_avx512_rsqrt14_ps_128},  {32, 8, llvm::Intrinsic::x86_avx512_rsqrt14_ps_256},
    {32, 16, llvm::Intrinsic::x86_avx512_rsqrt14_ps_512}, {64, 2, llvm::Intrinsic::x86_avx512_rsqrt14_pd_128},
    {64, 4, llvm::Intrinsic::x86_avx512_rsqrt14_pd_256},  {64, 8, llvm::Intrinsic::x86_avx512_rsqrt14_pd_512},
};

bool is_approximate(const llvm::Instruction& instruction) {
  return instruction.hasApproxFunc() && !instruction.hasAllowReciprocal() && !instruction.hasAllowReassoc();
}

/// x, if the instruction is an approximate 1 / sqrt(x); else null.
llvm::Value* root_estimated_by(const llvm::Instruction& instruction) {
  namespace match = llvm::PatternMatch;
  llvm::Instruction* root = nullptr;
  llvm::Value* x = nullptr;
  const bool is_inverse =
      match::match(&instruction, match::m_FDiv(match::m_FPOne(), match::m_Instruction(root))) &&
      match::match(root, match::m_Intrinsic<llvm::Intrinsic::sqrt>(match::m_Value(x)));
  return is_inverse && is_approximate(instruction) && is_approximate(*root) ? x : nullptr;
}

/// The elements from `first` on, as many as the estimate takes.
llvm::Value* part_of(llvm::IRBuilder<>& builder, llvm::Value* x, unsigned first, unsigned elements) {
  if (!x->getType()->isVectorTy())
    return builder.CreateInsertElement(
        llvm::PoisonValue::get(llvm::FixedVectorType::get(x->getType(), elements)), x, std::uint64_t{0});
  const unsigned count = llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements();
  llvm::SmallVector<int, 16> places;
  for (unsigned i = first; i < first + elements; ++i)
    places.push_back(i < count ? static_cast<int>(i) : llvm::PoisonMaskElem);
  return builder.CreateShuffleVector(x, places);
}

llvm::Value* estimate_part(llvm::IRBuilder<>& builder, const Estimate& estimate, llvm::Value* part) {
  llvm::Value* all = llvm::ConstantInt::getAllOnesValue(builder.getIntNTy(std::max(estimate.elements, 8u)));
  llvm::Value* zeros = llvm::Constant::getNullValue(part->getType());
  return builder.CreateIntrinsic(estimate.function, {}, {part, zeros, all});
}

/// The smallest one that takes all elements, or the largest there is.
const Estimate& estimate_for(unsigned bits, unsigned elements) {
  return *std::ranges::find_if(kEstimates, [&](const Estimate& row) {
    return row.element_bits == bits &&
           (row.elements >= elements || row.elements * bits == kWidestRegisterBits);
  });
}

llvm::Value* estimate_root(llvm::IRBuilder<>& builder, llvm::Value* x) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
  const unsigned count = vector != nullptr ? vector->getNumElements() : 1;
  const Estimate& estimate = estimate_for(x->getType()->getScalarSizeInBits(), count);
  llvm::SmallVector<llvm::Value*, 4> parts;
  for (unsigned first = 0; first < count; first += estimate.elements)
    parts.push_back(estimate_part(builder, estimate, part_of(builder, x, first, estimate.elements)));
  llvm::Value* all = llvm::concatenateVectors(builder, parts);
  return vector != nullptr ? part_of(builder, all, 0, count)
                           : builder.CreateExtractElement(all, std::uint64_t{0});
}

}  // namespace

llvm::PreservedAnalyses RsqrtEstimates::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::Value* x = root_estimated_by(instruction);
    const unsigned bits = instruction.getType()->getScalarSizeInBits();
    if (x == nullptr || (bits != 32 && bits != 64)) continue;
    llvm::IRBuilder<> builder(&instruction);
    instruction.replaceAllUsesWith(estimate_root(builder, x));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&instruction);
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler
