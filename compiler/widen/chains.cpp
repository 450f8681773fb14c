// SPDX-License-Identifier: Apache-2.0
#include "compiler/widen/chains.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/widen/row.h"

namespace quadcl::compiler {
namespace {

/// Cycles until a result is there, and for which the operation keeps its unit, as a Zen 5 has them for vectors.
struct Cycles {
  double until_result = 1, of_unit = 1;
};

constexpr Cycles kReal{4, 1}, kDivision{13, 5}, kRoot{20, 9}, kFree{0, 0};
/// Operations that start in one cycle.
constexpr double kUnits = 2;
/// A processor finds work in about 96 operations ahead. So of a row with n operations and a chain of c cycles,
/// 96 / n vectors run at once, and each takes c n / 96 cycles. That is more than the n / 2 that the units need if
/// c is more than this.
constexpr double kShortChain = 48;
/// Registers for a value of each of two vectors.
constexpr unsigned kVectors = 2;

/// Whether it becomes one operation with the sum that uses it.
bool is_fused(const llvm::Instruction& product) {
  if (product.getOpcode() != llvm::Instruction::FMul || !product.hasOneUse() || !product.hasAllowContract())
    return false;
  const auto* sum = llvm::cast<llvm::Instruction>(*product.user_begin());
  const bool is_sum =
      sum->getOpcode() == llvm::Instruction::FAdd || sum->getOpcode() == llvm::Instruction::FSub;
  return is_sum && sum->hasAllowContract();
}

Cycles cycles_of(const llvm::Instruction& one) {
  if (llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::FreezeInst>(one) || one.isTerminator() ||
      one.getOpcode() == llvm::Instruction::BitCast || is_fused(one))
    return kFree;
  if (one.getOpcode() == llvm::Instruction::FDiv) return kDivision;
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::sqrt) return kRoot;
  if (call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::fabs) return {};
  const bool is_real = one.getType()->isFPOrFPVectorTy() && !llvm::isa<llvm::SelectInst, llvm::LoadInst>(one);
  return is_real || llvm::isa<llvm::FCmpInst, llvm::FPToSIInst, llvm::FPToUIInst>(one) ? kReal : Cycles{};
}

/// What is known of a row after all of its operations.
struct Chains {
  double longest = 0;  ///< cycles
  double busy = 0;     ///< cycles of the units
  unsigned live = 0;   ///< most varying values that are needed at one time
};

Chains chains_of(const Row& row) {
  Chains chains;
  llvm::DenseMap<const llvm::Value*, double> ready;
  llvm::DenseMap<const llvm::Value*, unsigned> last_use;
  std::vector<const llvm::Instruction*> varying;
  for (const llvm::BasicBlock* block : row.flow->order()) {
    for (const llvm::Instruction& one : *block) {
      if (!row.shapes->of(one).is_varying()) continue;
      double start = 0;
      for (const llvm::Value* operand : one.operand_values()) {
        start = std::max(start, ready.lookup(operand));
        last_use[operand] = static_cast<unsigned>(varying.size());
      }
      const Cycles cycles = cycles_of(one);
      ready[&one] = start + cycles.until_result;
      chains.longest = std::max(chains.longest, start + cycles.until_result);
      chains.busy += cycles.of_unit / kUnits;
      varying.push_back(&one);
    }
  }
  std::vector<unsigned> ending(varying.size() + 1);
  unsigned live = 0;
  for (unsigned i = 0; i < varying.size(); ++i) {
    live -= ending[i];
    chains.live = std::max(chains.live, live);
    const auto last = last_use.find(varying[i]);
    if (last == last_use.end() || varying[i]->getType()->isIntOrIntVectorTy(1)) continue;
    ++live;
    ++ending[last->second];
  }
  return chains;
}

}  // namespace

bool waits_for_results(const Row& row, const RowAnalyses& analyses) {
  if (!row.loop->isInnermost()) return false;
  const Chains chains = chains_of(row);
  const llvm::TargetTransformInfo& target = analyses.target;
  const unsigned registers = target.getNumberOfRegisters(target.getRegisterClassForType(/*Vector=*/true));
  return chains.longest > std::max(kShortChain, chains.busy) && kVectors * chains.live <= registers;
}

}  // namespace quadcl::compiler
