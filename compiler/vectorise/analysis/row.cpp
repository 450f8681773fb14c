// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/analysis/row.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/ir/work_item_loops.h"
#include "compiler/vectorise/analysis/instruction_traits.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {
namespace {

/// Whether the access may come from LLVM's passes, which move accesses out of loops, or make one of all that
/// a loop does, and then forget that they are parallel.
bool is_made_by_llvm(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(instruction) &&
         !instruction.isAtomic() && !instruction.isVolatile() &&
         !instruction.hasMetadata(llvm::LLVMContext::MD_access_group) && !touches_stack(instruction);
}

}  // namespace

std::size_t count_instructions(const llvm::Loop& loop) {
  std::size_t count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) count += block->size();
  return count;
}

bool combines_lanes(const llvm::Instruction& instruction, const Row& row) {
  using Atomic = llvm::AtomicRMWInst;
  const auto* atomic = llvm::dyn_cast<Atomic>(&instruction);
  constexpr Atomic::BinOp kCombined[] = {Atomic::Add, Atomic::Sub, Atomic::And,  Atomic::Or,  Atomic::Xor,
                                         Atomic::Max, Atomic::Min, Atomic::UMax, Atomic::UMin};
  return atomic != nullptr && atomic->use_empty() &&
         row.shapes->of(*atomic->getPointerOperand()).is_uniform() &&
         llvm::is_contained(kCombined, atomic->getOperation());
}

namespace {

/// Whether doubles are divided much faster than integers like those of the instruction, which is a division.
bool are_doubles_faster(const llvm::Instruction& division, unsigned lanes,
                        const llvm::TargetTransformInfo& target) {
  const auto in_lanes = [&](llvm::Type* type) { return llvm::FixedVectorType::get(type, lanes); };
  llvm::Type* const numbers = in_lanes(llvm::Type::getDoubleTy(division.getContext()));
  const auto of_numbers = target.getArithmeticInstrCost(llvm::Instruction::FDiv, numbers);
  llvm::Type* const integers = in_lanes(division.getType()->getScalarType());
  return target.getArithmeticInstrCost(division.getOpcode(), integers) > 2 * of_numbers;
}

}  // namespace

bool divides_as_numbers(const llvm::Instruction& instruction, unsigned lanes,
                        const llvm::TargetTransformInfo& target) {
  return instruction.isIntDivRem() && !llvm::isa<llvm::Constant>(instruction.getOperand(1)) &&
         instruction.getType()->getScalarSizeInBits() <= 32 && are_doubles_faster(instruction, lanes, target);
}

bool divides_long(const llvm::Instruction& instruction, unsigned lanes,
                  const llvm::TargetTransformInfo& target) {
  namespace pattern = llvm::PatternMatch;
  const auto is_easy = pattern::m_CombineOr(pattern::m_Power2(),
                                            pattern::m_CombineOr(pattern::m_AllOnes(), pattern::m_Zero()));
  if (!instruction.isIntDivRem() || instruction.getType()->getScalarSizeInBits() != 64 ||
      pattern::match(instruction.getOperand(1), is_easy))
    return false;
  llvm::Type* numbers = llvm::FixedVectorType::get(llvm::Type::getDoubleTy(instruction.getContext()), lanes);
  const llvm::IntrinsicCostAttributes rounding(llvm::Intrinsic::trunc, numbers, {numbers});
  const auto cost = llvm::TargetTransformInfo::TCK_RecipThroughput;
  return target.getIntrinsicInstrCost(rounding, cost) <= lanes &&
         are_doubles_faster(instruction, lanes, target);
}

bool has_one_divisor(const llvm::Instruction& division, const Row& row) {
  return row.shapes->of(*division.getOperand(1)).is_uniform() && !division.getType()->isVectorTy();
}

bool is_row(const llvm::Loop& loop) {
  const auto inside = loop.getLoopsInPreorder();
  return is_over_work_items(loop) && llvm::none_of(inside, [&](const llvm::Loop* inner) {
           return inner != &loop && is_over_work_items(*inner);
         });
}

bool are_independent(const llvm::Loop& loop, llvm::function_ref<bool(const llvm::Instruction&)> is_private) {
  return !is_in_order(loop) && llvm::all_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, [&](const llvm::Instruction& one) {
      return !one.mayReadOrWriteMemory() || is_private(one) || prints(one) || is_parallel_access(one, loop) ||
             row_function_of(one) != nullptr || is_made_by_llvm(one);
    });
  });
}

}  // namespace quadcl::compiler
