// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/analysis/row_divergence.h"

#include <llvm/Analysis/TargetTransformInfoImpl.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

#include "compiler/ir/runtime_functions.h"

namespace quadcl::compiler::qpu {
namespace {

/// Whether the id differs.
bool is_varying_id(const llvm::CallInst& call, Among among) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || (callee->getName() != kGlobalIdFunction && callee->getName() != kLocalIdFunction))
    return false;
  if (among == Among::group) return true;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return dimension == nullptr || dimension->isZero() || (among == Among::lines && dimension->isOne());
}

class Qpus : public llvm::TargetTransformInfoImplCRTPBase<Qpus> {
 public:
  Qpus(const llvm::DataLayout& layout, Among among)
      : TargetTransformInfoImplCRTPBase(layout), among_(among) {}

  bool hasBranchDivergence(const llvm::Function*) const { return true; }
  bool isSourceOfDivergence(const llvm::Value* value) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    return (call != nullptr && is_varying_id(*call, among_)) || loads_own_array(*value) ||
           llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(value);
  }
  bool isAlwaysUniform(const llvm::Value* value) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    return call != nullptr && call->getCalledFunction() != nullptr &&
           call->getCalledFunction()->getName() == kBroadcastFunction;
  }

 private:
  /// Every work-item has arrays of its own.
  static bool loads_own_array(const llvm::Value& value) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
    return load != nullptr && load->getPointerAddressSpace() == 0;
  }

  Among among_;
};

}  // namespace

RowDivergence find_row_divergence(llvm::Function& kernel, Among among) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([among] {
    return llvm::TargetIRAnalysis([among](const llvm::Function& of) {
      return llvm::TargetTransformInfo(Qpus(of.getParent()->getDataLayout(), among));
    });
  });
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  auto& uniformity = analyses.getResult<llvm::UniformityInfoAnalysis>(kernel);
  RowDivergence result;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    if (!uniformity.isUniform(&instruction)) result.varying.insert(&instruction);
  for (const llvm::BasicBlock& block : kernel)
    if (uniformity.hasDivergentTerminator(block)) result.parting.insert(&block);
  return result;
}

}  // namespace quadcl::compiler::qpu
