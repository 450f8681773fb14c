// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/group_at_once.h"

#include <llvm/ADT/MapVector.h>
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
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <map>
#include <memory>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/required_size.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/qpu/prepare/flatten_branches.h"
#include "compiler/qpu/prepare/split_uniform_edges.h"
#include "compiler/qpu/tiles/kernel_facts.h"
#include "compiler/qpu/tiles/linear_sum.h"
#include "compiler/qpu/tiles/tile_index.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr const char* kAtOnce = "quadcl-group-at-once";
constexpr std::uint64_t kLanes = 16, kRowBytes = 64;
constexpr std::uint64_t kMostRows = 16, kMostRowsOfArrays = 36;  ///< there are 64 registers
constexpr std::size_t kMostInstructions = 3000;
/// Of what only some lanes need.
constexpr FlattenLimits kLimits{.operations = 2000, .loads = 48};

/// An access of local memory. Its place is a number of bytes in an array, as a sum of local ids.
struct Access {
  llvm::Instruction* instruction;
  llvm::GlobalVariable* array;
  PlaceInArray place;
  bool has_lane;                           ///< else all lanes access one word
  std::vector<llvm::Instruction*> copies;  ///< in all rows
};

class GroupAtOnce {
 public:
  explicit GroupAtOnce(llvm::Function& kernel)
      : kernel_(kernel),
        layout_(kernel.getParent()->getDataLayout()),
        size_(required_size(kernel)),
        barriers_(find_barriers(kernel)) {}

  bool is_possible() {
    rows_ = size_[0] / kLanes * size_[1] * size_[2];
    if (size_[0] % kLanes != 0 || rows_ < 2 || rows_ > kMostRows ||
        kernel_.getInstructionCount() * rows_ > kMostInstructions)
      return false;
    return are_regions_a_chain() && find_accesses() && count_rows() <= kMostRowsOfArrays;
  }

  void run() {
    for (llvm::BasicBlock& block : kernel_) blocks_.push_back(&block);
    clone_rows();
    chain_rows();
    for (std::uint64_t row = 0; row < rows_; ++row) {
      note_ids(row);
      for (Access& access : accesses_) access.copies.push_back(&in_row(*access.instruction, row));
    }
    llvm::IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    lane_ = builder.CreateCall(kernel_.getParent()->getFunction(kLocalIdFunction), {builder.getInt32(0)});
    lane_ = builder.CreateTrunc(lane_, builder.getInt32Ty());
    for (std::uint64_t row = 0; row < rows_; ++row) replace_accesses(row);
    replace_ids();
    drop_arrays();
    kernel_.addFnAttr(kAtOnce);
  }

 private:
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

