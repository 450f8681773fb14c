// SPDX-License-Identifier: Apache-2.0
#include "compiler/widen/widen_rows.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <set>

#include "compiler/log_diagnostics.h"
#include "compiler/passes/shown.h"
#include "compiler/widen/rewrite.h"

namespace quadcl::compiler {
namespace {

/// LLVM's mark for loops that its vectoriser leaves alone.
constexpr const char* kDone = "llvm.loop.isvectorized";
constexpr unsigned kAnyLanes = 8;

void tell(const llvm::Function& function, const llvm::Loop& loop, const std::string& what) {
  const std::string text =
      (function.getName() + ": the row at " + loop.getHeader()->getName() + " " + what).str();
  function.getContext().diagnose(Remark(text));
}

unsigned wanted_lanes(const llvm::Function& function) {
  return static_cast<unsigned>(function.getFnAttributeAsParsedInteger("quadcl-lanes"));
}

std::vector<llvm::Loop*> rows_of(llvm::LoopInfo& loops) {
  std::vector<llvm::Loop*> rows;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (is_row(*loop) && llvm::findOptionMDForLoop(loop, kDone) == nullptr) rows.push_back(loop);
  return rows;
}

/// False if it stays as it is. Analyses are only valid until a row has changed.
bool widen(llvm::Loop& row, llvm::Function& function, llvm::FunctionAnalysisManager& analyses, bool always) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  llvm::formLCSSARecursively(row, dominators, &loops, &evolution);
  const unsigned lanes = always ? kAnyLanes : wanted_lanes(function);
  const RowOrReason examined = examine_row(row, loops, dominators, evolution, target, lanes);
  if (!examined.reason.empty()) {
    tell(function, row, "stays scalar: " + examined.reason);
    return false;
  }
  tell(function, row, "has " + std::to_string(examined.row.lanes) + " lanes");
  llvm::addStringMetadataToLoop(&row, kDone, 1);
  widen_row(examined.row, evolution, target);
  assert(!llvm::verifyFunction(function, &llvm::errs()));
  return true;
}

}  // namespace

llvm::PreservedAnalyses WidenRows::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  bool changed = false;
  std::set<const llvm::BasicBlock*> examined;
  for (bool again = true; again;) {
    again = false;
    for (llvm::Loop* row : rows_of(analyses.getResult<llvm::LoopAnalysis>(function))) {
      if (!examined.insert(row->getHeader()).second) continue;
      if (!widen(*row, function, analyses, always_)) continue;
      changed = again = true;
      analyses.invalidate(function, llvm::PreservedAnalyses::none());
      break;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

llvm::PreservedAnalyses show_shapes(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop* row : rows_of(loops))
    if (const auto flow = Flow::make(*row, loops))
      Shapes(*flow, OwnVariables(*row, loops), dominators, evolution).print(llvm::outs());
  return llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
