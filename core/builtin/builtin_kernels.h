// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/builtin/checked_launch.h"
#include "core/builtin/output_comparison.h"
#include "core/launch.h"
#include "core/result.h"

namespace quadcl {

/// The kernels that QuadCL ships; docs/builtin-kernels.md prints each as OpenCL C. Each has a row in
/// builtin_kernels.cpp (name and parameters), in qpu/kernels/builtin_jobs.cpp (QPU form) and in
/// host_fallback/cpu_builtins.cpp (CPU form).
enum class BuiltinKernel : std::uint32_t {
  none,
  sgemm,
  transpose_32,
  transpose_64,
  sgemm_stepwise,  ///< only for recognised kernels in OpenCL C, not offered to programs
  limit,           ///< one more than the last
};

inline constexpr std::size_t kBuiltinKernels = static_cast<std::size_t>(BuiltinKernel::limit) - 1;

/// Whether a table has one row for each built-in kernel, in their order. `builtin` names the kernel of a row.
template <typename Row, std::size_t count>
constexpr bool has_every_builtin(const std::array<Row, count>& rows) {
  for (std::size_t i = 0; i < count; ++i)
    if (static_cast<std::size_t>(rows[i].builtin) != i + 1) return false;
  return count == kBuiltinKernels;
}

/// The row of a built-in kernel in such a table; null for `none`.
template <typename Row, std::size_t count>
const Row* find_builtin(const std::array<Row, count>& rows, BuiltinKernel builtin) {
  const auto index = static_cast<std::size_t>(builtin);
  return index >= 1 && index <= count ? &rows[index - 1] : nullptr;
}

/// The built-in kernels that programs may use, in the order of CL_DEVICE_BUILT_IN_KERNELS. All backends offer
/// the same list.
std::span<const KernelImage* const> builtin_kernel_images();

/// Any built-in kernel, including those that programs may not use; null for `none`.
const KernelImage* builtin_kernel_image(BuiltinKernel builtin);

/// Whether the kernel adds up products. Where any order of the sums will do, a CPU library computes it
/// faster.
bool is_product(BuiltinKernel builtin);

/// The answer of Backend::check for a built-in kernel. Errors: invalid_argument_value; unsupported if the
/// kernel is not built in.
Result<CheckedLaunch> check_builtin_launch(LaunchRequest request);

/// The offset of the first byte of the output that differs by more than the arithmetic of the QPUs explains,
/// from the start of the first launch's output. All launches are of one built-in kernel.
std::optional<std::uint64_t> builtin_difference(std::span<const CheckedLaunch> launches,
                                                const Outputs& outputs);

}  // namespace quadcl
