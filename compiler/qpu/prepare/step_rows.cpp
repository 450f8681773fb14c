// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/step_rows.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <utility>
#include <vector>

#include "compiler/ir/address_spaces.h"
#include "compiler/qpu/analysis/address_forms.h"

namespace quadcl::compiler::qpu {
namespace {

constexpr std::size_t kNearInBlock =
    60;  ///< instructions from one access to the next: an address takes a register
constexpr std::size_t kLeastSteps = 3;  ///< of one distance: it takes a register, too

/// One block.
class RowSteps {
 public:
  RowSteps(llvm::BasicBlock& block, const llvm::DataLayout& layout) : block_(block), forms_(layout) {}

  void run() {
    find();
    std::map<AddressForm, llvm::Value*> distances;
    std::vector<llvm::WeakTrackingVH> replaced;
    for (const Step& step : steps_) {
      if (counts_[step.distance] < kLeastSteps) continue;
      llvm::IRBuilder<> builder(step.access);
      llvm::Value*& distance = distances[step.distance];
      if (distance == nullptr) distance = value_of(step.distance, builder);
      replaced.emplace_back(llvm::getLoadStorePointerOperand(step.access));
      llvm::Value* next = builder.CreatePtrAdd(llvm::getLoadStorePointerOperand(step.before), distance);
      step.access->setOperand(llvm::isa<llvm::StoreInst>(step.access) ? 1 : 0, next);
    }
    for (const llvm::WeakTrackingVH& address : replaced)
      if (address.pointsToAliveValue()) llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
  }

 private:
  struct Step {
    llvm::Instruction *before, *access;
    AddressForm distance;
  };

  void find() {
    struct Last {
      llvm::Instruction* access;
      std::size_t place;
    };
    std::map<std::pair<const llvm::Value*, bool>, Last> last;  // of an object, loaded or stored
    std::size_t place = 0;
    for (llvm::Instruction& instruction : block_) {
      ++place;
      llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      if (pointer == nullptr || !is_in_buffer(*pointer) || !llvm::isa<llvm::Instruction>(pointer)) continue;
      const std::pair key{llvm::getUnderlyingObject(pointer, 0), llvm::isa<llvm::StoreInst>(instruction)};
      if (const auto before = last.find(key);
          before != last.end() && place - before->second.place <= kNearInBlock)
        add({before->second.access, &instruction,
             forms_.difference(*llvm::getLoadStorePointerOperand(before->second.access), *pointer)});
      last[key] = {&instruction, place};
    }
  }

  static bool is_in_buffer(const llvm::Value& pointer) {
    const unsigned space = pointer.getType()->getPointerAddressSpace();
    return space == kGlobalAddressSpace || space == kConstantAddressSpace;
  }

  /// Only numbers of the launch, which are the same for all work-items.
  void add(Step&& step) {
    const auto is_of_launch = [](const llvm::Value* value) {
      return llvm::isa<llvm::Argument>(value) && value->getType()->isIntegerTy();
    };
    if (step.distance.size() != 1) return;
    const Product& product = step.distance.begin()->first;
    if (product.empty() || !llvm::all_of(product, is_of_launch)) return;
    ++counts_[step.distance];
    steps_.push_back(std::move(step));
  }

  static llvm::Value* value_of(const AddressForm& distance, llvm::IRBuilder<>& builder) {
    const auto& [product, factor] = *distance.begin();
    llvm::Value* result = builder.getInt32(factor);
    for (const llvm::Value* number : product)
      result = builder.CreateMul(
          builder.CreateZExtOrTrunc(const_cast<llvm::Value*>(number), builder.getInt32Ty()), result);
    return result;
  }

  llvm::BasicBlock& block_;
  AddressForms forms_;
  std::vector<Step> steps_;
  std::map<AddressForm, std::size_t> counts_;
};

}  // namespace

void step_rows(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) RowSteps(block, function.getParent()->getDataLayout()).run();
}

}  // namespace quadcl::compiler::qpu
