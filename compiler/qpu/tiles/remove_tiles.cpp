// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/remove_tiles.h"
#include "compiler/qpu/analysis/lost_barriers.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>

#include <list>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/loop_form.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/tiles/writer_value.h"

namespace quadcl::compiler::qpu {
namespace {

/// One call for each id and dimension, at the start.
void join_ids(llvm::Function& kernel) {
  std::map<std::pair<bool, unsigned>, llvm::Instruction*> first;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    const auto local = local_id_dimension(instruction), global = global_id_dimension(instruction);
    if (!local && !global) continue;
    const auto [known, is_new] =
        first.try_emplace({global.has_value(), local ? *local : *global}, &instruction);
    if (is_new) {
      instruction.moveBefore(kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
    } else {
      instruction.replaceAllUsesWith(known->second);
      instruction.eraseFromParent();
    }
  }
}

/// A store that fills an array.
struct Filling {
  llvm::StoreInst* store;
  TileIndex index;
};

/// An array in local memory, and all that happens to it.
class Tile {
 public:
  Tile(const KernelFacts& facts, llvm::Value& array) : facts_(facts), array_(array) {}

  /// Whether all loads of it can be replaced.
  bool can_go() {
    if (!find_accesses(array_) || loads_.empty() || stores_.empty()) return false;
    for (llvm::StoreInst* store : stores_)
      if (!add_filling(*store)) return false;
    return llvm::all_of(loads_, [&](llvm::LoadInst* load) { return plan(*load); });
  }

  void remove() {
    for (WriterValue& value : planned_) value.replace_load();
    for (llvm::StoreInst* store : stores_) {
      llvm::Value* pointer = store->getPointerOperand();
      store->eraseFromParent();
      llvm::RecursivelyDeleteTriviallyDeadInstructions(pointer);
    }
  }

 private:
  bool find_accesses(llvm::Value& pointer) {
    for (llvm::User* user : pointer.users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (!load->isSimple()) return false;
        loads_.push_back(load);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (!store->isSimple() || store->getValueOperand() == &pointer) return false;
        stores_.push_back(store);
      } else if (llvm::isa<llvm::GEPOperator>(user)) {
        if (!find_accesses(*user)) return false;
      } else if (!user->use_empty() || llvm::isa<llvm::Instruction>(user)) {
        return false;
      }
    }
    return true;
  }

  /// Loops that a work-item runs alone.
  bool is_in_loop_without_barrier(const llvm::Instruction& instruction, const llvm::StoreInst& store) const {
    for (const llvm::Loop* loop = facts_.loops.getLoopFor(instruction.getParent()); loop != nullptr;
         loop = loop->getParentLoop())
      if (loop->contains(&store) && !has_barrier(*loop)) return true;
    return false;
  }

  bool add_filling(llvm::StoreInst& store) {
    const auto place = place_in(array_, *store.getPointerOperand(), facts_.layout);
    if (!place) return false;
    const auto is_digit = [&](llvm::Value& value) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
      return instruction != nullptr &&
             (facts_.varies(value) || is_in_loop_without_barrier(*instruction, store));
    };
    const auto span_of = [&](llvm::Value& value) { return facts_.span_at(value, store); };
    const std::uint64_t bytes = facts_.layout.getTypeStoreSize(store.getValueOperand()->getType());
    fillings_.push_back({&store, TileIndex(*place, bytes, is_digit, span_of)});
    return fillings_.back().index.is_certain();
  }

