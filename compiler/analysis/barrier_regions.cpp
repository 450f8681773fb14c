// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/barrier_regions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>

#include "compiler/analysis/kernel_shapes.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/worklist.h"

namespace quadcl::compiler {
namespace {

using BarrierIndex = std::map<const llvm::BasicBlock*, unsigned>;

Region reach(llvm::BasicBlock* start, const BarrierIndex& index) {
  Region region;
  region.start = start;
  Worklist<llvm::BasicBlock*> open(start);
  while (!open.empty()) {
    llvm::BasicBlock* block = open.take();
    if (const auto barrier = index.find(block); barrier != index.end()) {
      region.next.push_back(barrier->second + 1);
      continue;
    }
    region.blocks.insert(block);
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) region.may_end = true;
    open.add_all(llvm::successors(block));
  }
  std::ranges::sort(region.next);
  return region;
}

/// The block in which a use needs the value; of a phi, the incoming block.
llvm::BasicBlock* use_block(const llvm::Use& use) {
  auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(user)) return phi->getIncomingBlock(use);
  return user->getParent();
}

/// Walks backwards from the uses to the definition and records the barriers on the way.
void mark_live(llvm::Instruction& value, const BarrierIndex& index, BarrierRegions& result) {
  Worklist<llvm::BasicBlock*> open;
  for (const llvm::Use& use : value.uses())
    if (llvm::BasicBlock* block = use_block(use); block != value.getParent()) open.add(block);
  while (!open.empty()) {
    llvm::BasicBlock* block = open.take();
    if (const auto barrier = index.find(block); barrier != index.end())
      result.live[barrier->second + 1].insert(&value);
    for (llvm::BasicBlock* before : llvm::predecessors(block))
      if (before != value.getParent()) open.add(before);
  }
}

using Blocks = llvm::SmallPtrSet<llvm::BasicBlock*, 16>;

/// The blocks of the region with a path to `ends` inside of it, including `ends`.
Blocks leading_to(const std::vector<llvm::BasicBlock*>& ends, const Region& region) {
  Worklist<llvm::BasicBlock*> open(ends);
  while (!open.empty())
    for (llvm::BasicBlock* before : llvm::predecessors(open.take()))
      if (region.blocks.contains(before)) open.add(before);
  return open.seen();
}

/// Whether work-items can diverge at a branch, and the kernel can end on one path but not on another.
bool may_lose_items(const Region& region, const BarrierRegions& regions, const GroupShapes& group) {
  if (!region.may_end || region.next.empty()) return false;
  std::vector<llvm::BasicBlock*> returns, barriers;
  for (llvm::BasicBlock* block : region.blocks) {
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) returns.push_back(block);
  }
  for (const unsigned next : region.next) barriers.push_back(regions.barriers[next - 1]->getParent());
  const Blocks to_end = leading_to(returns, region), to_barrier = leading_to(barriers, region);
  return llvm::any_of(region.blocks, [&](llvm::BasicBlock* block) {
    return group.diverges(*block) && to_end.contains(block) && to_barrier.contains(block);
  });
}

void find_live_values(llvm::Function& kernel, const BarrierIndex& index, BarrierRegions& result) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.use_empty()) continue;
    mark_live(instruction, index, result);
  }
}

}  // namespace

llvm::AnalysisKey BarrierRegionsAnalysis::Key;

bool is_barrier(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == kBarrierFunction;
}

llvm::CallInst* insert_barrier(llvm::BasicBlock::iterator position) {
  llvm::Module* module = position->getModule();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module->getContext()), false);
  const llvm::FunctionCallee barrier = module->getOrInsertFunction(kBarrierFunction, type);
  return llvm::CallInst::Create(barrier, "", position);
}

std::vector<llvm::CallInst*> find_barriers(llvm::Function& kernel) {
  std::vector<llvm::CallInst*> barriers;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (is_barrier(instruction)) barriers.push_back(llvm::cast<llvm::CallInst>(&instruction));
  }
  return barriers;
}

BarrierRegions find_barrier_regions(llvm::Function& kernel) {
  BarrierRegions result;
  result.barriers = find_barriers(kernel);
  BarrierIndex index;
  for (const llvm::CallInst* barrier : result.barriers) {
    const auto position = static_cast<unsigned>(index.size());
    index[barrier->getParent()] = position;
  }
  result.regions.push_back(reach(&kernel.getEntryBlock(), index));
  for (llvm::CallInst* barrier : result.barriers)
    result.regions.push_back(reach(barrier->getParent()->getSingleSuccessor(), index));
  result.live.resize(result.regions.size());
  if (!result.single()) find_live_values(kernel, index, result);
  return result;
}

BarrierRegions BarrierRegionsAnalysis::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  BarrierRegions result = find_barrier_regions(kernel);
  if (result.single()) return result;
  const GroupShapes& group = analyses.getResult<KernelShapesAnalysis>(kernel).group();
  for (Region& region : result.regions) region.may_lose_items = may_lose_items(region, result, group);
  return result;
}

bool BarrierRegions::may_lose_items() const {
  return std::any_of(regions.begin(), regions.end(),
                     [](const Region& region) { return region.may_lose_items; });
}

void BarrierRegions::print(llvm::raw_ostream& out) const {
  for (std::size_t i = 0; i < regions.size(); ++i) {
    out << "region " << i << ": " << regions[i].blocks.size() << " blocks, next";
    for (const unsigned next : regions[i].next) out << ' ' << next;
    out << (regions[i].may_end ? " end" : "") << (regions[i].may_lose_items ? " (divergent)" : "")
        << ", live";
    for (const llvm::Instruction* value : live[i]) value->printAsOperand(out << ' ', /*PrintType=*/false);
    out << '\n';
  }
}

}  // namespace quadcl::compiler
