// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/flatten_branches.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <string>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/numbers_at_hand.h"
#include "compiler/qpu/analysis/row_divergence.h"
#include "compiler/qpu/prepare/way_back.h"

namespace quadcl::compiler::qpu {
namespace {

using namespace llvm::PatternMatch;

using BlockList = std::vector<llvm::BasicBlock*>;

bool is_local_access(const llvm::Instruction& instruction) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
  return pointer != nullptr && is_local_pointer(*pointer);
}

bool is_global_store(const llvm::Instruction& instruction) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  return store != nullptr && store->isSimple() && store->getPointerAddressSpace() == kGlobalAddressSpace;
}

/// Lanes where one or the other holds.
llvm::Value* disjunction(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
  llvm::Value* more = nullptr;
  if (match(b, m_c_And(m_Not(m_Specific(a)), m_Value(more)))) return builder.CreateOr(a, more);
  if (match(a, m_c_And(m_Not(m_Specific(b)), m_Value(more)))) return builder.CreateOr(b, more);
  return builder.CreateOr(a, b);
}

/// Lanes where both hold. Neither of two: then the lanes that go the other way are known, too.
llvm::Value* conjunction(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
  llvm::Value *not_a = nullptr, *not_b = nullptr;
  if (match(a, m_Not(m_Value(not_a))) && match(b, m_Not(m_Value(not_b))))
    return builder.CreateNot(disjunction(builder, not_a, not_b));
  return builder.CreateAnd(a, b);
}

llvm::Value* choice(llvm::IRBuilder<>& builder, llvm::Value* condition, llvm::Value* yes, llvm::Value* no) {
  if (llvm::Value* other = nullptr; match(condition, m_Not(m_Value(other))))
    return builder.CreateSelect(other, no, yes);
  return builder.CreateSelect(condition, yes, no);
}

/// Makes one block of several: the first one is the only way in, the last one the only way out.
class Flattener {
 public:
  /// `order`: each block before those that it goes to, but for a loop's way back. `stores_if`: stores may be
  /// on a way, too.
  Flattener(BlockList order, FlattenLimits limits, bool stores_if = false)
      : limits_(limits),
        stores_if_(stores_if),
        forms_(order.front()->getModule()->getDataLayout()),
        order_(std::move(order)) {}

  bool run() {
    if (order_.size() < 2 || !is_cheap()) return false;
    for (llvm::BasicBlock* block : order_) note(*block);
    for (llvm::BasicBlock* block : order_) append(*block);
    llvm::BasicBlock &all = *order_.front(), &last = *order_.back();
    last.getTerminator()->moveBefore(all, all.end());
    all.replaceSuccessorsPhiUsesWith(&last, &all);
    for (llvm::BasicBlock* block : llvm::drop_begin(order_)) block->eraseFromParent();
    for (const auto& [store, mask] : stores_)
      store->moveBefore(llvm::SplitBlockAndInsertIfThen(mask, store, false));
    return true;
  }

 private:
  using Blocks = llvm::DenseSet<const llvm::BasicBlock*>;

  /// How a block ends, and from where control comes to it.
  struct Ways {
    llvm::WeakTrackingVH condition;  ///< may be a phi, which becomes a choice
    llvm::BasicBlock* if_true = nullptr;
    llvm::SetVector<llvm::BasicBlock*> from;
    bool is_always_passed = false;
  };

