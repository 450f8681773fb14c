// SPDX-License-Identifier: Apache-2.0
#include "compiler/qpu/prepare/group_ids.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/analysis/barrier_regions.h"
#include "compiler/ir/address_spaces.h"
#include "compiler/ir/required_size.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"
#include "compiler/ir/worklist.h"
#include "compiler/qpu/analysis/id_calls.h"
#include "compiler/qpu/analysis/lost_barriers.h"

namespace quadcl::compiler::qpu {
namespace {

/// Makes the numbers of one dimension, of 32 bits, before an instruction.
class Numbers {
 public:
  Numbers(llvm::Instruction& place, llvm::Value& dimension) : builder_(&place), dimension_(dimension) {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(&dimension);
    if (known != nullptr && known->getValue().ult(3))
      required_size_ = required_size(*place.getFunction())[known->getZExtValue()];
  }

  llvm::Value* group_id() { return builder_.CreateUDiv(in_range(), enqueued_size()); }
  llvm::Value* local_id() { return builder_.CreateSub(in_range(), first_of_group()); }
  llvm::Value* group_count() {
    llvm::Value* last = builder_.CreateSub(call("_Z18quadcl_global_sizej"), builder_.getInt32(1));
    return builder_.CreateAdd(builder_.CreateUDiv(last, enqueued_size()), builder_.getInt32(1));
  }
  /// The last group may be smaller.
  llvm::Value* size() {
    llvm::Value* left = builder_.CreateSub(call("_Z18quadcl_global_sizej"), first_of_group());
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, enqueued_size());
  }
  llvm::Value* enqueued_size() {
    return required_size_ != 0 ? builder_.getInt32(static_cast<std::uint32_t>(required_size_))
                               : call("_Z23get_enqueued_local_sizej");
  }
  llvm::Value* of_type(llvm::Value* number, llvm::Type* type) {
    return builder_.CreateZExtOrTrunc(number, type);
  }

 private:
  llvm::Value* in_range() {
    return builder_.CreateSub(call(kGlobalIdFunction), call("_Z17get_global_offsetj"));
  }
  llvm::Value* first_of_group() { return builder_.CreateMul(group_id(), enqueued_size()); }

  llvm::Value* call(const char* name) {
    return builder_.CreateTrunc(call_id_function(builder_, name, dimension_), builder_.getInt32Ty());
  }

  llvm::IRBuilder<> builder_;
  llvm::Value& dimension_;
  std::uint64_t required_size_ = 0;  ///< of groups; 0 if any will do
};

struct IdFunction {
  llvm::StringLiteral function;
  llvm::Value* (Numbers::*make)();
  bool is_known_in_groups;  ///< where the kernel runs group by group
};

constexpr IdFunction kIdFunctions[] = {
    {"_Z12get_local_idj", &Numbers::local_id, true},
    {"_Z12get_group_idj", &Numbers::group_id, true},
    {"_Z14get_local_sizej", &Numbers::size, true},
    {"_Z14get_num_groupsj", &Numbers::group_count, false},
    {"_Z23get_enqueued_local_sizej", &Numbers::enqueued_size, false},
};

constexpr const char* kRunsGroups = "quadcl-runs-groups";

/// Whether a place to which the kernel stores is computed of the number of the group along dimension 0.
bool stores_by_group(const llvm::Function& function) {
  Worklist<const llvm::Value*> open;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      open.add(store->getPointerOperand());
  while (!open.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.take());
    if (instruction == nullptr) continue;
    const WorkItemFunction* asked = called_work_item_function(*instruction);
    const auto* dimension =
        asked != nullptr ? llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(0)) : nullptr;
    if (asked != nullptr && asked->field == ContextField::group_id &&
        (dimension == nullptr || dimension->isZero()))
      return true;
    for (const llvm::Value* operand : instruction->operand_values()) open.add(operand);
  }
  return false;
}

bool is_local_size(const llvm::Value& value) {
  const llvm::Value* size = &value;
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(size)) size = cast->getOperand(0);
  const WorkItemFunction* asked = called_work_item_function(*size);
  return asked != nullptr && asked->field == ContextField::local_size;
}

/// Whether the work-items of a group share the iterations of a loop: a counter grows by their number.
bool strides_by_group(const llvm::Function& function) {
  const auto grows = [](const llvm::PHINode& counter) {
    return llvm::any_of(counter.incoming_values(), [&](const llvm::Value* next) {
      llvm::Value* step = nullptr;
      return llvm::PatternMatch::match(next,
                                       llvm::PatternMatch::m_c_Add(llvm::PatternMatch::m_Specific(&counter),
                                                                   llvm::PatternMatch::m_Value(step))) &&
             is_local_size(*step);
    });
  };
  return llvm::any_of(function,
                      [&](const llvm::BasicBlock& block) { return llvm::any_of(block.phis(), grows); });
}

/// Rows of a group store side by side what rows of the whole NDRange would scatter.
bool pays_in_groups(const llvm::Function& function) {
  return stores_by_group(function) && (strides_by_group(function) ||
                                       (has_lost_barriers(function) && required_size(function)[0] % 16 == 0));
}

bool needs_groups(const llvm::Function& function) {
  return pays_in_groups(function) ||
         llvm::any_of(function.args(),
                      [](const llvm::Argument& one) { return is_local_pointer(one) && !one.use_empty(); }) ||
         llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
           return is_barrier(instruction) || llvm::any_of(instruction.operands(), [](const llvm::Use& use) {
                    return is_local_pointer(*use);
                  });
         });
}

}  // namespace

bool runs_groups(const llvm::Function& kernel) { return kernel.hasFnAttribute(kRunsGroups); }

llvm::PreservedAnalyses GroupIds::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const bool in_groups = needs_groups(function);
  if (in_groups) function.addFnAttr(kRunsGroups);
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    const auto* row = llvm::find_if(kIdFunctions, [&](const IdFunction& one) {
      return one.function == call->getCalledFunction()->getName();
    });
    if (row == std::end(kIdFunctions) || (in_groups && row->is_known_in_groups)) continue;
    Numbers numbers(instruction, *call->getArgOperand(0));
    instruction.replaceAllUsesWith(numbers.of_type((numbers.*row->make)(), instruction.getType()));
    instruction.eraseFromParent();
    changed = true;
  }
  return unless_values_changed(changed);
}

}  // namespace quadcl::compiler::qpu
