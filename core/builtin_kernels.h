// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/launch.h"
#include "core/output_comparison.h"
#include "core/result.h"

namespace quadcl {

/// The kernels that QuadCL ships; docs/builtin-kernels.md prints each as OpenCL C. Each has a row in
/// builtin_kernels.cpp (what it is called and takes), in qpu/kernels/builtin_jobs.cpp and in
/// host_fallback/cpu_builtins.cpp (how it runs).
enum class BuiltinKernel : std::uint32_t {
  none,
  sgemm,
  transpose_32,
  transpose_64,
  sgemm_stepwise,  ///< not offered to programs: what kernels in OpenCL C may be recognised as
  limit,           ///< one more than the last
};

inline constexpr std::size_t kBuiltinKernels = static_cast<std::size_t>(BuiltinKernel::limit) - 1;

/// Whether a table has one row for each built-in kernel, in their order. A row says in `builtin` whose it is.
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

/// Those that programs may use, in the order of CL_DEVICE_BUILT_IN_KERNELS; all backends offer the same list.
std::span<const KernelImage* const> builtin_kernel_images();

/// Any built-in kernel, also one that is not in that list; null for `none`.
const KernelImage* builtin_kernel_image(BuiltinKernel builtin);

/// What Backend::check answers for a built-in kernel. Errors: invalid_argument_value; unsupported if the
/// kernel is not built in.
Result<void> check_builtin_launch(const LaunchRequest& request);

/// Where the output of a built-in kernel is off by more than the arithmetic of the QPUs explains: the offset
/// of the first such byte. `launch` has passed the check.
std::optional<std::uint64_t> builtin_difference(const LaunchRequest& launch, const Outputs& outputs);

}  // namespace quadcl
