// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorise/emit/widen_rows.h"

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <map>
#include <optional>

#include "compiler/ir/work_item_loops.h"
#include "compiler/log_diagnostics.h"
#include "compiler/rows/closed_forms.h"
#include "compiler/vectorise/cost/choose_lane_count.h"
#include "compiler/vectorise/cost/cost.h"
#include "compiler/vectorise/emit/emit_row.h"
#include "compiler/vectorise/emit/examine_row.h"
#include "compiler/vectorise/prepare/merge_adjacent_accesses.h"
#include "compiler/vectorise/prepare/row_live_outs.h"
#include "compiler/work_group/functions/row_functions.h"

namespace quadcl::compiler {
namespace {

constexpr unsigned kAnyLanes = 8;

void tell(const llvm::Function& function, const llvm::Loop& loop, const std::string& what) {
  const std::string text =
      (function.getName() + ": the row at " + loop.getHeader()->getName() + " " + what).str();
  function.getContext().diagnose(Remark(text));
}

/// The number of lanes; 0: as many as pay.
unsigned lanes_for(RowChoice choice, const llvm::Function& function) {
  if (choice == RowChoice::all) return kAnyLanes;
  return static_cast<unsigned>(function.getFnAttributeAsParsedInteger("quadcl-lanes"));
}

std::vector<llvm::Loop*> rows_of(llvm::LoopInfo& loops) {
  std::vector<llvm::Loop*> rows;
  for (llvm::Loop* loop : loops.getLoopsInPreorder())
    if (is_row(*loop) && llvm::findOptionMDForLoop(loop, kVectorised) == nullptr) rows.push_back(loop);
  return rows;
}

/// The result for one row. No analysis is valid after a change.
struct Outcome {
  bool has_changed = false;
  unsigned lanes_of_rest = 0;
};

/// How to widen a row.
struct Request {
  LaneRequest lanes;
  bool is_rest = false;         ///< the rest of a widened row, which has the same header
  std::size_t in_all_rows = 0;  ///< instructions of all rows of the function, before any was widened
};

Outcome widen(llvm::Loop& row, llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
              const Request& request) {
  const RowAnalyses of_row{analyses.getResult<llvm::LoopAnalysis>(function),
                           analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                           analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                           analyses.getResult<llvm::TargetIRAnalysis>(function),
                           analyses.getResult<TargetModelAnalysis>(function),
                           analyses.getResult<llvm::AAManager>(function)};
  llvm::formDedicatedExitBlocks(&row, &of_row.dominators, &of_row.loops, nullptr, /*PreserveLCSSA=*/true);
  llvm::formLCSSARecursively(row, of_row.dominators, &of_row.loops, &of_row.evolution);
  LaneRequest wanted = request.lanes;
  wanted.is_left_by_llvm |= is_row_function(function);
  const auto examine = [&] { return examine_row(row, of_row, wanted); };
  RowOrReason examined = examine();
  bool has_changed =
      examined.row.shapes != nullptr && !examined.has_form && keep_shared_results(examined.row, of_row);
  if (has_changed) examined = examine();
  const bool is_ours = examined.reason.empty() || !row.isInnermost();  // LLVM's vectoriser takes no others
  if (examined.has_form && join_neighbours(examined.row, of_row, is_ours)) {
    examined = examine();
    has_changed = true;
  }
  if (!examined.reason.empty()) {
    if (!request.is_rest) tell(function, row, "stays scalar: " + examined.reason);
    return {has_changed};
  }
  tell(function, row, "has " + std::to_string(examined.row.lanes) + " lanes");
  const bool is_choice = wanted.lanes == 0 || request.is_rest;
  const Outcome outcome{true, is_choice ? lanes_of_rest(examined.row, of_row, request.in_all_rows) : 0};
  if (is_row_function(function)) set_lanes_cost(function, cost_of_row(examined.row, of_row));
  if (outcome.lanes_of_rest == 0) llvm::addStringMetadataToLoop(&row, kVectorised, 1);
  widen_row(examined.row, of_row.evolution, of_row.target);
  assert(!llvm::verifyFunction(function, &llvm::errs()));
  return outcome;
}

}  // namespace

llvm::PreservedAnalyses WidenRows::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  bool changed = false;
  const unsigned first = lanes_for(choice_, function);
  std::map<const llvm::BasicBlock*, std::optional<unsigned>> wanted;  // by header; empty: done
  std::size_t in_all_rows = 0;
  for (const llvm::Loop* row : rows_of(analyses.getResult<llvm::LoopAnalysis>(function)))
    in_all_rows += count_instructions(*row);
  for (bool again = true; again;) {
    again = false;
    for (llvm::Loop* row : rows_of(analyses.getResult<llvm::LoopAnalysis>(function))) {
      const auto [lanes, is_new] = wanted.try_emplace(row->getHeader(), first);
      if (!lanes->second) continue;
      changed |= make_closed_forms(*row, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                                   StepsToReplace::varied);
      const LaneRequest request{*lanes->second, choice_ == RowChoice::left_by_llvm};
      const Outcome outcome = widen(*row, function, analyses, {request, !is_new, in_all_rows});
      lanes->second.reset();
      if (!outcome.has_changed) continue;
      if (outcome.lanes_of_rest != 0) lanes->second = outcome.lanes_of_rest;
      changed = again = true;
      analyses.invalidate(function, llvm::PreservedAnalyses::none());
      break;
    }
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace quadcl::compiler
