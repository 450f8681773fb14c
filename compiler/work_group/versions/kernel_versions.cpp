// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/versions/kernel_versions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/kernel_shapes.h"
#include "compiler/clean_up/huge_functions.h"
#include "compiler/ir/kernels.h"
#include "compiler/ir/required_size.h"
#include "compiler/target/target_model.h"
#include "compiler/work_group/loops/work_item_interchange.h"
#include "compiler/work_group/versions/early_returns.h"
#include "compiler/work_group/versions/row_dimension.h"
#include "core/kernel_abi.h"

namespace quadcl::compiler {
namespace {

/// If the version kept its early returns, each region after a barrier would have to skip the work-items that
/// left.
bool has_barriers(llvm::Function& kernel) { return llvm::any_of(llvm::instructions(kernel), is_barrier); }

/// How many operations of a kind a work-item does, roughly. Those on vectors count for each element.
struct Work {
  std::uint64_t arithmetic = 0;  ///< on floating-point numbers; that on integers mostly makes addresses
  std::uint64_t accesses = 0;    ///< of places that differ between work-items
};

unsigned elements_of(const llvm::Type& type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector != nullptr ? vector->getNumElements() : 1;
}

Work work_of(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const GroupShapes& group = analyses.getResult<KernelShapesAnalysis>(kernel).group();
  const auto& loops = analyses.getResult<llvm::LoopAnalysis>(kernel);
  Work work;
  for (llvm::BasicBlock& block : kernel) {
    const std::uint64_t times = runs_of(block, loops);
    for (llvm::Instruction& instruction : block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer != nullptr && group.is_varying(*pointer)) {
        work.accesses += times * elements_of(*llvm::getLoadStoreType(&instruction));
      } else if (pointer == nullptr && llvm::isa<llvm::FPMathOperator>(instruction)) {
        work.arithmetic += times * elements_of(*instruction.getType());
      }
    }
  }
  return work;
}

/// Whether rows may be short where groups are long in other dimensions.
bool may_have_short_rows(llvm::Function& kernel) {
  const auto varying = varying_dimensions(kernel);
  return (varying[1] || varying[2]) && required_size(kernel)[0] < QUADCL_LINEAR_ROW && !is_huge(kernel);
}

bool gains(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  const Work work = work_of(kernel, analyses);
  const TargetModel& model = analyses.getResult<TargetModelAnalysis>(kernel);
  return work.arithmetic >= model.much_arithmetic &&
         work.arithmetic >= model.arithmetic_per_access * work.accesses;
}

}  // namespace

llvm::PreservedAnalyses WideVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function* kernel : kernels_of(module))
    if (!is_huge(*kernel)) make_version(*kernel, KernelVersion::wide);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses KeepVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (const KernelVersions& versions : versions_of_kernels(module)) {
    if (versions.wide == nullptr) continue;
    const bool returns_early = has_early_returns(*versions.kernel);
    if (!has_interchanged_loops(*versions.wide) && !(returns_early && has_barriers(*versions.kernel))) {
      const unsigned dimension = row_dimension_of(*versions.wide);
      versions.wide->eraseFromParent();
      if (dimension != 0)
        exchange_dimensions(*make_version(*versions.kernel, KernelVersion::wide), dimension);
    } else if (returns_early) {
      keep_early_returns_only(*make_version(*versions.kernel, KernelVersion::check));
    }
  }
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses LinearVersions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (const KernelVersions& versions : versions_of_kernels(module)) {
    llvm::Function& kernel = *versions.kernel;
    if (versions.linear != nullptr || !may_have_short_rows(kernel)) continue;
    if (choice_ == LinearChoice::all || gains(kernel, functions)) make_version(kernel, KernelVersion::linear);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler
