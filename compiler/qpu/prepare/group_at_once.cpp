// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/group_at_once.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <map>
#include <memory>
#include <set>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/required_size.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/qpu/analysis/chip.h"
#include "compiler/qpu/analysis/id_calls.h"
#include "compiler/qpu/prepare/flatten_branches.h"
#include "compiler/qpu/prepare/guarded_stores.h"
#include "compiler/qpu/prepare/lane_moves.h"
#include "compiler/qpu/prepare/peel_group_loops.h"
#include "compiler/qpu/prepare/recompute_far_values.h"
#include "compiler/qpu/prepare/sink_to_users.h"
#include "compiler/qpu/prepare/split_uniform_edges.h"
#include "compiler/qpu/prepare/step_rows.h"
#include "compiler/qpu/tiles/kernel_facts.h"
#include "compiler/qpu/tiles/linear_sum.h"
#include "compiler/qpu/tiles/tile_digits.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr const char* kAtOnce = "quadcl-group-at-once";
constexpr std::uint64_t kMostRows = 16, kMostRowsOfArrays = 36;  ///< there are 64 registers
/// Of all rows, before and after what is known is folded.
constexpr std::size_t kMostInstructionsOfGroup = 25'000, kMostInstructionsLeft = 12'000;
/// Of what only some lanes need.
constexpr FlattenLimits kLimits{.operations = 2000, .loads = 48};

/// An access of local memory: the word of an array that each lane takes; -1 for any.
struct ArrayAccess {
  llvm::Instruction* instruction;
  llvm::GlobalVariable* array;
  std::array<std::int64_t, kLanes> words;
};

bool is_store_if(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == kStoreIfFunction;
}

/// The pointer of an access to local memory; null for all else.
llvm::Value* local_pointer(llvm::Instruction& instruction) {
  llvm::Value* pointer =
      is_store_if(instruction) ? instruction.getOperand(1) : llvm::getLoadStorePointerOperand(&instruction);
  return pointer != nullptr && is_local_pointer(*pointer) ? pointer : nullptr;
}

bool touches_local_memory(const llvm::Instruction& instruction) {
  return local_pointer(const_cast<llvm::Instruction&>(instruction)) != nullptr;
}

/// Words of local memory become values: rows of 16 words, of which each lane has one.
class LocalRows {
 public:
  LocalRows(llvm::Function& kernel, llvm::Value& lane)
      : kernel_(kernel),
        layout_(kernel.getParent()->getDataLayout()),
        numbers_(layout_, true),
        moves_(kernel, lane) {}

