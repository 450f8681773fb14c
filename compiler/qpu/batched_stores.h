// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

#include "compiler/qpu/lane_strides.h"
#include "core/qpu_code.h"

namespace quadcl::compiler::qpu {

/// Stores of which several rows wait in the VPM for one transfer: all work-items run them once, neighbours
/// store side by side, and nothing else is stored to the same buffer.
struct BatchedStores {
  /// For each such store its number, from 0.
  llvm::DenseMap<const llvm::StoreInst*, std::uint32_t> numbers;
  std::uint32_t rows = 0;       ///< that wait for each of them at most
  std::vector<QpuApart> apart;  ///< buffers that must not overlap, as stores come in another order
};

BatchedStores find_batched_stores(const llvm::Function& kernel, const LaneStrides& strides);

}  // namespace quadcl::compiler::qpu
