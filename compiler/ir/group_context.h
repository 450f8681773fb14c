// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace quadcl::compiler {

/// The members of quadcl_group_context (core/kernel_abi.h), in its order.
enum class ContextField : unsigned {
  work_dimensions,
  global_offset,
  global_size,
  enqueued_local_size,
  local_size,
  group_count,
  group_id,
  streams,
  local_memory,
  item_memory,
  print,
  address_space,
  runner,
};

/// The attribute of a parameter that points to one.
inline constexpr const char* kGroupContextAttribute = "group-context";

/// The struct as an LLVM type.
llvm::StructType* group_context_type(llvm::LLVMContext& context);

/// Emits the load of a field; of an array field, the load of element `index`.
llvm::Value* load_context_field(llvm::IRBuilder<>& builder, llvm::Value* group_context, ContextField field,
                                unsigned index = 0);

/// Whether the pointer is derived from the start of the work-items' private memory, as the context names it.
bool points_to_item_memory(const llvm::Value& pointer);

}  // namespace quadcl::compiler
