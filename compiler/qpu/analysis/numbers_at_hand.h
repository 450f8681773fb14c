// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Instructions.h>

#include "compiler/ir/runtime_functions.h"
#include "compiler/ir/work_item_functions.h"

namespace quadcl::compiler::qpu {

/// Ids, sizes and words of arguments, which can be asked for anywhere.
inline bool asks_for_number(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&value);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr &&
         (find_work_item_function(callee->getName()) != nullptr || callee->getName() == kGlobalIdFunction ||
          callee->getName() == kArgumentWordFunction);
}

}  // namespace quadcl::compiler::qpu
