// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/qpu/analysis/lane_strides.h"
#include "compiler/qpu/analysis/memory_order.h"
#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {

/// Called with a condition under which a work-item does not go the way of a version for full rows.
inline constexpr const char* kLeaveFunction = "quadcl.leave_full_rows";

/// Whether it is a call of that function.
bool is_leave(const llvm::Value& value);

/// Whether what is left of a line runs row by row, and not again with rows before it.
bool runs_rest_alone(const llvm::Function& version, const MemoryOrder& order);

/// Whether rows that leave the version lie at the end of a line: behind one that does, all do.
bool is_left_at_end(llvm::Function& version, const LaneStrides& strides);

/// A version of a kernel for full rows whose work-items all go the same way, or null if there is none. It is
/// in the module; erase it after use. May be the kernel itself.
///
/// Branches at the borders of a range (`x < size`, `x == 0`) become calls of kLeaveFunction: before anything
/// was stored, rows with such a border leave this version for the kernel itself.
llvm::Function* make_full_version(llvm::Function& kernel, Among among = Among::row);

}  // namespace quadcl::compiler::qpu