  /// Whether every way from the first block to the last one goes through some of these blocks.
  bool are_passed(const Blocks& blocks) const {
    Worklist<const llvm::BasicBlock*> open(order_.front());
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.take();
      if (blocks.contains(block)) continue;
      if (block == order_.back()) return false;
      open.add_all(llvm::successors(block));
    }
    return true;
  }

  /// Whether all lanes load from there anyway, in one block or another.
  bool is_always_loaded(const llvm::LoadInst& load) {
    Blocks blocks;
    for (const llvm::BasicBlock* block : order_) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* other = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (other != nullptr && other->getType() == load.getType() &&
            forms_.distance(*other->getPointerOperand(), *load.getPointerOperand()) == 0)
          blocks.insert(block);
      }
    }
    return are_passed(blocks);
  }

  /// Whether there are no loops among the blocks, the last one is the only end, what changes memory is on all
  /// ways, and the rest is little.
  bool is_cheap() {
    llvm::DenseMap<const llvm::BasicBlock*, std::size_t> places;
    for (const llvm::BasicBlock* block : order_) places.try_emplace(block, places.size());
    std::size_t operations = 0;
    for (const llvm::BasicBlock* block : order_) {
      const bool goes_on = llvm::all_of(llvm::successors(block), [&](const llvm::BasicBlock* next) {
        const auto place = places.find(next);
        return place != places.end() && place->second > places.at(block);
      });
      if (block != order_.back() && (!goes_on || !llvm::isa<llvm::BranchInst>(block->getTerminator())))
        return false;
      if (are_passed({block})) continue;
      operations += block->size();
      if (operations > limits_.operations) return false;
      for (const llvm::Instruction& instruction : *block)
        if (!may_run(instruction) || masked_.size() > limits_.loads) return false;
    }
    return true;
  }

  /// Whether lanes may execute it that would not come there. Notes loads that they then must not make.
  bool may_run(const llvm::Instruction& instruction) {
    if (stores_if_ && (is_local_access(instruction) || is_global_store(instruction))) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      const unsigned space = load->getPointerAddressSpace();
      if (!load->isSimple() || (space != kGlobalAddressSpace && space != kConstantAddressSpace)) return false;
      if (!is_always_loaded(*load)) masked_.insert(load);
      return true;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call))
      return call->hasFnAttr(llvm::Attribute::Speculatable) || (stores_if_ && asks_for_number(*call));
    return !instruction.mayReadOrWriteMemory();
  }

  void note(llvm::BasicBlock& block) {
    Ways& ways = ways_[&block];
    ways.is_always_passed = are_passed({&block});
    for (llvm::BasicBlock* from : llvm::predecessors(&block)) ways.from.insert(from);
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return;
    ways.condition = branch->getCondition();
    ways.if_true = branch->getSuccessor(0);
  }

  /// Which lanes go from one block to the other; null: all.
  llvm::Value* edge(llvm::IRBuilder<>& builder, llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    const Ways& ways = ways_[&from];
    llvm::Value* here = masks_.lookup(&from);
    if (ways.condition == nullptr) return here;
    llvm::Value* condition = ways.condition;
    if (ways.if_true != &to) condition = builder.CreateNot(condition);
    return here == nullptr ? condition : conjunction(builder, here, condition);
  }

  /// Moves the instructions of a block to the end of the first one.
  void append(llvm::BasicBlock& block) {
    llvm::BasicBlock& all = *order_.front();
    if (&block == &all) {
      all.getTerminator()->eraseFromParent();
      return;
    }
    llvm::IRBuilder<> builder(&all);
    std::vector<std::pair<llvm::BasicBlock*, llvm::Value*>> edges;
    for (llvm::BasicBlock* from : ways_[&block].from) edges.emplace_back(from, edge(builder, *from, block));
    llvm::Value* mask = edges.front().second;
    for (std::size_t i = 1; i < edges.size() && !ways_[&block].is_always_passed; ++i)
      mask = disjunction(builder, mask, edges[i].second);
    masks_[&block] = ways_[&block].is_always_passed ? nullptr : mask;
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&block.front())) {
      llvm::Value* value = phi->getIncomingValueForBlock(edges.front().first);
      for (std::size_t i = 1; i < edges.size(); ++i)
        value = choice(builder, edges[i].second, phi->getIncomingValueForBlock(edges[i].first), value);
      phi->replaceAllUsesWith(value);
      phi->eraseFromParent();
    }
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load != nullptr && masked_.contains(load)) mask_load(*load, *masks_[&block]);
      if (masks_[&block] != nullptr) make_speculative(instruction, *masks_[&block]);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store == nullptr || !stores_if_ || masks_[&block] == nullptr) continue;
      if (is_local_access(*store))
        make_store_if(*store, *masks_[&block]);
      else
        stores_.emplace_back(store, masks_[&block]);
    }
    all.splice(all.end(), &block, block.begin(), block.getTerminator()->getIterator());
  }

  static void mask_load(llvm::LoadInst& load, llvm::Value& mask) {
    llvm::IRBuilder<> builder(&load);
    llvm::Module& module = *load.getModule();
    const std::string name = kNowhereFunction + std::to_string(load.getPointerAddressSpace());
    const auto nowhere = module.getOrInsertFunction(name, load.getPointerOperandType());
    llvm::CallInst* call = builder.CreateCall(nowhere);
    call->setDoesNotAccessMemory();
    load.setOperand(0, choice(builder, &mask, load.getPointerOperand(), call));
  }

  /// What was promised of lanes that come there does not hold for the others. To LLVM's passes, what divides
  /// by zero is not reached, so that conditions would seem to hold that do not.
  static void make_speculative(llvm::Instruction& instruction, llvm::Value& mask) {
    instruction.dropPoisonGeneratingAnnotations();
    instruction.dropUBImplyingAttrsAndMetadata();
    if (!instruction.isIntDivRem() || llvm::isSafeToSpeculativelyExecute(&instruction)) return;
    llvm::Value* divisor = instruction.getOperand(1);
    instruction.setOperand(1,
                           llvm::IRBuilder<>(&instruction)
                               .CreateSelect(&mask, divisor, llvm::ConstantInt::get(divisor->getType(), 1)));
  }

  static void make_store_if(llvm::StoreInst& store, llvm::Value& mask) {
    llvm::IRBuilder<> builder(&store);
    llvm::Value* word = store.getValueOperand();
    if (word->getType()->isFloatTy()) word = builder.CreateBitCast(word, builder.getInt32Ty());
    llvm::Value* pointer = store.getPointerOperand();
    const auto function = store.getModule()->getOrInsertFunction(
        kStoreIfFunction, builder.getVoidTy(), builder.getInt32Ty(), pointer->getType(), builder.getInt1Ty());
    builder.CreateCall(function, {word, pointer, &mask});
    store.eraseFromParent();
  }

  const FlattenLimits limits_;
  const bool stores_if_;
  std::vector<std::pair<llvm::StoreInst*, llvm::Value*>> stores_;  ///< to buffers, which keep their branch
  AddressForms forms_;
  const BlockList order_;
  llvm::DenseSet<const llvm::LoadInst*> masked_;
  llvm::DenseMap<const llvm::BasicBlock*, Ways> ways_;
  llvm::DenseMap<const llvm::BasicBlock*, llvm::WeakTrackingVH> masks_;  ///< lanes that come there; null: all
};

