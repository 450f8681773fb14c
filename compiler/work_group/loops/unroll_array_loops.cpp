// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/loops/unroll_array_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopPeel.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/work_group/loops/index_period.h"

namespace quadcl::compiler {
namespace {

/// Limits of instructions: of an unrolled loop, and of a function with unrolled loops.
constexpr std::size_t kMostInLoop = 8192, kMostInFunction = 12'288;
/// Instructions of an unrolled loop that are more than the instruction cache of QPUs holds.
constexpr std::size_t kMostCached = 512;
/// Arrays with more elements would live in memory anyway.
constexpr std::uint64_t kMostElements = 256;
/// The deepest nest of loops of which each needs the one around it to be unrolled first.
constexpr unsigned kMostRounds = 4;

using Loops = llvm::SmallSetVector<llvm::Loop*, 8>;

/// Finds the loops that must be unrolled for the indices of an array to become constants.
class ArrayLoops {
 public:
  ArrayLoops(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution)
      : loops_(loops), evolution_(evolution) {}

  /// Empty if there are none, or if unrolling would not make all indices constant.
  Loops of(llvm::AllocaInst& array) {
    found_.clear();
    seen_.clear();
    const llvm::DataLayout& layout = array.getModule()->getDataLayout();
    const auto elements = llvm::dyn_cast<llvm::ConstantInt>(array.getArraySize());
    if (elements == nullptr || !elements->isOne() || elements_of(*array.getAllocatedType()) > kMostElements ||
        !array.getAllocationSize(layout) || !has_countable_uses(array))
      return {};
    return found_;
  }

 private:
  static std::uint64_t elements_of(const llvm::Type& type) {
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(&type);
    return array != nullptr ? array->getNumElements() * elements_of(*array->getElementType()) : 1;
  }

  bool has_countable_uses(llvm::Value& pointer) {
    return llvm::all_of(pointer.uses(), [&](const llvm::Use& use) {
      llvm::User* user = use.getUser();
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
        return llvm::all_of(address->indices(), [&](llvm::Value* index) { return is_countable(*index); }) &&
               has_countable_uses(*address);
      const bool is_address = llvm::getLoadStorePointerOperand(user) == &pointer;
      return is_address || llvm::isa<llvm::MemIntrinsic>(user);
    });
  }

  /// Whether the value is a constant in each iteration of unrolled loops.
  bool is_countable(llvm::Value& value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return llvm::isa<llvm::Constant>(value);
    if (!seen_.insert(instruction).second) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) return is_of_table(*load);
    if (llvm::isa<llvm::PHINode>(value)) {
      llvm::Loop* loop = loops_.getLoopFor(instruction->getParent());
      if (loop == nullptr || loop->getHeader() != instruction->getParent() || !can_unroll(*loop))
        return false;
      found_.insert(loop);
    } else if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(value)) {
      return false;
    }
    return llvm::all_of(instruction->operand_values(),
                        [&](llvm::Value* operand) { return is_countable(*operand); });
  }

  /// Whether the load is from a constant table, at a place that is a constant in each iteration.
  bool is_of_table(const llvm::LoadInst& load) {
    const llvm::Value* pointer = load.getPointerOperand();
    while (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
      if (!llvm::all_of(address->indices(), [&](llvm::Value* index) { return is_countable(*index); }))
        return false;
      pointer = address->getPointerOperand();
    }
    const auto* table = llvm::dyn_cast<llvm::GlobalVariable>(pointer);
    return table != nullptr && table->isConstant() && table->hasDefinitiveInitializer() && !load.isVolatile();
  }

  bool can_unroll(const llvm::Loop& loop) {
    return (evolution_.getSmallConstantTripCount(&loop) != 0 || has_triangular_count(loop)) &&
           (llvm::hasUnrollTransformation(&loop) & llvm::TM_Disable) == 0 &&
           llvm::none_of(loop.blocks(),
                         [](const llvm::BasicBlock* block) { return llvm::any_of(*block, is_barrier); });
  }

  /// Whether the number of iterations becomes constant when loops around it are unrolled, as in `for (j = i +
  /// 1; j < 25; ++j)`. Then these are to be unrolled, too.
  bool has_triangular_count(const llvm::Loop& loop) {
    const llvm::SCEV* count = evolution_.getBackedgeTakenCount(&loop);
    if (evolution_.getSmallConstantMaxTripCount(&loop) == 0 || llvm::isa<llvm::SCEVCouldNotCompute>(count))
      return false;
    Loops around;
    const bool is_unknown = llvm::SCEVExprContains(count, [&](const llvm::SCEV* part) {
      const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
      if (counter != nullptr) around.insert(const_cast<llvm::Loop*>(counter->getLoop()));
      return llvm::isa<llvm::SCEVUnknown>(part);
    });
    if (is_unknown || !llvm::all_of(around, [&](llvm::Loop* outer) { return can_unroll(*outer); }))
      return false;
    found_.insert(around.begin(), around.end());
    return true;
  }

  const llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  Loops found_;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen_;
};

