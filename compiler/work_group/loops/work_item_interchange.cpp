// SPDX-License-Identifier: Apache-2.0
#include "compiler/work_group/loops/work_item_interchange.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include "compiler/analysis/kernel_shapes.h"
#include "compiler/analysis/loop_form.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/ir/work_item_loops.h"
#include "compiler/work_group/loops/strided_loops.h"

namespace quadcl::compiler {
namespace {

/// Metadata of a kernel with interchanged loops.
constexpr const char* kInterchanged = "quadcl.interchanged";

bool is_simple(const llvm::Instruction& instruction) {
  return may_interleave(instruction) && !llvm::isa<llvm::AtomicRMWInst>(instruction);
}

unsigned elements(const llvm::Value& value) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return type == nullptr ? 1 : type->getNumElements();
}

/// Of an access.
std::int64_t bytes_of(llvm::Instruction& access) {
  const llvm::TypeSize size = access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access));
  return static_cast<std::int64_t>(size.getFixedValue());
}

/// Whether neighbours along x have equal or consecutive accesses, some of them consecutive.
bool suits_vectors(const llvm::Loop& loop, const NeighbourShapes& neighbours) {
  bool consecutive = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const bool is_vector = llvm::getLoadStoreType(&instruction)->isVectorTy();
      const auto stride = neighbours.stride_of(*pointer);
      if (!stride || (*stride != 0 && (*stride != bytes_of(instruction) || is_vector))) return false;
      consecutive |= *stride != 0;
    }
  }
  return consecutive;
}

/// Whether the loop stores rows of what it reads from columns in local memory, as a transpose does:
/// neighbours along x store together, and only loads from local memory are apart. A work-item on its own
/// would store to a column.
bool stores_rows_of_columns(const llvm::Loop& loop, const NeighbourShapes& neighbours) {
  bool reads_columns = false, stores = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const auto stride = neighbours.stride_of(*pointer);
      if (!stride) return false;
      const bool is_together = *stride == 0 || *stride == bytes_of(instruction);
      const bool is_store = llvm::isa<llvm::StoreInst>(instruction);
      if (!is_together && (is_store || pointer->getType()->getPointerAddressSpace() != kLocalAddressSpace))
        return false;
      reads_columns |= !is_together;
      stores |= is_store && *stride != 0;
    }
  }
  return reads_columns && stores;
}

/// Whether work-items pass values of their own from one iteration to the next, such as sums. Lanes keep these
/// in registers; if the loop was interchanged, they would be in memory between iterations.
bool carries_values(const llvm::Loop& loop, const NeighbourShapes& neighbours, const GroupShapes& group) {
  return llvm::any_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
    return group.is_varying(phi) && !neighbours.stride_of(phi);
  });
}

/// Whether the loop stores numbers of each work-item, and loads others that are the same for all. The stores
/// might change these, so that without interchange each work-item would load them again.
bool loads_again(const llvm::Loop& loop, const NeighbourShapes& neighbours) {
  bool stores_own = false, loads_common = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr) continue;
      const bool is_common = neighbours.stride_of(*pointer) == 0,
                 is_store = llvm::isa<llvm::StoreInst>(instruction);
      stores_own |= is_store && !is_common;
      loads_common |= !is_store && is_common;
    }
  }
  return stores_own && loads_common;
}

/// Whether the loop will be unrolled: then there is nothing to interchange.
bool is_short(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  std::size_t instructions = 0;
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block) instructions += elements(instruction);
  const unsigned trips = evolution.getSmallConstantTripCount(&loop);
  return trips != 0 && trips * instructions <= kMostInstructionsUnrolled;
}

/// The innermost loops that may be interchanged and gain by it.
llvm::SetVector<const llvm::Loop*> suitable_loops(llvm::Function& kernel, const llvm::LoopInfo& loops,
                                                  llvm::FunctionAnalysisManager& analyses) {
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(kernel);
  auto& shapes = analyses.getResult<KernelShapesAnalysis>(kernel);
  const GroupShapes& group = shapes.group();
  const NeighbourShapes& neighbours = shapes.along(0);
  llvm::SetVector<const llvm::Loop*> suitable;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const bool together = loop->isInnermost() && exits_at_header(*loop) &&
                          llvm::all_of(loop->blocks(), [&](llvm::BasicBlock* block) {
                            return !group.diverges(*block) && llvm::all_of(*block, is_simple);
                          });
    if (together && group.reached_together(*loop->getHeader()) &&
        (suits_vectors(*loop, neighbours) || stores_rows_of_columns(*loop, neighbours)) &&
        !is_short(*loop, evolution) &&
        (!carries_values(*loop, neighbours, group) || loads_again(*loop, neighbours)))
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

/// Splits vectors into their elements: LLVM's vectoriser makes vectors of scalars only.
void scalarise(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  llvm::ScalarizerPassOptions options;
  options.ScalarizeLoadStore = true;
  llvm::ScalarizerPass(options).run(kernel, analyses);
}

}  // namespace

llvm::PreservedAnalyses WorkItemInterchange::run(llvm::Function& kernel,
                                                 llvm::FunctionAnalysisManager& analyses) {
  if (analyses.getResult<llvm::LoopAnalysis>(kernel).empty()) return llvm::PreservedAnalyses::all();
  const llvm::LoopInfo& loops = simplified_loops(kernel, analyses);
  llvm::SetVector<const llvm::Loop*> chosen = suitable_loops(kernel, loops, analyses);
  if (llvm::any_of(chosen, [](const llvm::Loop* loop) { return has_vectors(*loop); }))
    scalarise(kernel, analyses);  // no analysis is valid after it
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (take_common_mark(*loop->getHeader())) chosen.insert(loop);
  for (const llvm::Loop* loop : chosen) put_barriers_behind_header(*loop);
  if (!chosen.empty()) kernel.setMetadata(kInterchanged, llvm::MDNode::get(kernel.getContext(), {}));
  return unless_changed(!chosen.empty());
}

bool has_interchanged_loops(const llvm::Function& kernel) { return kernel.hasMetadata(kInterchanged); }

}  // namespace quadcl::compiler
