// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <map>
#include <utility>

#include "compiler/ir/group_context.h"

namespace quadcl::compiler {

/// The work-item functions that passes replace. All others are defined by these (builtins/).
struct WorkItemFunction {
  const char* name;    ///< mangled
  ContextField field;  ///< not used by get_local_id
  bool is_local_id;
  unsigned beyond;  ///< the answer for a dimension above 2
};

/// Null for any other function.
const WorkItemFunction* find_work_item_function(llvm::StringRef name);

/// The work-item function that `value` calls, or null.
const WorkItemFunction* called_work_item_function(const llvm::Value& value);

/// The size of all work-groups of a kernel; zeros if it is not known.
using FixedLocalSize = std::array<std::uint64_t, 3>;

/// What is known of the work-groups of a kernel.
struct GroupShape {
  FixedLocalSize local_size{};  ///< in dimensions of the NDRange
  unsigned row_dimension = 0;   ///< of the NDRange, where the kernel has dimension 0 (row_dimension.h)
};

/// Replaces the calls inside of one function. Group-wide values are loaded once, before `anchor`.
class WorkItemLowering {
 public:
  WorkItemLowering(llvm::Value* group_context, llvm::Instruction* anchor, const GroupShape& shape)
      : group_context_(group_context), anchor_(anchor), shape_(shape) {}

  /// A 64-bit field of the context, loaded at the anchor; a constant if it is known. The dimension is the
  /// kernel's.
  llvm::Value* field(ContextField field, unsigned dimension);

  /// Replaces every call in `function`. `local_id` has 64 bits.
  void lower(llvm::Function& function, const std::array<llvm::Value*, 3>& local_id);

 private:
  llvm::Value* component(const WorkItemFunction& row, unsigned dimension);
  llvm::Value* answer(const WorkItemFunction& row, llvm::CallInst& call);

  llvm::Value* group_context_;
  llvm::Instruction* anchor_;
  std::array<llvm::Value*, 3> local_id_{};
  GroupShape shape_;
  std::map<std::pair<ContextField, unsigned>, llvm::Value*> loaded_;
};

}  // namespace quadcl::compiler
