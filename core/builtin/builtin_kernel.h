// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace quadcl {

/// The kernels that QuadCL ships; docs/builtin-kernels.md prints each as OpenCL C. Each has a row in
/// builtin_kernels.cpp (name and parameters), in qpu/kernels/builtin_jobs.cpp (QPU form) and in
/// host_fallback/builtin/cpu_builtins.cpp (CPU form).
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

}  // namespace quadcl
