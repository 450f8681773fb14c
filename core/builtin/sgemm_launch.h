// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/builtin/launch_arguments.h"
#include "core/builtin/output_comparison.h"
#include "core/launch/launch.h"
#include "core/result.h"

namespace quadcl {

/// The factor that alpha multiplies.
enum class SgemmScaled : std::uint8_t { sum, a, b };

/// A launch of `sgemm`: row-major C = alpha * op(A) * op(B) + beta * C, for the block `rows` by `columns`
/// only. op(A) is m x k, op(B) is k x n. Leading dimensions are in elements. A launch of `sgemm_stepwise`
/// also defines the roundings: whether beta * C is added first or last, and whether alpha multiplies the sums
/// or the elements of one operand. Sums that start from beta * C and are multiplied by alpha are
/// alpha * (beta * C + op(A) * op(B)).
struct SgemmLaunch {
  bool trans_a = false;
  bool trans_b = false;
  std::uint32_t m = 0, n = 0, k = 0;
  float alpha = 0, beta = 0;
  MemoryRange a, b, c;
  std::uint32_t lda = 0, ldb = 0, ldc = 0;
  bool starts_from_c = false;
  SgemmScaled scaled = SgemmScaled::sum;
  IndexRange rows, columns;

  /// Whether alpha multiplies beta * C, too.
  bool scales_c() const { return starts_from_c && scaled == SgemmScaled::sum; }
  bool empty() const { return rows.empty() || columns.empty(); }

  /// Takes the launch apart and checks that every element the block needs lies inside its buffer.
  /// Error: invalid_argument_value.
  static Result<SgemmLaunch> from(const LaunchRequest& request);
};

/// For builtin_difference: elements of the launches' blocks may differ by the bound of
/// docs/builtin-kernels.md.
std::optional<std::uint64_t> sgemm_difference(std::span<const SgemmLaunch> launches, const Outputs& outputs);

}  // namespace quadcl