  /// Whether a block is only reached from another one, except from what it leads to itself.
  bool is_entered_from(const llvm::BasicBlock& block, const llvm::BasicBlock& before) const {
    return llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* one) {
      return one == &before || facts_.dominators.dominates(&block, one);
    });
  }

  /// The conditions of the branches that lead to a store from the last point that leads to the load, too.
  /// Empty if that is not all that decides whether the store is executed.
  std::optional<std::vector<Condition>> conditions_of(const llvm::StoreInst& store,
                                                      const llvm::LoadInst& load) const {
    std::vector<Condition> conditions;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> parting;  // that the conditions are about
    const llvm::DominatorTree& dominators = facts_.dominators;
    const llvm::BasicBlock* block = store.getParent();
    while (!dominators.dominates(block, load.getParent())) {
      const llvm::BasicBlock* before = dominators.getNode(block)->getIDom()->getBlock();
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
      if (is_entered_from(*block, *before) && branch != nullptr) {
        if (branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
          conditions.insert(conditions.begin(), {branch->getCondition(), branch->getSuccessor(0) == block});
          parting.insert(before);
        }
      } else if (!facts_.post_dominators.dominates(block, before)) {
        return {};
      }
      block = before;
    }
    if (block == load.getParent() && (block != store.getParent() || !dominators.dominates(&store, &load)))
      return {};
    if (block != store.getParent() && leads_around(*block, store, load, parting)) return {};
    return conditions;
  }

  /// Whether a path leads from the end of a block to the load, not over the store, though all conditions
  /// hold.
  bool leads_around(const llvm::BasicBlock& start, const llvm::StoreInst& store, const llvm::LoadInst& load,
                    const llvm::SmallPtrSetImpl<const llvm::BasicBlock*>& parting) const {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::BasicBlock*> open{&start};
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        const bool is_chosen =
            !parting.contains(block) || facts_.dominators.dominates(next, store.getParent());
        if (!is_chosen || next == store.getParent() || !seen.insert(next).second) continue;
        if (next == load.getParent()) return true;
        open.push_back(next);
      }
    }
    return false;
  }

  /// Whether all that others store there, this one stores anew before the load.
  bool comes_last(const Filling& filling, llvm::ArrayRef<Filling*> others, const llvm::LoadInst& load) {
    const auto conditions = conditions_of(*filling.store, load);
    const auto is_it = [&](const llvm::Instruction& instruction) { return &instruction == filling.store; };
    return conditions && conditions->empty() && llvm::all_of(others, [&](const Filling* other) {
             return other == &filling ||
                    (other->index == filling.index && !KernelFacts::leads(*other->store, load, is_it));
           });
  }

  bool plan(llvm::LoadInst& load) {
    const auto place = place_in(array_, *load.getPointerOperand(), facts_.layout);
    if (!place) return false;
    const std::uint64_t bytes = facts_.layout.getTypeStoreSize(load.getType());
    const auto span_of = [&](llvm::Value& value) { return facts_.span_at(value, load); };
    std::vector<Filling*> candidates;
    TileIndex::Writer writer;
    for (Filling& filling : fillings_) {
      TileIndex::Writer found;
      const auto answer = filling.index.writer_of(*place, bytes, span_of, found);
      if (answer == TileIndex::Answer::unknown) return false;
      if (answer == TileIndex::Answer::never) continue;
      candidates.push_back(&filling);
      writer = std::move(found);
    }
    const auto last = llvm::find_if(candidates, [&](Filling* filling) {
      return candidates.size() == 1 || comes_last(*filling, candidates, load);
    });
    if (last == candidates.end()) return false;
    const Filling& filling = **last;
    if (llvm::any_of(candidates, [&](const Filling* one) {
          return KernelFacts::leads(*one->store, load, is_barrier) ||
                 KernelFacts::leads(load, *one->store, is_barrier);
        }))
      return false;
    for (const auto& [value, factor] : filling.index.rest().terms)
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value))
        if (!facts_.stays_until(*instruction, load)) return false;
    const auto conditions = conditions_of(*filling.store, load);
    if (!conditions) return false;
    planned_.emplace_back(facts_, *filling.store, load, filling.index, std::move(writer), *conditions);
    return planned_.back().is_known();
  }

  const KernelFacts& facts_;
  llvm::Value& array_;
  std::vector<llvm::LoadInst*> loads_;
  std::vector<llvm::StoreInst*> stores_;
  std::list<Filling> fillings_;
  std::list<WriterValue> planned_;
};

