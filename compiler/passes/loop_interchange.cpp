// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/loop_interchange.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include "compiler/passes/loop_decisions.h"
#include "compiler/passes/strided_loops.h"
#include "compiler/passes/strides.h"
#include "compiler/passes/uniformity.h"
#include "compiler/passes/unrolling.h"
#include "compiler/passes/work_item_functions.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kLeastWorkForEachKept = 4;
constexpr unsigned kWorkOfLongOperation = 12;  // about their latency in cycles

bool is_simple(const llvm::Instruction& instruction) {
  return may_take_turns(instruction) && !llvm::isa<llvm::AtomicRMWInst>(instruction);
}

unsigned elements(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type == nullptr ? 1 : type->getNumElements();
}

bool takes_long(const llvm::Instruction& instruction) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return intrinsic->getIntrinsicID() == llvm::Intrinsic::sqrt;
  return instruction.isIntDivRem() || instruction.getOpcode() == llvm::Instruction::FDiv;
}

/// In additions.
unsigned work_of(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::CastInst,
                 llvm::IntrinsicInst>(instruction))
    return 0;
  return elements(instruction) * (takes_long(instruction) ? kWorkOfLongOperation : 1);
}

/// Whether the loop does so much with numbers of each work-item that keeping those in memory between its
/// rounds costs little beside: what a round takes over from the one before, or from before the loop.
bool computes_much(const llvm::Loop& loop, const Uniformity& uniformity) {
  llvm::SmallPtrSet<const llvm::Value*, 8> values;
  unsigned kept = 0, work = 0;
  const auto keep = [&](const llvm::Value& value) {
    if (values.insert(&value).second) kept += elements(value);
  };
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (!uniformity.is_varying(instruction)) continue;
      if (llvm::isa<llvm::PHINode>(instruction) && block == loop.getHeader()) keep(instruction);
      for (const llvm::Value* operand : instruction.operands())
        if (loop.isLoopInvariant(operand) && uniformity.is_varying(*operand)) keep(*operand);
      work += work_of(instruction);
    }
  }
  return kept != 0 && work >= kLeastWorkForEachKept * kept;
}

/// Whether neighbours along x access the same place, or places side by side; some of them the latter, or it
/// is not memory that the loop is about.
bool suits_vectors(const llvm::Loop& loop, Strides& strides, const Uniformity& uniformity) {
  bool side_by_side = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const llvm::DataLayout& layout = block->getParent()->getParent()->getDataLayout();
      const llvm::Type* type = llvm::getLoadStoreType(&instruction);
      const auto stride = strides.along_x(*pointer);
      const auto size = static_cast<std::int64_t>(layout.getTypeStoreSize(const_cast<llvm::Type*>(type)));
      if (!stride || (*stride != 0 && (*stride != size || type->isVectorTy()))) return false;
      side_by_side |= *stride != 0;
    }
  }
  return side_by_side || computes_much(loop, uniformity);
}

/// Trip counts of a kernel's loops.
class TripCounts {
 public:
  TripCounts(llvm::Function& kernel, llvm::DominatorTree& dominators, llvm::LoopInfo& loops)
      : library_(library_description_),
        assumptions_(kernel),
        evolution_(kernel, library_, assumptions_, dominators, loops) {}

  /// 0 if it is not a constant.
  unsigned of(const llvm::Loop& loop) { return evolution_.getSmallConstantTripCount(&loop); }

 private:
  llvm::TargetLibraryInfoImpl library_description_;
  llvm::TargetLibraryInfo library_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
};

/// Whether the loop will be unrolled, which leaves nothing to interchange.
bool is_short(const llvm::Loop& loop, TripCounts& trip_counts) {
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) instructions += elements(instruction);
  const unsigned trips = trip_counts.of(loop);
  return trips != 0 && trips * instructions <= kMostInstructionsUnrolled;
}

/// The innermost loops that may be interchanged and gain by it.
llvm::SetVector<const llvm::Loop*> suitable_loops(llvm::Function& kernel, llvm::DominatorTree& dominators,
                                                  llvm::LoopInfo& loops) {
  TripCounts trip_counts(kernel, dominators, loops);
  const Uniformity uniformity(kernel);
  Strides strides(uniformity);
  llvm::SetVector<const llvm::Loop*> suitable;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const bool together = loop->isInnermost() && decides_at_top(*loop) &&
                          llvm::all_of(loop->blocks(), [&](llvm::BasicBlock* block) {
                            return !uniformity.diverges(*block) && llvm::all_of(*block, is_simple);
                          });
    if (together && uniformity.reached_together(*loop->getHeader()) &&
        suits_vectors(*loop, strides, uniformity) && !is_short(*loop, trip_counts))
      suitable.insert(loop);
  }
  return suitable;
}

bool has_vectors(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(
        *block, [](const llvm::Instruction& instruction) { return instruction.getType()->isVectorTy(); });
  });
}

/// Makes values of their own of a vector's elements: LLVM makes vectors of numbers only.
void scalarise(llvm::Function& kernel) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  llvm::ScalarizerPass(options).run(kernel, analyses);
}

}  // namespace

unsigned interchange_uniform_loops(llvm::Function& kernel) {
  const std::vector<llvm::BasicBlock*> common_turns = split_strided_loops(kernel);
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  if (loops.empty()) return 0;
  simplify_loops(loops, dominators);
  llvm::SetVector<const llvm::Loop*> chosen = suitable_loops(kernel, dominators, loops);
  if (llvm::any_of(chosen, [](const llvm::Loop* loop) { return has_vectors(*loop); })) scalarise(kernel);
  for (const llvm::BasicBlock* header : common_turns) chosen.insert(loops.getLoopFor(header));
  for (const llvm::Loop* loop : chosen) separate_decision(*loop);
  return chosen.size();
}

}  // namespace quadcl::compiler
