// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/qpu/analysis/row_divergence.h"

namespace quadcl::compiler::qpu {

/// Names of functions begin so that give a pointer to a word that may be loaded by lanes that are to load
/// nothing. The address space follows.
inline constexpr const char* kNowhereFunction = "quadcl.nowhere";

/// (word, pointer, condition): stores to local memory in lanes where the condition is true.
inline constexpr const char* kStoreIfFunction = "quadcl.store_if";

/// Of what only some lanes need: operations, and loads, each of which takes some more.
struct FlattenLimits {
  std::size_t operations = 60, loads = 6;
};

/// Makes one block of a function, if its branches only choose between a few values: all lanes compute what is
/// on both ways, and choose. Where they would not go, they load from nowhere. Returns whether it did.
bool flatten_branches(llvm::Function& function, FlattenLimits limits = {});

/// The same for each innermost loop in which work-items part, if it has its end in one place.
bool flatten_loops(llvm::Function& function, Among among, FlattenLimits limits = {});

/// The same for each branch that only chooses between a few values, whatever else the function has.
bool flatten_choices(llvm::Function& function, FlattenLimits limits = {});

/// The same for what lies between a branch and where its ways meet again, for each with a store to local
/// memory on a way. Such stores become calls, in blocks where all lanes come. False if some remains.
bool flatten_local_stores(llvm::Function& function, FlattenLimits limits);

}  // namespace quadcl::compiler::qpu
