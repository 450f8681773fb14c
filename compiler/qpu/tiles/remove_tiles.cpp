// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/tiles/remove_tiles.h"
#include "compiler/qpu/analysis/lost_barriers.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <list>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/analysis/loop_form.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/qpu/analysis/pointer_sources.h"
#include "compiler/qpu/tiles/plain_conditions.h"
#include "compiler/qpu/tiles/tile_dimensions.h"
#include "compiler/qpu/tiles/writer_value.h"

namespace quadcl::compiler::qpu {
namespace {

/// One call for each id, size or offset and dimension, at the start: it is the same everywhere.
void join_calls(llvm::Function& kernel) {
  std::map<std::pair<const llvm::Function*, const llvm::Value*>, llvm::Instruction*> first;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    if (called_work_item_function(instruction) == nullptr && !global_id_dimension(instruction)) continue;
    auto& call = llvm::cast<llvm::CallInst>(instruction);
    if (!llvm::isa<llvm::ConstantInt>(call.getArgOperand(0))) continue;
    const auto [known, is_new] = first.try_emplace({call.getCalledFunction(), call.getArgOperand(0)}, &call);
    if (is_new) {
      call.moveBefore(kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
    } else {
      call.replaceAllUsesWith(known->second);
      call.eraseFromParent();
    }
  }
}

/// A store that fills an array.
struct Filling {
  llvm::StoreInst* store;
  PlaceInArray place;
  std::uint64_t bytes;
  TileDigits index;
};

/// One that may have written what a load reads.
struct Candidate {
  const Filling* filling;
  TileDigits::Writer writer;
};

/// An array in local memory, and all that happens to it.
class Tile {
 public:
  Tile(const KernelFacts& facts, llvm::Value& array)
      : facts_(facts), array_(array), barriers_(find_barriers(facts.kernel)) {}

  /// Whether all loads of it can be replaced.
  bool can_go() {
    if (!find_accesses(array_) || loads_.empty() || stores_.empty()) return false;
    for (llvm::StoreInst* store : stores_)
      if (!add_filling(*store)) return false;
    return llvm::all_of(loads_, [&](llvm::LoadInst* load) { return plan(*load); });
  }

  void remove() {
    for (std::list<WriterValue>& writers : planned_) WriterValue::replace_load(writers);
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
    fillings_.push_back({&store, *place, bytes, TileDigits(*place, bytes, is_digit, span_of)});
    return fillings_.back().index.is_certain();
  }

  /// Whether all that others store there, this one stores anew before the load.
  bool comes_last(const Filling& filling, llvm::ArrayRef<Candidate> others,
                  const llvm::LoadInst& load) const {
    const auto is_it = [&](const llvm::Instruction& instruction) { return &instruction == filling.store; };
    return is_always_gone(ways_to(facts_, *filling.store, load)) &&
           llvm::all_of(others, [&](const Candidate& other) {
             return other.filling == &filling || (other.filling->index == filling.index &&
                                                  !KernelFacts::leads(*other.filling->store, load, is_it));
           });
  }

  using AnswerFor = std::function<TileDigits::Answer(const Filling& filling, TileDigits::Writer& writer)>;
  std::optional<std::vector<Candidate>> candidates_by(const llvm::LoadInst& load,
                                                      const AnswerFor& answer_for) const {
    std::vector<Candidate> candidates;
    for (const Filling& filling : fillings_) {
      TileDigits::Writer writer;
      const auto answer = answer_for(filling, writer);
      if (answer == TileDigits::Answer::never) continue;
      const bool is_apart = !KernelFacts::leads(*filling.store, load, is_barrier) &&
                            !KernelFacts::leads(load, *filling.store, is_barrier);
      if (answer == TileDigits::Answer::unknown || !is_apart) return {};
      candidates.push_back({&filling, std::move(writer)});
    }
    return candidates;
  }

  /// The stores that may have written what a load reads, in the order in which a work-item executes them;
  /// none if that is not known. Of two, the later one wrote it if it wrote there at all: another work-item's
  /// store to the same element would be a race.
  std::vector<Candidate> writers_of(const llvm::LoadInst& load, const PlaceInArray& place,
                                    std::uint64_t bytes, const SpanOf& span_of) const {
    auto candidates = candidates_by(load, [&](const Filling& filling, TileDigits::Writer& writer) {
      return filling.index.writer_of(place, bytes, span_of, writer);
    });
    if (candidates)
      for (const Candidate& one : *candidates)
        if (candidates->size() == 1 || comes_last(*one.filling, *candidates, load)) return {one};
    const auto most = std::max_element(fillings_.begin(), fillings_.end(), [](const auto& a, const auto& b) {
      return a.index.digits().size() < b.index.digits().size();
    });
    const TileDimensions dimensions(array_, most->index.digits(), bytes, facts_.layout);
    candidates = candidates_by(load, [&](const Filling& filling, TileDigits::Writer& writer) {
      const SpanOf at_store = [&](llvm::Value& value) { return facts_.span_at(value, *filling.store); };
      return dimensions.writer_of(filling.index, {filling.place, filling.bytes, at_store},
                                  {place, bytes, span_of}, writer);
    });
    return candidates && sort_by_time(*candidates) ? std::move(*candidates) : std::vector<Candidate>{};
  }