  /// Whether all places are known. All stores are in blocks to which all ways lead, and in no loops.
  bool are_known() {
    std::uint64_t rows = 0;
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&kernel_))
      for (llvm::Instruction& instruction : *block) {
        llvm::Value* pointer = local_pointer(instruction);
        if (pointer != nullptr && !add(instruction, *pointer)) return false;
        if (pointer == nullptr && uses_local_otherwise(instruction)) return false;
      }
    for (const auto& [array, words] : rows_) rows += words.size();
    return rows <= kMostRowsOfArrays;
  }

  void replace() {
    for (const ArrayAccess& access : accesses_) {
      llvm::IRBuilder<> builder(access.instruction);
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access.instruction)) {
        llvm::Value* word = loaded(access);
        load->replaceAllUsesWith(builder.CreateBitCast(word, load->getType()));
      } else {
        store(access, builder);
      }
    }
    for (const ArrayAccess& access : llvm::reverse(accesses_)) access.instruction->eraseFromParent();
    moves_.write_out();
  }

 private:
  static bool uses_local_otherwise(const llvm::Instruction& instruction) {
    return !llvm::isa<llvm::GetElementPtrInst>(instruction) &&
           llvm::any_of(instruction.operands(),
                        [](const llvm::Use& operand) { return is_local_pointer(*operand); });
  }

  bool add(llvm::Instruction& instruction, llvm::Value& pointer) {
    auto* array = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&pointer, 0));
    const llvm::Type* type = is_store_if(instruction) ? instruction.getOperand(0)->getType()
                                                      : llvm::getLoadStoreType(&instruction);
    if (array == nullptr || type->isVectorTy() || type->getPrimitiveSizeInBits() != 32) return false;
    if (instruction.isVolatile() || instruction.isAtomic()) return false;
    auto place = place_in(*array, pointer, layout_);
    ArrayAccess access{&instruction, array, {}};
    if (!place || !find_words(*place, access)) return false;
    accesses_.push_back(access);
    const std::uint64_t bytes = layout_.getTypeAllocSize(array->getValueType());
    rows_[array].resize((bytes + kRowBytes - 1) / kRowBytes);
    return llvm::isa<llvm::LoadInst>(instruction) || has_own_places(access);
  }

  std::optional<std::array<std::int64_t, kLanes>> lanes_of(const LinearSum& sum) {
    std::array<std::int64_t, kLanes> result;
    result.fill(sum.constant);
    for (const auto& [value, factor] : sum.terms) {
      const LaneConstants constants = numbers_.of(*value);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constants[lane]);
        if (number == nullptr) return {};
        result[lane] += factor * static_cast<std::int64_t>(number->getValue().sextOrTrunc(64).getSExtValue());
      }
    }
    for (std::int64_t& number : result) number = static_cast<std::int32_t>(number);
    return result;
  }

  /// A place outside of the array, or of a row of it, is one that no lane needs.
  bool find_words(const PlaceInArray& place, ArrayAccess& access) {
    const auto bytes = lanes_of(place.bytes);
    const auto size = static_cast<std::int64_t>(layout_.getTypeAllocSize(access.array->getValueType()));
    if (!bytes) return false;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const std::int64_t byte = (*bytes)[lane];
      if (byte % 4 != 0) return false;
      access.words[lane] = byte < 0 || byte >= size ? -1 : byte / 4;
    }
    if (!llvm::isa<llvm::LoadInst>(access.instruction)) return true;
    for (const ArrayIndex& index : place.indices)
      if (const auto numbers = lanes_of(index.index))
        for (unsigned lane = 0; lane < kLanes; ++lane)
          if ((*numbers)[lane] < 0 || (*numbers)[lane] >= index.elements) access.words[lane] = -1;
    return true;
  }

  llvm::Value* condition_of(const ArrayAccess& access) const {
    return is_store_if(*access.instruction) ? access.instruction->getOperand(2) : nullptr;
  }

  /// Lanes that may store, and whether all of these do.
  std::pair<std::uint32_t, bool> lanes_that_store(const ArrayAccess& access) {
    llvm::Value* condition = condition_of(access);
    const LaneConstants constants = condition != nullptr ? numbers_.of(*condition) : LaneConstants{};
    std::uint32_t lanes = 0;
    bool is_known = true;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (access.words[lane] < 0 || (constants[lane] != nullptr && constants[lane]->isNullValue())) continue;
      lanes |= 1U << lane;
      is_known = is_known && (condition == nullptr || constants[lane] != nullptr);
    }
    return {lanes, is_known};
  }

  /// Whether lanes store to places of their own, or it is known which of them do.
  bool has_own_places(const ArrayAccess& access) {
    const auto [lanes, is_known] = lanes_that_store(access);
    std::set<std::int64_t> places;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((lanes >> lane & 1) != 0 && !places.insert(access.words[lane]).second && !is_known) return false;
    return true;
  }

  llvm::Value* loaded(const ArrayAccess& access) {
    LaneSources sources{};
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (const std::int64_t word = access.words[lane]; word >= 0)
        sources[lane] = {rows_[access.array][static_cast<std::size_t>(word) / kLanes],
                         static_cast<unsigned>(word % kLanes)};
    return moves_.collected(sources, *access.instruction);
  }

  void store(const ArrayAccess& access, llvm::IRBuilder<>& builder) {
    const auto [lanes, is_known] = lanes_that_store(access);
    llvm::Value* value = access.instruction->getOperand(0);
    if (value->getType()->isFloatTy()) value = builder.CreateBitCast(value, builder.getInt32Ty());
    std::map<std::size_t, LaneTable> tables;  // of rows of the array
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const auto word = static_cast<std::size_t>(access.words[lane]);
      const auto [table, is_new] = tables.try_emplace(word / kLanes);
      if (is_new) table->second.fill(-1);
      table->second[word % kLanes] = static_cast<std::int8_t>(lane);
    }
    for (const auto& [row, table] : tables) {
      llvm::Value*& words = rows_[access.array][row];
      std::uint32_t stored = 0;
      for (unsigned lane = 0; lane < kLanes; ++lane) stored |= table[lane] >= 0 ? 1U << lane : 0;
      llvm::Value* moved = moves_.moved(*value, table, builder);
      llvm::Value* condition = moves_.is_in(stored, builder);
      if (!is_known)
        condition = builder.CreateLogicalAnd(condition, moves_.moved(*condition_of(access), table, builder));
      words = words == nullptr ? moved : builder.CreateSelect(condition, moved, words);
      moves_.keep(*words);
    }
  }

  llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  LaneNumbers numbers_;
  LaneMoves moves_;
  std::vector<ArrayAccess> accesses_;
  llvm::MapVector<const llvm::GlobalVariable*, std::vector<llvm::Value*>> rows_;  ///< null: never stored
};

