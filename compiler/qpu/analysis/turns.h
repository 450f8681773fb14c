// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/qpu/analysis/memory_order.h"
#include "core/qpu_code.h"

namespace quadcl::compiler::qpu {

/// Estimates how long work-items take turns at the DMA engine: those that store to scattered places, or
/// change what others change.
QpuTurns estimate_turns(llvm::Function& kernel, const MemoryOrder& order);

}  // namespace quadcl::compiler::qpu