  /// The barriers that come next, behind an instruction.
  llvm::SmallPtrSet<const llvm::Instruction*, 4> next_barriers(const llvm::Instruction& from) const {
    llvm::SmallPtrSet<const llvm::Instruction*, 4> next;
    for (const llvm::CallInst* barrier : barriers_) {
      const auto ends = [&](const llvm::Instruction& one) { return is_barrier(one) && &one != barrier; };
      if (KernelFacts::leads(from, *barrier, ends)) next.insert(barrier);
    }
    return next;
  }

  /// False if one may come both before and behind another one, or if a barrier is between them.
  bool sort_by_time(std::vector<Candidate>& candidates) const {
    const auto leads = [](const Candidate& a, const Candidate& b) {
      return KernelFacts::leads(*a.filling->store, *b.filling->store, is_barrier);
    };
    if (candidates.empty()) return true;
    const auto next = next_barriers(*candidates.front().filling->store);
    std::vector<Candidate> sorted;
    for (const Candidate& one : candidates) {
      if (next_barriers(*one.filling->store) != next) return false;
      const auto behind = llvm::find_if(sorted, [&](const Candidate& other) { return leads(one, other); });
      if (std::any_of(behind, sorted.end(), [&](const Candidate& other) { return leads(other, one); }))
        return false;
      sorted.insert(behind, one);
    }
    candidates = std::move(sorted);
    return true;
  }

  bool plan(llvm::LoadInst& load) {
    const auto place = place_in(array_, *load.getPointerOperand(), facts_.layout);
    if (!place) return false;
    const SpanOf span_of = [&](llvm::Value& value) { return facts_.span_at(value, load); };
    const std::uint64_t bytes = facts_.layout.getTypeStoreSize(load.getType());
    std::vector<Candidate> writers = writers_of(load, *place, bytes, span_of);
    if (writers.empty() || writers.size() > kMostWriters) return false;
    planned_.emplace_back();
    for (Candidate& writer : writers)
      if (!plan(std::move(writer), load)) return false;
    return planned_.back().size() == 1 ||
           llvm::none_of(planned_.back(), [](const WriterValue& one) { return one.decides_by_loads(); });
  }

  bool plan(Candidate&& writer, llvm::LoadInst& load) {
    const Filling& filling = *writer.filling;
    for (const auto& [value, factor] : filling.index.rest().terms)
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value))
        if (!facts_.stays_until(*instruction, load)) return false;
    const auto ways = ways_to(facts_, *filling.store, load);
    if (!ways) return false;
    std::list<WriterValue>& values = planned_.back();
    values.emplace_back(facts_, *filling.store, load, filling.index, std::move(writer.writer), *ways,
                        /*is_sure=*/values.empty());
    return values.back().is_known();
  }

  static constexpr std::size_t kMostWriters = 9;
  const KernelFacts& facts_;
  llvm::Value& array_;
  const std::vector<llvm::CallInst*> barriers_;
  std::vector<llvm::LoadInst*> loads_;
  std::vector<llvm::StoreInst*> stores_;
  std::list<Filling> fillings_;
  std::list<std::list<WriterValue>> planned_;  ///< for each load
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

/// Removes one array, if one can go.
bool remove_tile(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  const KernelFacts facts(kernel, analyses);
  for (llvm::Value* array : arrays_of(kernel))
    if (Tile tile(facts, *array); tile.can_go()) {
      tile.remove();
      return true;
    }
  return false;
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
  join_calls(kernel);
  bool removed = false;
  for (const bool sinks : {false, true}) {
    if (arrays_of(kernel).empty()) break;
    // Of two stores to one place, one on each way, it makes one. Of two to different places, too, however.
    llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions().sinkCommonInsts(sinks)).run(kernel, analyses);
    llvm::LowerSwitchPass().run(kernel, analyses);
    make_conditions_plain(kernel);
    while (remove_tile(kernel, analyses)) removed = true;
  }
  const std::vector<llvm::CallInst*> barriers = find_barriers(kernel);
  if (removed) kernel.addFnAttr(kLostBarriers);
  if (removed && !uses_local_memory(kernel) && !orders_accesses(kernel, barriers))
    for (llvm::CallInst* barrier : barriers) barrier->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace quadcl::compiler::qpu