/// Arrays in local memory that the kernel uses.
llvm::SetVector<llvm::Value*> arrays_of(llvm::Function& kernel) {
  llvm::SetVector<llvm::Value*> arrays;
  for (llvm::Argument& argument : kernel.args())
    if (is_local_pointer(argument) && !argument.use_empty()) arrays.insert(&argument);
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    for (llvm::Value* operand : instruction.operands())
      if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripInBoundsOffsets());
          variable != nullptr && is_local_pointer(*variable))
        arrays.insert(variable);
  return arrays;
}

bool uses_local_memory(const llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
    return is_local_pointer(instruction) ||
           llvm::any_of(instruction.operands(),
                        [](const llvm::Use& operand) { return is_local_pointer(*operand); });
  });
}

/// Accesses of memory that all see.
struct Access {
  llvm::Instruction* instruction;
  llvm::SmallVector<const llvm::Value*, 4> objects;
  bool stores;
};

std::vector<Access> accesses_of(llvm::Function& kernel) {
  std::vector<Access> accesses;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const llvm::Value* pointer = accessed_pointer(instruction);
    if (pointer == nullptr || pointer->getType()->getPointerAddressSpace() == 0) continue;
    accesses.push_back({&instruction, objects_of(*pointer), !llvm::isa<llvm::LoadInst>(instruction)});
  }
  return accesses;
}

/// Whether one work-item may find behind a barrier what another one stored before it, or the other way round.
bool orders_accesses(llvm::Function& kernel, const std::vector<llvm::CallInst*>& barriers) {
  const std::vector<Access> accesses = accesses_of(kernel);
  const llvm::DominatorTree dominators(kernel);
  const auto is_argument = [](const llvm::Value* object) { return llvm::isa<llvm::Argument>(object); };
  const auto share_object = [&](const Access& a, const Access& b) {
    return !llvm::all_of(a.objects, is_argument) || !llvm::all_of(b.objects, is_argument) ||
           llvm::any_of(a.objects, [&](const auto* object) { return llvm::is_contained(b.objects, object); });
  };
  return llvm::any_of(barriers, [&](llvm::CallInst* barrier) {
    std::vector<const Access*> before, behind;
    for (const Access& access : accesses) {
      if (llvm::isPotentiallyReachable(access.instruction, barrier, nullptr, &dominators))
        before.push_back(&access);
      if (llvm::isPotentiallyReachable(barrier, access.instruction, nullptr, &dominators))
        behind.push_back(&access);
    }
    return llvm::any_of(before, [&](const Access* one) {
      return llvm::any_of(behind, [&](const Access* other) {
        return (one->stores || other->stores) && share_object(*one, *other);
      });
    });
  });
}

}  // namespace

llvm::PreservedAnalyses RemoveTiles::run(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (arrays_of(kernel).empty() || find_barriers(kernel).empty()) return llvm::PreservedAnalyses::all();
  // Of two stores to one place, one on each way, it makes one.
  llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().sinkCommonInsts(true)).run(kernel, analyses);
  join_ids(kernel);
  bool removed = false;
  for (bool again = true; again;) {
    again = false;
    analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
    const KernelFacts facts(kernel, analyses);
    for (llvm::Value* array : arrays_of(kernel)) {
      Tile tile(facts, *array);
      if (!tile.can_go()) continue;
      tile.remove();
      removed = again = true;
      break;
    }
  }
  const std::vector<llvm::CallInst*> barriers = find_barriers(kernel);
  if (removed) kernel.addFnAttr(kLostBarriers);
  if (removed && !uses_local_memory(kernel) && !orders_accesses(kernel, barriers))
    for (llvm::CallInst* barrier : barriers) barrier->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler::qpu
