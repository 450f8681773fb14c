// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// A pointer to a word that may be loaded by lanes that are to load nothing.
inline constexpr const char* kNowhereFunction = "quadcl.nowhere";

/// Of what only some lanes need: operations, and loads, each of which takes some more.
struct FlattenLimits {
  std::size_t operations = 60, loads = 6;
};

/// Makes one block of a function, if its branches only choose between a few values: all lanes compute what is
/// on both ways, and choose. Where they would not go, they load from nowhere. Returns whether it did.
bool flatten_branches(llvm::Function& function, FlattenLimits limits = {});

}  // namespace quadcl::compiler::qpu
