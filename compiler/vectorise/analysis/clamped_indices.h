// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace quadcl::compiler {

/// A value that is kept within limits: a minimum, a maximum, or a choice by comparison. It is `kept` for the
/// work-items for which `predicate` holds between `compared` and `bound`.
struct Limit {
  llvm::Value *kept, *compared, *bound;
  llvm::CmpInst::Predicate predicate;  ///< no equality
};

/// The instruction as a limit of an index. `is_uniform` tells the bound and the other choice from the index.
std::optional<Limit> limit_of(const llvm::Instruction& instruction,
                              llvm::function_ref<bool(const llvm::Value&)> is_uniform);

/// Whether the instruction may be a limit.
bool may_be_limit(const llvm::Instruction& instruction);

}  // namespace quadcl::compiler
