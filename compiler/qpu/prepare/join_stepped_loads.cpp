// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/join_stepped_loads.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/ADCE.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/prepare/lane_moves.h"
#include "compiler/qpu/prepare/lane_numbers.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr const char* kInLanes = "quadcl.in_lanes";

constexpr unsigned kBytes = 4, kBits = 8 * kBytes;  ///< of a word

bool loads_word(const llvm::LoadInst& load) {
  const unsigned space = load.getPointerAddressSpace();
  const llvm::Type& type = *load.getType();
  return load.isSimple() && (type.isFloatTy() || type.isIntegerTy(kBits)) && load.getAlign() >= kBytes &&
         (space == kGlobalAddressSpace || space == kConstantAddressSpace);
}

/// A load, and the phi that is its address.
struct SteppedLoad {
  llvm::PHINode* address;
  llvm::LoadInst* load;
};

class LoopOfSteps {
 public:
  LoopOfSteps(llvm::Loop& loop, const RowDivergence& divergence)
      : header_(*loop.getHeader()),
        before_(loop.getLoopPreheader()),
        latch_(loop.getLoopLatch()),
        loop_(loop),
        divergence_(divergence) {}

  bool run() {
    if (before_ == nullptr || latch_ == nullptr) return false;
    bool changed = false;
    for (auto& [step, group] : find_groups()) {
      if (group.size() < 2) continue;
      join(group);
      changed = true;
    }
    return changed;
  }

 private:
  /// What addresses grow by, as a number of elements of a type; where they are used.
  using Step = std::tuple<const llvm::Type*, const llvm::Value*, const llvm::Type*, const llvm::BasicBlock*>;

  llvm::MapVector<Step, std::vector<SteppedLoad>, std::map<Step, unsigned>> find_groups() const {
    llvm::MapVector<Step, std::vector<SteppedLoad>, std::map<Step, unsigned>> groups;
    for (llvm::PHINode& phi : header_.phis()) {
      llvm::LoadInst* load = only_load(phi);
      if (load == nullptr || divergence_.varying.contains(&phi)) continue;
      const auto* next = step_of(phi);
      const Step step{next->getSourceElementType(), next->getOperand(1), phi.getType(), load->getParent()};
      if (auto& group = groups[step]; group.size() < kLanes) group.push_back({&phi, load});
    }
    return groups;
  }

  /// How the address comes from that of the last iteration; null if not by a step.
  llvm::GetElementPtrInst* step_of(const llvm::PHINode& phi) const {
    auto* next = llvm::dyn_cast<llvm::GetElementPtrInst>(phi.getIncomingValueForBlock(latch_));
    return next != nullptr && next->getPointerOperand() == &phi && next->getNumIndices() == 1 &&
                   loop_.isLoopInvariant(next->getOperand(1))
               ? next
               : nullptr;
  }

  /// If the address is for nothing else. Loads of its neighbours join with it where they are selected.
  llvm::LoadInst* only_load(llvm::PHINode& phi) const {
    if (!phi.getType()->isPointerTy() || !phi.hasNUses(2)) return nullptr;
    const llvm::GetElementPtrInst* next = step_of(phi);
    if (next == nullptr || !next->hasOneUse()) return nullptr;
    for (llvm::User* user : phi.users())
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
          load != nullptr && loads_word(*load) && loop_.contains(load))
        return load;
    return nullptr;
  }

  void join(const std::vector<SteppedLoad>& group) {
    llvm::PHINode& address = addresses_in_lanes(group);
    const auto first = std::min_element(
        group.begin(), group.end(), [](const auto& a, const auto& b) { return a.load->comesBefore(b.load); });
    llvm::IRBuilder<> builder(first->load);
    llvm::LoadInst* words = builder.CreateAlignedLoad(builder.getInt32Ty(), &address, llvm::Align(kBytes));
    words->setMetadata(kInLanes, llvm::MDNode::get(words->getContext(), {}));
    for (unsigned lane = 0; lane < group.size(); ++lane) {
      llvm::LoadInst& load = *group[lane].load;
      builder.SetInsertPoint(&load);
      llvm::Value* word = turned(*words, lane, builder, kBroadcastFunction);
      load.replaceAllUsesWith(builder.CreateBitCast(word, load.getType()));
    }
    for (const SteppedLoad& part : group) part.load->eraseFromParent();
  }

  static llvm::Value* lane_up_to(unsigned last, llvm::IRBuilder<>& builder) {
    const auto function = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
        kLaneUpToFunction, builder.getInt32Ty(), builder.getInt32Ty());
    llvm::CallInst* lane = builder.CreateCall(function, builder.getInt32(last));
    lane->setDoesNotAccessMemory();
    lane->setDoesNotThrow();
    lane->addFnAttr(llvm::Attribute::WillReturn);
    return lane;
  }

  llvm::PHINode& addresses_in_lanes(const std::vector<SteppedLoad>& group) {
    llvm::IRBuilder<> builder(before_->getTerminator());
    const auto last = static_cast<unsigned>(group.size() - 1);
    llvm::Value* lane = lane_up_to(last, builder);
    llvm::Value* start = group.front().address->getIncomingValueForBlock(before_);
    for (unsigned i = 1; i <= last; ++i)
      start = builder.CreateSelect(builder.CreateICmpEQ(lane, builder.getInt32(i)),
                                   group[i].address->getIncomingValueForBlock(before_), start);
    llvm::PHINode* first = group.front().address;
    builder.SetInsertPoint(&header_, header_.begin());
    llvm::PHINode* address = builder.CreatePHI(first->getType(), 2);
    llvm::Instruction* next = step_of(*first)->clone();
    next->insertBefore(step_of(*first));
    next->setOperand(0, address);
    address->addIncoming(start, before_);
    address->addIncoming(next, latch_);
    return *address;
  }

  llvm::BasicBlock &header_, *before_, *latch_;
  const llvm::Loop& loop_;
  const RowDivergence& divergence_;
};

}  // namespace

bool loads_in_lanes(const llvm::LoadInst& load) { return load.hasMetadata(kInLanes); }

bool join_stepped_loads(llvm::Function& version) {
  const llvm::LoopInfo loops{llvm::DominatorTree(version)};
  if (loops.empty()) return false;
  const RowDivergence divergence = find_row_divergence(version);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) changed |= LoopOfSteps(*loop, divergence).run();
  if (!changed) return false;
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  llvm::ADCEPass().run(version, analyses);
  return true;
}

}  // namespace quadcl::compiler::qpu