  bool find_accesses() {
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isAtomic()) return false;
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      const bool is_local = pointer != nullptr && is_local_pointer(*pointer);
      if (is_local && !add_access(instruction, *pointer)) return false;
      const bool uses_local = llvm::any_of(
          instruction.operands(), [](const llvm::Use& operand) { return is_local_pointer(*operand); });
      if (uses_local && !is_local && !llvm::isa<llvm::GetElementPtrInst>(instruction)) return false;
    }
    return true;
  }

  bool add_access(llvm::Instruction& instruction, llvm::Value& pointer) {
    auto* array = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&pointer, 0));
    if (array == nullptr || layout_.getTypeStoreSize(llvm::getLoadStoreType(&instruction)) != 4) return false;
    if (instruction.isVolatile() || llvm::getLoadStoreType(&instruction)->isVectorTy()) return false;
    auto place = place_in(*array, pointer, layout_);
    if (!place) return false;
    bool has_lane = false;
    for (const auto& [number, factor] : place->bytes.terms) {
      const auto dimension = local_id_dimension(*number);
      if (!dimension || (dimension == 0U && factor != 4) || factor % 4 != 0) return false;
      has_lane |= dimension == 0U;
    }
    accesses_.push_back({&instruction, array, std::move(*place), has_lane, {}});
    if (!has_lane && llvm::isa<llvm::StoreInst>(instruction)) return false;
    for (std::uint64_t row = 0; row < rows_; ++row)
      if (llvm::isa<llvm::StoreInst>(instruction) && place_of(accesses_.back(), row).further != 0)
        return false;
    return true;
  }

  std::uint64_t count_rows() {
    std::uint64_t all = 0;
    for (const Access& access : accesses_)
      if (const auto [array, is_new] = rows_of_.try_emplace(access.array); is_new) {
        const std::uint64_t bytes = layout_.getTypeAllocSize(access.array->getValueType());
        array->second.resize((bytes + kRowBytes - 1) / kRowBytes);
        all += array->second.size();
      }
    return all;
  }

  std::int64_t id_of(std::uint64_t row, unsigned dimension) const {
    const std::uint64_t along = size_[0] / kLanes, lines = row / along;
    const std::uint64_t ids[]{row % along * kLanes, lines % size_[1], lines / size_[1]};
    return static_cast<std::int64_t>(ids[dimension]);
  }

  /// Where the words of a row of work-items lie: from a lane of a row of the array on.
  struct Place {
    std::int64_t row;
    std::int64_t further;  ///< lanes
    bool stays_in_row;     ///< because the array has rows of 16 words
  };
  Place place_of(const Access& access, std::uint64_t row) const {
    std::int64_t bytes = access.place.bytes.constant;
    for (const auto& [number, factor] : access.place.bytes.terms)
      bytes += factor * id_of(row, *local_id_dimension(*number));
    for (const ArrayIndex& index : access.place.indices) {
      const bool is_lane = index.elements == kLanes && index.index.terms.size() == 1 && size_[0] == kLanes &&
                           local_id_dimension(*index.index.terms.front().first) == 0U;
      const std::int64_t further = index.index.constant;
      if (is_lane && (bytes - 4 * further) % static_cast<std::int64_t>(kRowBytes) == 0)
        return {(bytes - 4 * further) / static_cast<std::int64_t>(kRowBytes), further, true};
    }
    const std::int64_t first = floor_of_quotient(bytes, kRowBytes);
    return {first, bytes / 4 - first * static_cast<std::int64_t>(kLanes), false};
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

  llvm::AllocaInst* row_of(const Access& access, std::int64_t number) {
    auto& rows = rows_of_.find(access.array)->second;
    if (number < 0 || number >= static_cast<std::int64_t>(rows.size())) return nullptr;
    llvm::AllocaInst*& row = rows[static_cast<std::size_t>(number)];
    if (row == nullptr) {
      llvm::IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
      row = builder.CreateAlloca(builder.getInt32Ty());
    }
    return row;
  }

  llvm::Value* rotated(const Access& access, std::int64_t row, std::int64_t further,
                       llvm::IRBuilder<>& builder) {
    llvm::AllocaInst* words = row_of(access, row);
    if (words == nullptr) return nullptr;
    llvm::Value* word = builder.CreateLoad(builder.getInt32Ty(), words);
    if (further % static_cast<std::int64_t>(kLanes) == 0) return word;
    return call(kRotateFunction, *word, further, builder);
  }

  llvm::Value* call(const char* name, llvm::Value& word, std::int64_t lanes,
                    llvm::IRBuilder<>& builder) const {
    const auto function = kernel_.getParent()->getOrInsertFunction(
        name, builder.getInt32Ty(), builder.getInt32Ty(), builder.getInt32Ty());
    llvm::CallInst* result =
        builder.CreateCall(function, {&word, builder.getInt32(static_cast<std::uint32_t>(lanes) % kLanes)});
    result->setDoesNotAccessMemory();
    result->addFnAttr(llvm::Attribute::Speculatable);
    result->addFnAttr(llvm::Attribute::WillReturn);
    result->setDoesNotThrow();
    return result;
  }

  llvm::Value* loaded(const Access& access, const Place& place, llvm::IRBuilder<>& builder) {
    if (!access.has_lane) {
      llvm::AllocaInst* words = row_of(access, place.row);
      return words == nullptr ? nullptr
                              : call(kBroadcastFunction, *builder.CreateLoad(builder.getInt32Ty(), words),
                                     place.further, builder);
    }
    llvm::Value* one = rotated(access, place.row, place.further, builder);
    if (place.stays_in_row || place.further == 0) return one;
    llvm::Value* next = rotated(access, place.row + 1, place.further, builder);
    if (one == nullptr || next == nullptr) return one == nullptr ? next : one;
    llvm::Value* limit = builder.getInt32(static_cast<std::uint32_t>(kLanes - place.further));
    return builder.CreateSelect(builder.CreateICmpULT(lane_, limit), one, next);
  }

  void replace_accesses(std::uint64_t row) {
    for (const Access& access : accesses_) {
      llvm::Instruction& instruction = *access.copies[row];
      const Place place = place_of(access, row);
      llvm::IRBuilder<> builder(&instruction);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        llvm::Value* word = builder.CreateBitCast(store->getValueOperand(), builder.getInt32Ty());
        if (llvm::AllocaInst* words = row_of(access, place.row)) builder.CreateStore(word, words);
      } else {
        llvm::Value* word = loaded(access, place, builder);
        if (word == nullptr) word = builder.getInt32(0);  // of no element
        instruction.replaceAllUsesWith(builder.CreateBitCast(word, instruction.getType()));
      }
      replaced_.push_back(&instruction);
    }
  }

  void note_ids(std::uint64_t row) {
    for (llvm::BasicBlock* block : blocks_)
      for (llvm::Instruction& original : *block) {
        const WorkItemFunction* asked = called_work_item_function(original);
        const auto local = local_id_dimension(original), global = global_id_dimension(original);
        const bool is_size =
            asked != nullptr && !asked->is_local_id && asked->field == ContextField::local_size;
        if (!local && !global && !is_size) continue;
        auto& call = llvm::cast<llvm::CallInst>(in_row(original, row));
        const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        if (!is_size)
          ids_.push_back({&call, id_of(row, local ? *local : *global), local && *local > 0});
        else if (dimension != nullptr && dimension->getValue().ult(3))
          ids_.push_back({&call, static_cast<std::int64_t>(size_[dimension->getZExtValue()]), true});
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

  void drop_arrays() {
    for (llvm::Instruction* access : replaced_) {
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(access);
      access->eraseFromParent();
      if (pointer != nullptr) llvm::RecursivelyDeleteTriviallyDeadInstructions(pointer);
    }
    std::vector<llvm::AllocaInst*> words;
    for (const auto& [array, rows] : rows_of_)
      for (llvm::AllocaInst* row : rows)
        if (row != nullptr) words.push_back(row);
    llvm::DominatorTree dominators(kernel_);
    llvm::PromoteMemToReg(words, dominators);
  }

  llvm::Function& kernel_;
  const llvm::DataLayout& layout_;
  const FixedLocalSize size_;
  std::uint64_t rows_ = 0;
  const std::vector<llvm::CallInst*> barriers_;
  std::vector<llvm::BasicBlock*> blocks_;                         ///< of the first row
  std::vector<std::unique_ptr<llvm::ValueToValueMapTy>> clones_;  ///< of what these have, in other rows
  std::vector<Access> accesses_;
  llvm::MapVector<const llvm::GlobalVariable*, std::vector<llvm::AllocaInst*>> rows_of_;
  struct Id {
    llvm::CallInst* call;
    std::int64_t number;
    bool is_known;
  };
  std::vector<Id> ids_;
  std::vector<llvm::Instruction*> replaced_;  ///< accesses, and barriers
  llvm::Value* lane_ = nullptr;
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
  GroupAtOnce group(*version);
  if (group.is_possible()) {
    group.run();
    run_pass(llvm::InstSimplifyPass(), *version);
    run_pass(llvm::SimplifyCFGPass(), *version);
    run_pass(llvm::LowerSwitchPass(), *version);
    run_pass(llvm::EarlyCSEPass(), *version);
    if (version->size() > 1 && !flatten_branches(*version, kLimits)) give_form(*version);
    run_pass(llvm::DCEPass(), *version);
    return version;
  }
  version->eraseFromParent();
  return nullptr;
}

}  // namespace quadcl::compiler::qpu