class GroupAtOnce {
 public:
  explicit GroupAtOnce(llvm::Function& kernel) : kernel_(kernel), size_(required_size(kernel)) {}

  /// False if there is no such version, in any state of the kernel.
  bool run() {
    rows_ = size_[0] / kLanes * size_[1] * size_[2];
    if (size_[0] % kLanes != 0 || rows_ < 1 || rows_ > kMostRows || has_others()) return false;
    replace_sizes();
    fold_known_lanes(kernel_, false);
    if (!peel_group_loops(kernel_, false, is_barrier)) return false;
    barriers_ = find_barriers(kernel_);
    // What rows are chained by: a block behind each barrier, to which only that leads.
    for (llvm::CallInst* barrier : barriers_)
      llvm::SplitBlock(barrier->getParent(), std::next(barrier->getIterator()));
    if (!are_regions_a_chain() || kernel_.getInstructionCount() * rows_ > kMostInstructionsOfGroup)
      return false;
    for (llvm::BasicBlock& block : kernel_) blocks_.push_back(&block);
    clone_rows();
    chain_rows();
    for (std::uint64_t row = 0; row < rows_; ++row) note_ids(row);
    replace_ids();
    for (llvm::Instruction* barrier : replaced_) barrier->eraseFromParent();
    kernel_.addFnAttr(kAtOnce);
    return replace_local_memory();
  }

 private:
  bool replace_local_memory() {
    fold_known_lanes(kernel_, true);
    if (!peel_group_loops(kernel_, true, touches_local_memory) || !flatten_local_stores(kernel_, kLimits))
      return false;
    llvm::IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    llvm::Value* lane = builder.CreateTrunc(call_id_function(builder, kLocalIdFunction, *builder.getInt32(0)),
                                            builder.getInt32Ty());
    LocalRows rows(kernel_, *lane);
    if (!rows.are_known()) return false;
    rows.replace();
    return true;
  }

  /// What there is no such version for.
  bool has_others() const {
    return llvm::any_of(llvm::instructions(kernel_), [](const llvm::Instruction& instruction) {
      return llvm::isa<llvm::AllocaInst>(instruction) || instruction.isAtomic();
    });
  }

  /// One region behind the other, without loops around.
  bool are_regions_a_chain() const {
    const BarrierRegions regions = find_barrier_regions(kernel_);
    for (unsigned i = 0; i < regions.regions.size(); ++i) {
      const bool is_last = i + 1 == regions.regions.size();
      const std::vector<unsigned> next = is_last ? std::vector<unsigned>{} : std::vector<unsigned>{i + 1};
      if (regions.regions[i].next != next || regions.regions[i].may_end != is_last) return false;
    }
    return !regions.single();
  }

  std::int64_t id_of(std::uint64_t row, unsigned dimension) const {
    const std::uint64_t along = size_[0] / kLanes, lines = row / along;
    const std::uint64_t ids[]{row % along * kLanes, lines % size_[1], lines / size_[1]};
    return static_cast<std::int64_t>(ids[dimension]);
  }

