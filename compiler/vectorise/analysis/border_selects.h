// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace quadcl::compiler {

/// An index of which work-items choose one of two forms by their place: `x < 0 ? -x : x` at the border of an
/// image, `x < 0 ? x + n : x`.
struct Choice {
  llvm::SelectInst* select;
  /// Whether the true or the false value is taken for the index of all work-items; empty if both change alike
  /// from one to the next, so that either will do.
  std::optional<bool> kept;
};

/// The instruction as such a choice. Its condition must depend only on places, not on data: then it changes
/// once or twice along a row. `stride_of` is how a value changes along the row; empty if in no regular way.
std::optional<Choice> choice_of(
    const llvm::Instruction& instruction,
    llvm::function_ref<std::optional<std::int64_t>(const llvm::Value&)> stride_of);

}  // namespace quadcl::compiler
