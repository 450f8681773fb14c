// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "core/launch.h"
#include "core/result.h"

namespace quadcl {

/// The shipped kernels, in the order of CL_DEVICE_BUILT_IN_KERNELS. docs/builtin-kernels.md prints each as
/// OpenCL C; all backends offer the same list.
std::span<const KernelImage* const> builtin_kernel_images();

/// Any built-in kernel, also one that is not in that list; null for `none`.
const KernelImage* builtin_kernel_image(BuiltinKernel builtin);

/// Whether a launch of it is an SgemmLaunch.
constexpr bool is_product(BuiltinKernel builtin) {
  return builtin == BuiltinKernel::sgemm || builtin == BuiltinKernel::sgemm_stepwise;
}

/// A half-open range of rows or columns of an output matrix.
struct IndexRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::uint64_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
};

/// What alpha multiplies.
enum class SgemmScaled : std::uint8_t { sum, a, b };

/// A launch of `sgemm`: row-major C = alpha * op(A) * op(B) + beta * C, of which only the block `rows` by
/// `columns` is computed. op(A) is m x k, op(B) is k x n. Leading dimensions in elements. A launch of
/// `sgemm_stepwise` also says where the roundings are: whether the sums start from beta * C or it is added at
/// the end, and whether alpha multiplies the sums or the elements of one operand.
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

  bool empty() const { return rows.empty() || columns.empty(); }

  /// Takes the launch apart and checks that every element the block needs lies inside its buffer.
  /// Error: invalid_argument_value.
  static Result<SgemmLaunch> from(const LaunchRequest& request);
};

/// A launch of `transpose_32` or `transpose_64`: out[x * height + y] = in[y * width + x] for x in `columns`
/// and y in `rows` of the input.
struct TransposeLaunch {
  std::uint32_t element_bytes = 4;
  MemoryRange in, out;
  std::uint32_t width = 0, height = 0;
  IndexRange rows, columns;

  bool empty() const { return rows.empty() || columns.empty(); }

  /// Error: invalid_argument_value.
  static Result<TransposeLaunch> from(const LaunchRequest& request);
};

/// What Backend::check answers for a built-in kernel. Error: invalid_argument_value.
Result<void> check_builtin_launch(const LaunchRequest& request);

}  // namespace quadcl
