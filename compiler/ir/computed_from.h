// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Instruction;
class Value;
}  // namespace llvm

namespace quadcl::compiler {

/// Whether the value is, or is computed from, an instruction that is wanted. Only instructions that are
/// inside are looked at, and no more than a few dozen: then the result is `if_unknown`.
bool is_computed_from(const llvm::Value& value, llvm::function_ref<bool(const llvm::Instruction&)> is_inside,
                      llvm::function_ref<bool(const llvm::Instruction&)> is_wanted, bool if_unknown = false);

}  // namespace quadcl::compiler
