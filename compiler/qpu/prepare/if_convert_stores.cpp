// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/if_convert_stores.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>
#include <set>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/address_forms.h"
#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {
namespace {

/// A branch around a block.
struct Guarded {
  llvm::BranchInst* branch;
  llvm::BasicBlock *block, *rest;
  bool if_true;  ///< whether the block runs where the condition is true
};

std::optional<Guarded> guarded_by(llvm::BasicBlock& head) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(head.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return {};
  for (const unsigned side : {0U, 1U}) {
    llvm::BasicBlock *block = branch->getSuccessor(side), *rest = branch->getSuccessor(1 - side);
    if (block != rest && block->getSinglePredecessor() == &head && block->getSingleSuccessor() == rest)
      return Guarded{branch, block, rest, side == 0};
  }
  return {};
}

/// The dimension whose global id the value is, if that is known.
std::optional<std::uint64_t> dimension_of_id(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr ||
      call->getCalledFunction()->getName() != "_Z13get_global_idj")
    return {};
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (dimension == nullptr) return {};
  return dimension->getZExtValue();
}

/// The dimensions in which a function tells work-items apart; none if that is not known, as with local ids.
std::optional<std::set<std::uint64_t>> told_apart(const llvm::Function& function) {
  std::set<std::uint64_t> dimensions{0};
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr ||
        !call->getCalledFunction()->getName().contains("_id"))
      continue;
    const auto dimension = dimension_of_id(*call);
    if (!dimension) return {};
    dimensions.insert(*dimension);
  }
  return dimensions;
}

class Converter {
 public:
  explicit Converter(llvm::Function& function)
      : layout_(function.getParent()->getDataLayout()),
        divergence_(find_row_divergence(function)),
        strides_(function, divergence_),
        dimensions_(told_apart(function)) {}

  bool run(llvm::BasicBlock& head) {
    const auto guarded = divergence_.parting.contains(&head) ? guarded_by(head) : std::nullopt;
    if (!dimensions_ || !guarded || !find_old_values(*guarded)) return false;
    convert(*guarded);
    return true;
  }

 private:
  /// Whether the block does nothing but compute a little and store what the work-item has loaded before.
  bool find_old_values(const Guarded& guarded) {
    constexpr std::size_t kMostInstructions = 24;
    old_values_.clear();
    if (guarded.block->size() > kMostInstructions) return false;
    for (llvm::Instruction& instruction : llvm::drop_end(*guarded.block)) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        llvm::LoadInst* load = old_value(*store, *guarded.branch->getParent());
        if (load == nullptr) return false;
        old_values_[store] = load;
      } else if (instruction.mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(&instruction)) {
        return false;
      }
    }
    return !old_values_.empty();
  }

  /// The load of the same element at the end of a block; null if there is none. In a loop, each iteration
  /// would store.
  llvm::LoadInst* old_value(const llvm::StoreInst& store, llvm::BasicBlock& head) {
    const llvm::Type& type = *store.getValueOperand()->getType();
    if (!store.isSimple() || store.getPointerAddressSpace() != kGlobalAddressSpace ||
        strides_.of(*store.getPointerOperand()) !=
            static_cast<std::int32_t>(layout_.getTypeStoreSize(store.getValueOperand()->getType())))
      return nullptr;
    AddressForms forms(layout_);
    if (!is_of_one_item(forms.of(*store.getPointerOperand()))) return nullptr;
    for (llvm::Instruction& instruction : llvm::reverse(head)) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
          load != nullptr && load->isSimple() && load->getType() == &type &&
          forms.distance(*load->getPointerOperand(), *store.getPointerOperand()) == 0)
        return llvm::isPotentiallyReachable(&store, load) ? nullptr : load;
      if (instruction.mayWriteToMemory()) return nullptr;
    }
    return nullptr;
  }

  /// Whether the place depends on all ids that tell work-items apart. A flag for each column may be set by
  /// work-items of several rows: one that stores the old value would take it back.
  bool is_of_one_item(const AddressForm& place) const {
    return llvm::all_of(*dimensions_, [&](std::uint64_t dimension) {
      return llvm::any_of(place, [&](const auto& term) {
        return llvm::any_of(term.first, [&](const llvm::Value* factor) { return dimension_of_id(*factor) == dimension; });
      });
    });
  }

  void convert(const Guarded& guarded) {
    llvm::BasicBlock& head = *guarded.branch->getParent();
    llvm::IRBuilder<> builder(guarded.branch);
    const auto choice = [&](llvm::Value* in_block, llvm::Value* otherwise) {
      return guarded.if_true ? builder.CreateSelect(guarded.branch->getCondition(), in_block, otherwise)
                             : builder.CreateSelect(guarded.branch->getCondition(), otherwise, in_block);
    };
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::drop_end(*guarded.block))) {
      instruction.dropUBImplyingAttrsAndMetadata();
      instruction.moveBefore(guarded.branch);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store == nullptr) continue;
      builder.SetInsertPoint(store);
      store->setOperand(0, choice(store->getValueOperand(), old_values_.at(store)));
      builder.SetInsertPoint(guarded.branch);
    }
    for (llvm::PHINode& phi : guarded.rest->phis())
      phi.setIncomingValueForBlock(
          &head, choice(phi.getIncomingValueForBlock(guarded.block), phi.getIncomingValueForBlock(&head)));
    llvm::Instruction* way = builder.CreateBr(guarded.rest);
    way->setDebugLoc(guarded.branch->getDebugLoc());
    guarded.branch->eraseFromParent();
    llvm::DeleteDeadBlock(guarded.block);
    llvm::MergeBlockIntoPredecessor(guarded.rest);
  }

  const llvm::DataLayout& layout_;
  const RowDivergence divergence_;
  const LaneStrides strides_;
  const std::optional<std::set<std::uint64_t>> dimensions_;
  std::map<llvm::StoreInst*, llvm::LoadInst*> old_values_;
};

}  // namespace

llvm::PreservedAnalyses IfConvertStores::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  bool changed = false, again = true;
  while (again) {
    again = false;
    Converter converter(function);
    for (llvm::BasicBlock& block : function)
      if (converter.run(block)) {
        again = true;
        break;  // blocks have gone
      }
    changed |= again;
  }
  return unless_changed(changed);
}

}  // namespace quadcl::compiler::qpu