/// What lies between a branch and the block where its ways meet, if nothing else leads there.
bool flatten_between(llvm::BasicBlock& first, llvm::BasicBlock& last, FlattenLimits limits,
                     bool stores_if = true) {
  Worklist<const llvm::BasicBlock*> open(&first);
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.take();
    if (block != &last) open.add_all(llvm::successors(block));
  }
  const auto& between = open.seen();
  BlockList order;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(first.getParent()))
    if (between.contains(block)) order.push_back(block);
  const bool is_closed = order.front() == &first && order.back() == &last &&
                         llvm::all_of(llvm::drop_begin(order), [&](llvm::BasicBlock* block) {
                           return llvm::all_of(llvm::predecessors(block), [&](const llvm::BasicBlock* from) {
                             return between.contains(from);
                           });
                         });
  return is_closed && Flattener(order, limits, stores_if).run();
}

bool is_local_store(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::StoreInst>(instruction) && is_local_access(instruction);
}

/// Blocks with stores to local memory to which not all ways lead, in an order of the control flow.
std::vector<llvm::BasicBlock*> stores_on_ways(llvm::Function& function, llvm::PostDominatorTree& ends) {
  std::vector<llvm::BasicBlock*> result;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function))
    if (llvm::any_of(*block, is_local_store) && !ends.dominates(block, &function.getEntryBlock()))
      result.push_back(block);
  return result;
}

/// Blocks with a branch on which it depends whether a block is reached, from the inside to the outside.
std::vector<llvm::BasicBlock*> branches_around(llvm::BasicBlock& block, const llvm::DominatorTree& dominators,
                                               const llvm::PostDominatorTree& ends) {
  std::vector<llvm::BasicBlock*> result;
  llvm::BasicBlock& entry = block.getParent()->getEntryBlock();
  for (auto* node = dominators.getNode(&block)->getIDom(); node != nullptr; node = node->getIDom()) {
    if (node->getBlock()->getSingleSuccessor() == nullptr) result.push_back(node->getBlock());
    if (ends.dominates(node->getBlock(), &entry)) break;
  }
  return result;
}

/// Null if nowhere.
llvm::BasicBlock* where_ways_meet(llvm::BasicBlock& branch, const llvm::PostDominatorTree& ends) {
  const auto* node = ends.getNode(&branch);
  return node != nullptr && node->getIDom() != nullptr ? node->getIDom()->getBlock() : nullptr;
}

