// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/broadcast_loads.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

#include "compiler/target/target_model.h"

namespace quadcl::compiler {
namespace {

/// A vector whose elements are all the same loaded number.
struct Broadcast {
  llvm::ShuffleVectorInst* vector = nullptr;
  llvm::LoadInst* load = nullptr;  ///< of the number, or of a vector with it
  unsigned element = 0;            ///< its index in the latter

  explicit operator bool() const { return load != nullptr; }
};

Broadcast broadcast_of(llvm::Value& value) {
  auto* vector = llvm::dyn_cast<llvm::ShuffleVectorInst>(&value);
  const int index = vector != nullptr ? llvm::getSplatIndex(vector->getShuffleMask()) : -1;
  if (index < 0) return {};
  llvm::Value* from = vector->getOperand(0);
  const auto* insertion = llvm::dyn_cast<llvm::InsertElementInst>(from);
  if (insertion != nullptr &&
      llvm::PatternMatch::match(insertion->getOperand(2), llvm::PatternMatch::m_SpecificInt(index)))
    return {vector, llvm::dyn_cast<llvm::LoadInst>(insertion->getOperand(1)), 0};
  const auto elements = llvm::cast<llvm::FixedVectorType>(from->getType())->getNumElements();
  const bool has_bytes = from->getType()->getScalarSizeInBits() >= 8;
  if (!has_bytes || static_cast<unsigned>(index) >= elements) return {};
  return {vector, llvm::dyn_cast<llvm::LoadInst>(from), static_cast<unsigned>(index)};
}

/// Loads the number of the broadcast again.
llvm::Value* repeat(const Broadcast& broadcast, llvm::IRBuilder<>& builder) {
  const auto* type = llvm::cast<llvm::FixedVectorType>(broadcast.vector->getType());
  const auto offset = broadcast.element * type->getScalarSizeInBits() / 8;
  llvm::LoadInst& load = *broadcast.load;
  llvm::Value* address = load.getPointerOperand();
  if (offset != 0) address = builder.CreateInBoundsPtrAdd(address, builder.getInt64(offset));
  llvm::LoadInst* repeated = builder.CreateAlignedLoad(type->getElementType(), address,
                                                       llvm::commonAlignment(load.getAlign(), offset));
  repeated->setAAMetadata(
      load.getAAMetadata().adjustForAccess(offset, type->getElementType(), load.getDataLayout()));
  return builder.CreateVectorSplat(type->getElementCount(), repeated);
}

/// Moves the loads of one function.
class Mover {
 public:
  Mover(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators_(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        memory_(analyses.getResult<llvm::MemorySSAAnalysis>(function).getMSSA()),
        model_(analyses.getResult<TargetModelAnalysis>(function)) {}

  bool run() {
    if (model_.register_bits < model_.broadcast_bits) return false;
    for (const llvm::Loop* loop : loops_.getLoopsInPreorder())
      if (loop->isInnermost()) relieve(*loop);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(replaced_);
    return changed_;
  }

 private:
  /// Keeps as many vectors in registers as half of these hold, and moves the loads of the others.
  void relieve(const llvm::Loop& loop) {
    const std::vector<Broadcast> broadcasts = broadcasts_before(loop);
    unsigned used = 0;
    for (const Broadcast& broadcast : broadcasts) used += registers_for(broadcast);
    if (used <= model_.registers) return;
    unsigned kept = 0;
    for (const Broadcast& broadcast : broadcasts) {
      kept += registers_for(broadcast);
      if (kept > model_.registers / 2) move(*broadcast.load);
    }
  }

  unsigned registers_for(const Broadcast& broadcast) const {
    const auto bits = broadcast.vector->getType()->getPrimitiveSizeInBits().getFixedValue();
    return std::max(1U, static_cast<unsigned>(bits) / model_.register_bits);
  }

  static std::vector<Broadcast> broadcasts_before(const llvm::Loop& loop) {
    std::vector<Broadcast> found;
    llvm::SmallPtrSet<const llvm::Value*, 32> known;
    for (const llvm::BasicBlock* block : loop.blocks())
      for (const llvm::Instruction& instruction : *block)
        for (llvm::Value* operand : instruction.operands())
          if (loop.isLoopInvariant(operand) && known.insert(operand).second)
            if (const Broadcast broadcast = broadcast_of(*operand); broadcast && broadcast.load->isSimple())
              found.push_back(broadcast);
    return found;
  }

  /// Moves the load to all its users, also those in other loops: one left behind would keep a register.
  void move(llvm::LoadInst& load) {
    llvm::SmallSetVector<llvm::Value*, 8> reached;
    reached.insert(&load);
    for (unsigned i = 0; i < reached.size(); ++i)
      for (llvm::User* user : reached[i]->users())
        if (llvm::isa<llvm::InsertElementInst>(user) || broadcast_of(*user).load == &load)
          reached.insert(user);
    for (llvm::Value* value : reached)
      if (const Broadcast broadcast = broadcast_of(*value)) move_to_users(broadcast);
    move_rest(load);
  }

  void move_to_users(const Broadcast& broadcast) {
    for (llvm::Use& use : llvm::make_early_inc_range(broadcast.vector->uses())) {
      if (!may_move(*broadcast.load, use)) continue;
      llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use.getUser()));
      use.set(repeat(broadcast, builder));
      changed_ = true;
    }
    if (broadcast.vector->use_empty()) replaced_.emplace_back(broadcast.vector);
  }