  void replace_sizes() {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel_))) {
      const WorkItemFunction* asked = called_work_item_function(instruction);
      if (asked == nullptr || asked->is_local_id || asked->field != ContextField::local_size) continue;
      const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0));
      if (dimension == nullptr || dimension->getValue().uge(3)) continue;
      instruction.replaceAllUsesWith(
          llvm::ConstantInt::get(instruction.getType(), size_[dimension->getZExtValue()]));
      instruction.eraseFromParent();
    }
  }

  void clone_rows() {
    clones_.resize(rows_);
    for (std::uint64_t row = 1; row < rows_; ++row) {
      clones_[row] = std::make_unique<llvm::ValueToValueMapTy>();
      llvm::ValueToValueMapTy& clones = *clones_[row];
      std::vector<llvm::BasicBlock*> blocks;
      for (llvm::BasicBlock* block : blocks_) {
        blocks.push_back(llvm::CloneBasicBlock(block, clones, "", &kernel_));
        clones[block] = blocks.back();
      }
      llvm::remapInstructionsInBlocks(blocks, clones);
    }
  }

  template <typename Value>
  Value& in_row(Value& value, std::uint64_t row) const {
    return row == 0 ? value : *llvm::cast<Value>(static_cast<llvm::Value*>((*clones_[row])[&value]));
  }

  /// Up to a barrier, each row goes on with the next one; the last one with the first, behind the barrier.
  void chain_rows() {
    std::vector<llvm::BasicBlock*> starts{blocks_.front()}, ends;
    for (const llvm::CallInst* barrier : barriers_) {
      ends.push_back(const_cast<llvm::BasicBlock*>(barrier->getParent()));
      starts.push_back(ends.back()->getSingleSuccessor());
    }
    ends.push_back(*llvm::find_if(
        blocks_, [](const auto* block) { return llvm::isa<llvm::ReturnInst>(block->getTerminator()); }));
    for (std::uint64_t row = 0; row < rows_; ++row)
      for (llvm::BasicBlock* start : llvm::drop_begin(starts))
        llvm::FoldSingleEntryPHINodes(&in_row(*start, row));
    for (std::size_t i = 0; i < ends.size(); ++i)
      for (std::uint64_t row = 0; row < rows_; ++row) {
        const bool is_last_row = row + 1 == rows_, is_last = i + 1 == ends.size();
        llvm::BasicBlock& end = in_row(*ends[i], row);
        if (!is_last) replaced_.push_back(&in_row(*barriers_[i], row));
        if (is_last && is_last_row) continue;
        end.getTerminator()->eraseFromParent();
        llvm::IRBuilder<>(&end).CreateBr(is_last_row ? starts[i + 1] : &in_row(*starts[i], row + 1));
      }
  }

  void note_ids(std::uint64_t row) {
    for (llvm::BasicBlock* block : blocks_)
      for (llvm::Instruction& original : *block) {
        const auto local = local_id_dimension(original), global = global_id_dimension(original);
        if (!local && !global) continue;
        auto& call = llvm::cast<llvm::CallInst>(in_row(original, row));
        ids_.push_back({&call, id_of(row, local ? *local : *global), local && *local > 0});
      }
  }

  /// By the number that they are, or that they are further than those of the first row.
  void replace_ids() {
    for (const auto& [call, number, is_known] : ids_) {
      auto* constant = llvm::ConstantInt::get(call->getType(), static_cast<std::uint64_t>(number));
      if (is_known) {
        call->replaceAllUsesWith(constant);
      } else if (number != 0) {
        auto* sum = llvm::BinaryOperator::CreateAdd(call, constant, "", std::next(call->getIterator()));
        call->replaceUsesWithIf(sum, [&](const llvm::Use& use) { return use.getUser() != sum; });
      }
    }
  }

  llvm::Function& kernel_;
  const FixedLocalSize size_;
  std::uint64_t rows_ = 0;
  std::vector<llvm::CallInst*> barriers_;
  std::vector<llvm::BasicBlock*> blocks_;                         ///< of the first row
  std::vector<std::unique_ptr<llvm::ValueToValueMapTy>> clones_;  ///< of what these have, in other rows
  struct Id {
    llvm::CallInst* call;
    std::int64_t number;
    bool is_known;
  };
  std::vector<Id> ids_;
  std::vector<llvm::Instruction*> replaced_;  ///< barriers
};

template <typename Pass>
void run_pass(Pass pass, llvm::Function& function) {
  llvm::FunctionAnalysisManager analyses;
  llvm::PassBuilder().registerFunctionAnalyses(analyses);
  pass.run(function, analyses);
}

/// That of the pipeline's last rows.
void give_form(llvm::Function& function) {
  run_pass(llvm::LowerSwitchPass(), function);
  run_pass(llvm::LoopSimplifyPass(), function);
  run_pass(llvm::LCSSAPass(), function);
  run_pass(SplitUniformEdges(), function);
  run_pass(llvm::LCSSAPass(), function);
}

}  // namespace

bool runs_group_at_once(const llvm::Function& kernel) { return kernel.hasFnAttribute(kAtOnce); }

llvm::Function* make_group_at_once(llvm::Function& kernel) {
  if (required_size(kernel)[0] == 0 || find_barriers(kernel).empty()) return nullptr;
  llvm::ValueToValueMapTy values;
  llvm::Function* version = llvm::CloneFunction(&kernel, values);
  if (GroupAtOnce(*version).run()) {
    run_pass(llvm::InstSimplifyPass(), *version);
    run_pass(llvm::SimplifyCFGPass(), *version);
    run_pass(llvm::LowerSwitchPass(), *version);
    run_pass(llvm::EarlyCSEPass(), *version);
    if (version->size() > 1 && !flatten_branches(*version, kLimits)) {
      if (flatten_choices(*version)) run_pass(llvm::SimplifyCFGPass(), *version);
      copy_guarded_stores(*version);
      give_form(*version);
    }
    sink_to_users(*version);
    recompute_far_values(*version);
    step_rows(*version);
    run_pass(llvm::DCEPass(), *version);
    if (version->getInstructionCount() <= kMostInstructionsLeft) return version;
  }
  version->eraseFromParent();
  return nullptr;
}

}  // namespace quadcl::compiler::qpu