/// Leaves out the instructions that become constants, or nothing, when loops are unrolled.
std::size_t instructions_in(const llvm::Loop& loop) {
  const auto remains = [](const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::PHINode, llvm::GetElementPtrInst, llvm::CastInst, llvm::CmpInst,
                      llvm::BranchInst>(instruction);
  };
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks())
    instructions += static_cast<std::size_t>(llvm::count_if(*block, remains));
  return instructions;
}

/// The number of instructions of the loop if all loops of `unrolled` are unrolled.
std::size_t size_when_unrolled(const llvm::Loop& loop, const Loops& unrolled,
                               llvm::ScalarEvolution& evolution) {
  std::size_t size = instructions_in(loop);
  for (const llvm::Loop* inner : loop)
    size += size_when_unrolled(*inner, unrolled, evolution) - instructions_in(*inner);
  return unrolled.contains(const_cast<llvm::Loop*>(&loop))
             ? size * evolution.getSmallConstantMaxTripCount(&loop)
             : size;
}

/// The loops to unroll, unless they would become too long.
Loops choose_loops(llvm::Function& function, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution) {
  ArrayLoops array_loops(loops, evolution);
  Loops chosen;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      for (llvm::Loop* loop : array_loops.of(*array)) chosen.insert(loop);
  std::size_t size = function.getInstructionCount();
  for (const llvm::Loop* loop : loops) {
    const std::size_t unrolled = size_when_unrolled(*loop, chosen, evolution);
    size += unrolled - instructions_in(*loop);
    if (unrolled > kMostInLoop || size > kMostInFunction) return {};
  }
  return chosen;
}

bool has_variables(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return llvm::isa<llvm::AllocaInst>(instruction);
  });
}

/// How often the loop is to be unrolled; 0 if the number of its iterations is not known.
unsigned times_to_unroll(const llvm::Loop& loop, const Loops& chosen, UnrollChoice choice,
                         llvm::ScalarEvolution& evolution) {
  const unsigned all = evolution.getSmallConstantTripCount(&loop);
  if (choice == UnrollChoice::all || size_when_unrolled(loop, chosen, evolution) <= kMostCached) return all;
  const unsigned period = index_period(loop, evolution);
  return period != 0 ? period : all;
}

/// Lets loops whose indices repeat test at the end of an iteration: so many iterations in line then have one
/// test.
bool rotate_periodic_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  constexpr unsigned kMostInHeader = 16;
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  const llvm::SimplifyQuery query(function.getParent()->getDataLayout(), nullptr, &dominators, &assumptions);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!tests_first(*loop) || index_period(*loop, evolution) == 0) continue;
    llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, &evolution);
    changed |= llvm::LoopRotation(loop, &loops, &analyses.getResult<llvm::TargetIRAnalysis>(function),
                                  &assumptions, &dominators, &evolution, nullptr, query,
                                  /*RotationOnly=*/false, kMostInHeader, /*IsUtilMode=*/false);
  }
  if (changed) analyses.invalidate(function, llvm::PreservedAnalyses::none());
  return changed;
}

/// Unrolls the chosen loops whose number of iterations is constant. True if there were any.
bool unroll_array_loops(llvm::Function& function, UnrollChoice choice,
                        llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  auto& remarks = analyses.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function);
  const Loops chosen = choose_loops(function, loops, evolution);
  const auto preorder = loops.getLoopsInPreorder();
  // Once loops in it are unrolled, LLVM may no longer know how often a loop runs.
  llvm::DenseMap<const llvm::Loop*, unsigned> counts;
  for (const llvm::Loop* loop : chosen) counts[loop] = times_to_unroll(*loop, chosen, choice, evolution);
  for (llvm::Loop* loop : llvm::reverse(preorder)) {
    if (counts.lookup(loop) == 0) continue;
    llvm::simplifyLoop(loop, &dominators, &loops, &evolution, &assumptions, nullptr, false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, &evolution);
    llvm::UnrollLoopOptions options{};
    options.Count = counts.lookup(loop);
    options.Force = true;
    const auto done = llvm::UnrollLoop(loop, options, &loops, &evolution, &dominators, &assumptions, &target,
                                       &remarks, /*PreserveLCSSA=*/true);
    if (done != llvm::LoopUnrollResult::PartiallyUnrolled) continue;
    loop->setLoopAlreadyUnrolled();
    if (!differs_in_first_iteration(*loop, evolution)) continue;
    llvm::ValueToValueMapTy values;
    llvm::peelLoop(loop, 1, &loops, &evolution, dominators, &assumptions, /*PreserveLCSSA=*/true, values);
  }
  return !chosen.empty();
}

void make_values(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.run(function, analyses);
}

}  // namespace

llvm::PreservedAnalyses UnrollArrayLoops::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  bool changed =
      choice_ == UnrollChoice::cached && has_variables(function) && rotate_periodic_loops(function, analyses);
  // Loops within those just unrolled may now have a constant number of iterations.
  for (unsigned round = 0; round < kMostRounds; ++round) {
    if (is_huge(function) || !has_variables(function) || !unroll_array_loops(function, choice_, analyses))
      break;
    changed = true;
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    make_values(function, analyses);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