bool flatten_from(llvm::BasicBlock& branch, const llvm::PostDominatorTree& ends, FlattenLimits limits) {
  llvm::BasicBlock* last = where_ways_meet(branch, ends);
  return last != nullptr && flatten_between(branch, *last, limits);
}

/// From the outermost branches on, which lie one behind the other.
void flatten_widest(llvm::Function& function, FlattenLimits limits) {
  llvm::DominatorTree dominators(function);
  llvm::PostDominatorTree ends(function);
  llvm::SetVector<llvm::BasicBlock*> branches;
  for (llvm::BasicBlock* block : stores_on_ways(function, ends))
    if (const auto around = branches_around(*block, dominators, ends); !around.empty())
      branches.insert(around.back());
  std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> regions;
  for (llvm::BasicBlock* branch : branches) regions.emplace_back(branch, where_ways_meet(*branch, ends));
  for (const auto& [first, last] : llvm::reverse(regions))
    if (last != nullptr) flatten_between(*first, *last, limits);
}

/// Whether nothing remains to be done.
enum class Progress : std::uint8_t { done, some, none };

/// One region, the widest that can be.
Progress flatten_narrower(llvm::Function& function, FlattenLimits limits) {
  const llvm::DominatorTree dominators(function);
  llvm::PostDominatorTree ends(function);
  const std::vector<llvm::BasicBlock*> blocks = stores_on_ways(function, ends);
  if (blocks.empty()) return Progress::done;
  for (llvm::BasicBlock* block : blocks)
    for (llvm::BasicBlock* branch : llvm::reverse(branches_around(*block, dominators, ends)))
      if (flatten_from(*branch, ends, limits)) return Progress::some;
  return Progress::none;
}

/// What both ways computed is the same now.
void drop_doubles(llvm::Function& function) {
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  llvm::EarlyCSEPass().run(function, analyses);
}

/// The blocks of a loop from its header to the only block that leaves it and goes back; empty if there is no
/// such block.
BlockList blocks_of(llvm::Loop& loop, const BlockList& order) {
  const llvm::BasicBlock *latch = loop.getLoopLatch(), *end = join_way_back(loop);
  if (end == nullptr) return {};
  BlockList result;
  llvm::copy_if(order, std::back_inserter(result), [&](const llvm::BasicBlock* block) {
    return loop.contains(block) && (block == end || block != latch);
  });
  return result.back() == end ? result : BlockList();
}

BlockList in_order(llvm::Function& function) {
  BlockList order;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&function)) order.push_back(block);
  return order;
}

}  // namespace

bool flatten_branches(llvm::Function& function, FlattenLimits limits) {
  const BlockList order = in_order(function);
  if (!llvm::isa<llvm::ReturnInst>(order.back()->getTerminator()) || order.size() != function.size() ||
      !Flattener(order, limits).run())
    return false;
  drop_doubles(function);
  return true;
}

bool flatten_loops(llvm::Function& function, Among among, FlattenLimits limits) {
  const BlockList order = in_order(function);
  const RowDivergence divergence = find_row_divergence(function, among);
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost()) continue;
    const BlockList blocks = blocks_of(*loop, order);
    const bool part = llvm::any_of(blocks, [&](auto* block) { return divergence.parting.contains(block); });
    changed |= part && Flattener(blocks, limits).run();
  }
  if (!changed) return false;
  llvm::EliminateUnreachableBlocks(function);
  llvm::SplitAllCriticalEdges(function);
  drop_doubles(function);
  return true;
}

namespace {

bool flatten_one_choice(llvm::Function& function, FlattenLimits limits) {
  llvm::PostDominatorTree ends(function);
  return llvm::any_of(in_order(function), [&](llvm::BasicBlock* branch) {
    llvm::BasicBlock* last = where_ways_meet(*branch, ends);
    return branch->getSingleSuccessor() == nullptr && last != nullptr &&
           flatten_between(*branch, *last, limits, false);
  });
}

}  // namespace

bool flatten_choices(llvm::Function& function, FlattenLimits limits) {
  bool changed = false;
  while (flatten_one_choice(function, limits)) changed = true;
  if (changed) drop_doubles(function);
  return changed;
}

bool flatten_local_stores(llvm::Function& function, FlattenLimits limits) {
  flatten_widest(function, limits);
  Progress progress = Progress::some;
  while (progress == Progress::some) progress = flatten_narrower(function, limits);
  return progress == Progress::done;
}

}  // namespace quadcl::compiler::qpu
