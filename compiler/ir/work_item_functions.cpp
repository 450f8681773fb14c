// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/work_item_functions.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/ir/chip_functions.h"
#include "compiler/ir/image_functions.h"
#include "compiler/ir/runtime_functions.h"
#include "core/ndrange.h"

namespace quadcl::compiler {
namespace {

// Results of the functions, also for a dimension that does not exist (OpenCL C 3.0, section 6.15.1).
constexpr std::array kRows{
    WorkItemFunction{"_Z12get_work_dimv", ContextField::work_dimensions, false, 0},
    WorkItemFunction{"_Z12get_local_idj", ContextField::local_size, true, 0},
    WorkItemFunction{"_Z12get_group_idj", ContextField::group_id, false, 0},
    WorkItemFunction{"_Z14get_local_sizej", ContextField::local_size, false, 1},
    WorkItemFunction{"_Z23get_enqueued_local_sizej", ContextField::enqueued_local_size, false, 1},
    WorkItemFunction{"_Z18quadcl_global_sizej", ContextField::global_size, false, 1},
    WorkItemFunction{"_Z14get_num_groupsj", ContextField::group_count, false, 1},
    WorkItemFunction{"_Z17get_global_offsetj", ContextField::global_offset, false, 0},
};

}  // namespace

bool is_runtime_function(llvm::StringRef name) {
  constexpr const char* kOthers[] = {
      kBarrierFunction,  kAddressSpaceFunction, kGroupScratchFunction,  kFusesFunction,
      kGlobalIdFunction, kPrintfFunction,       kSfuReciprocalFunction, kSfuRsqrtFunction,
      kSfuExp2Function,  kRelaxesFunction,      kSfuLog2Function,       kToIntegerFunction,
      kTextureFunction,  kByteFractionFunction, kIsNearFunction,        kIsTextureFunction};
  return llvm::any_of(kOthers, [&](const char* other) { return name == other; }) ||
         find_work_item_function(name) != nullptr;
}

const WorkItemFunction* find_work_item_function(llvm::StringRef name) {
  for (const WorkItemFunction& row : kRows) {
    if (name == row.name) return &row;
  }
  return nullptr;
}

const WorkItemFunction* called_work_item_function(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr) return nullptr;
  return find_work_item_function(call->getCalledFunction()->getName());
}

llvm::Value* WorkItemLowering::field(ContextField field, unsigned dimension) {
  llvm::Value*& value = loaded_[{field, dimension}];
  if (value == nullptr) {
    llvm::IRBuilder<> builder(anchor_);
    const bool is_local_size =
        field == ContextField::local_size || field == ContextField::enqueued_local_size;
    const unsigned element = dimensions_from(shape_.row_dimension)[dimension];
    if (is_local_size && shape_.local_size[element] != 0)
      return value = builder.getInt64(shape_.local_size[element]);
    value = load_context_field(builder, group_context_, field, element);
  }
  return value;
}

llvm::Value* WorkItemLowering::component(const WorkItemFunction& row, unsigned dimension) {
  return row.is_local_id ? local_id_[dimension] : field(row.field, dimension);
}

llvm::Value* WorkItemLowering::answer(const WorkItemFunction& row, llvm::CallInst& call) {
  llvm::IRBuilder<> builder(&call);
  if (call.arg_size() == 0) return component(row, 0);
  llvm::Value* dimension = call.getArgOperand(0);
  llvm::Value* result = builder.getInt64(row.beyond);
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
    return known->getZExtValue() < 3 ? component(row, static_cast<unsigned>(known->getZExtValue())) : result;
  }
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value* here = builder.CreateICmpEQ(dimension, builder.getInt32(i));
    result = builder.CreateSelect(here, component(row, i), result);
  }
  return result;
}

void WorkItemLowering::lower(llvm::Function& function, const std::array<llvm::Value*, 3>& local_id) {
  local_id_ = local_id;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    const WorkItemFunction* row = called_work_item_function(instruction);
    if (row == nullptr) continue;
    llvm::Value* value = answer(*row, llvm::cast<llvm::CallInst>(instruction));
    llvm::IRBuilder<> builder(&instruction);
    instruction.replaceAllUsesWith(builder.CreateZExtOrTrunc(value, instruction.getType()));
    instruction.eraseFromParent();
  }
}

}  // namespace quadcl::compiler
