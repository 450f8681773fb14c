// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/result.h"
#include "core/sgemm_launch.h"
#include "qpu/driver/bus_memory.h"
#include "qpu/kernels/sgemm_plan.h"

namespace quadcl::qpu {

/// Steps of the micro-kernel for a product over `k`: at least two. Missing steps are padded with zeros.
std::uint32_t padded_k(std::uint32_t k);

/// A and B of a launch in a form that the micro-kernel can read. It needs a k of at least 2, and rows of
/// op(B) with 64 elements side by side. A strip without these (B is transposed, the strip ends at the end of
/// the buffer, k is tiny) is packed into a panel, padded with zeros. A strip of A is also packed if its rows
/// would evict each other from the TMU's cache. A panel of A has 16 elements for each k, a panel of B has 64.
class SgemmOperands {
 public:
  /// Prepares op(A) for the rows `rows` and op(B) for the columns `columns` of the launch. Error:
  /// out_of_device_memory if there is no room for the panels.
  static Result<SgemmOperands> prepare(const SgemmLaunch& launch, IndexRange rows, IndexRange columns,
                                       BusMemory& memory);

  /// The strip of op(A) that starts at `row`, and the strip of op(B) that starts at `column`. Both differ
  /// from the start in `prepare` by a multiple of 16 or 64.
  OperandWalk a(std::uint64_t row) const;
  OperandWalk b(std::uint64_t column) const;

  /// Bytes of the panel of one strip of op(A) or op(B) if all strips must be packed, else 0.
  static std::uint64_t packed_a_strip_bytes(const SgemmLaunch& launch);
  static std::uint64_t packed_b_strip_bytes(const SgemmLaunch& launch);

 private:
  explicit SgemmOperands(const SgemmLaunch& launch) : launch_(&launch) {}

  void pack_a(std::uint64_t row, float* panel) const;
  void pack_b(std::uint64_t column, float* panel) const;

  const SgemmLaunch* launch_;
  IndexRange rows_, columns_;
  std::unique_ptr<Memory> panels_;
  std::vector<BusAddress> packed_a_;  ///< one for each strip; empty if A is read in place
  std::vector<BusAddress> packed_b_;  ///< one for each strip; address 0 if B is read in place
};

}  // namespace quadcl::qpu
