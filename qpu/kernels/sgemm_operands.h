// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/result.h"
#include "qpu/driver/bus_memory.h"
#include "qpu/kernels/sgemm_plan.h"

namespace quadcl::qpu {

/// A and B of a plan as its program can walk them. It needs a k of at least 2, and rows of op(B) with
/// elements side by side. A strip of the user's matrix without these (B is transposed, 64 elements are read
/// but the buffer ends before, k is tiny) is packed into a panel, padded with zeros. So is a strip of A with
/// rows that would evict each other from the TMU's cache. For each k, a panel of A has as many elements as a
/// tile has rows, one of B as many as it has columns.
class SgemmOperands {
 public:
  /// Prepares op(A) for rows in `rows` and op(B) for columns in `columns` of the launch.
  /// Errors: out_of_device_memory when there is no room for the panels.
  static Result<SgemmOperands> prepare(const SgemmPlan& plan, IndexRange rows, IndexRange columns,
                                       BusMemory& memory);

  /// The strip of op(A) that starts at `row`, the strip of op(B) that starts at `column`: both as in
  /// `prepare` plus a multiple of the tile's rows or columns.
  OperandWalk a(std::uint64_t row) const;
  OperandWalk b(std::uint64_t column) const;

 private:
  explicit SgemmOperands(const SgemmPlan& plan) : plan_(&plan) {}

  void pack_a(std::uint64_t row, float* panel) const;
  void pack_b(std::uint64_t column, float* panel) const;

  const SgemmPlan* plan_;
  IndexRange rows_, columns_;
  std::unique_ptr<Memory> panels_;
  std::vector<BusAddress> packed_a_;  ///< one for each strip; empty if A is read in place
  std::vector<BusAddress> packed_b_;  ///< one for each strip; address 0 if B is read in place
};

}  // namespace quadcl::qpu
