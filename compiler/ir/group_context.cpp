// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/group_context.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/MDBuilder.h>

#include <cstddef>

#include "core/device_limits.h"
#include "core/kernel_abi.h"

namespace quadcl::compiler {
namespace {

// Neither the LLVM type below nor the C struct has padding on any target.
static_assert(offsetof(quadcl_group_context, local_memory) == 8 * (2 + 6 * 3));
static_assert(sizeof(quadcl_group_context) >= 8 * (2 + 6 * 3) + 5 * sizeof(void*));

bool is_array(ContextField field) {
  return field >= ContextField::global_offset && field <= ContextField::group_id;
}

llvm::Type* field_type(llvm::LLVMContext& context, ContextField field) {
  if (field == ContextField::local_memory) return llvm::PointerType::get(context, 3);
  if (field > ContextField::local_memory) return llvm::PointerType::get(context, 0);
  return llvm::Type::getInt64Ty(context);
}

}  // namespace

llvm::StructType* group_context_type(llvm::LLVMContext& context) {
  std::vector<llvm::Type*> members;
  for (unsigned i = 0; i <= static_cast<unsigned>(ContextField::runner); ++i) {
    const auto field = static_cast<ContextField>(i);
    llvm::Type* type = field_type(context, field);
    members.push_back(is_array(field) ? llvm::ArrayType::get(type, 3) : type);
  }
  return llvm::StructType::get(context, members);
}

llvm::Value* load_context_field(llvm::IRBuilder<>& builder, llvm::Value* group_context, ContextField field,
                                unsigned index) {
  llvm::LLVMContext& context = builder.getContext();
  std::vector<llvm::Value*> path{builder.getInt32(0), builder.getInt32(static_cast<unsigned>(field))};
  if (is_array(field)) path.push_back(builder.getInt32(index));
  llvm::Value* address = builder.CreateInBoundsGEP(group_context_type(context), group_context, path);
  llvm::LoadInst* load = builder.CreateLoad(field_type(context, field), address);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
  if (field == ContextField::local_size || field == ContextField::enqueued_local_size) {
    const llvm::APInt least(64, 1), beyond(64, kMaxWorkGroupSize + 1);
    load->setMetadata(llvm::LLVMContext::MD_range, llvm::MDBuilder(context).createRange(least, beyond));
  }
  return load;
}

bool points_to_item_memory(const llvm::Value& pointer) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(llvm::getUnderlyingObject(&pointer));
  if (load == nullptr) return false;
  const llvm::DataLayout& layout = load->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  const auto* context =
      llvm::dyn_cast<llvm::Argument>(load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          layout, offset, /*AllowNonInbounds=*/true));
  return context != nullptr &&
         context->getParent()->getAttributes().hasParamAttr(context->getArgNo(), kGroupContextAttribute) &&
         offset == layout.getStructLayout(group_context_type(load->getContext()))
                       ->getElementOffset(static_cast<unsigned>(ContextField::item_memory));
}

}  // namespace quadcl::compiler
