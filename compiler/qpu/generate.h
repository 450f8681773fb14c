// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include <memory>
#include <string>

#include "core/qpu_code.h"

namespace quadcl::compiler::qpu {

/// The code of a kernel for QPUs, or why there is none.
struct Generated {
  std::shared_ptr<QpuCode> code;
  std::string problem;
  bool lacks_room = false;  ///< there are too few registers, or too many instructions
};

/// The kernel has gone through the rows for QPUs of pipeline.cpp. `asks_for_qpus`: they run it however long
/// its work-items take turns. `has_full_groups`: all work-groups have the same size.
Generated generate(llvm::Function& kernel, bool asks_for_qpus, bool has_full_groups);

/// Only code that runs work-groups of a known size with their local memory in registers (docs/adr/0031).
Generated generate_group_at_once(llvm::Function& kernel, bool asks_for_qpus);

}  // namespace quadcl::compiler::qpu