  void move_rest(llvm::LoadInst& load) {
    for (llvm::Use& use : llvm::make_early_inc_range(load.uses())) {
      if (!may_move(load, use)) continue;
      llvm::Instruction* repeated = load.clone();
      repeated->insertBefore(llvm::cast<llvm::Instruction>(use.getUser()));
      use.set(repeated);
      changed_ = true;
    }
    if (load.use_empty()) replaced_.emplace_back(&load);
  }

  bool may_move(const llvm::LoadInst& load, const llvm::Use& use) const {
    const auto& user = llvm::cast<llvm::Instruction>(*use.getUser());
    return user.getParent() != load.getParent() && !llvm::isa<llvm::PHINode>(user) &&
           finds_the_same(load, user);
  }

  /// Whether nothing between the load and the user may store where it loads.
  bool finds_the_same(const llvm::LoadInst& load, const llvm::Instruction& user) const {
    llvm::MemorySSAWalker& walker = *memory_.getWalker();
    llvm::MemoryAccess* there = state_before(user);
    return walker.getClobberingMemoryAccess(there, llvm::MemoryLocation::get(&load)) ==
           walker.getClobberingMemoryAccess(&load);
  }

  /// What defines memory before the instruction.
  llvm::MemoryAccess* state_before(const llvm::Instruction& instruction) const {
    const llvm::BasicBlock* block = instruction.getParent();
    for (const llvm::Instruction* earlier = instruction.getPrevNode(); earlier != nullptr;
         earlier = earlier->getPrevNode())
      if (auto* access = memory_.getMemoryAccess(earlier); llvm::isa_and_nonnull<llvm::MemoryDef>(access))
        return access;
    while (true) {
      if (llvm::MemoryPhi* phi = memory_.getMemoryAccess(block)) return phi;
      const llvm::DomTreeNode* dominator = dominators_.getNode(block)->getIDom();
      if (dominator == nullptr) return memory_.getLiveOnEntryDef();
      block = dominator->getBlock();
      if (const auto* defs = memory_.getBlockDefs(block))
        return const_cast<llvm::MemoryAccess*>(&defs->back());
    }
  }

  llvm::LoopInfo& loops_;
  llvm::DominatorTree& dominators_;
  llvm::MemorySSA& memory_;
  const TargetModel& model_;
  llvm::SmallVector<llvm::WeakTrackingVH> replaced_;  ///< deleted at the end: `memory_` refers to their loads
  bool changed_ = false;
};

}  // namespace

llvm::PreservedAnalyses BroadcastLoads::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  return unless_values_changed(Mover(function, analyses).run());
}

}  // namespace quadcl::compiler
