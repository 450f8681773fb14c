// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace quadcl {

/// The index space of one launch (OpenCL 3.0 API, section 3.2.1). Dimensions that are not used have
/// offset 0 and size 1.
struct NDRange {
  unsigned dimensions = 1;
  std::array<std::size_t, 3> offset{0, 0, 0};
  std::array<std::size_t, 3> global{1, 1, 1};
  /// All zero if the caller leaves the choice to us.
  std::array<std::size_t, 3> local{0, 0, 0};

  bool has_local() const { return local[0] != 0; }
  bool empty() const { return global[0] == 0 || global[1] == 0 || global[2] == 0; }
};

/// All dimensions, with `first` and 0 exchanged: the kernel's own order if its rows run along `first`.
constexpr std::array<unsigned, 3> dimensions_from(unsigned first) {
  std::array<unsigned, 3> dimensions{0, 1, 2};
  dimensions[0] = first;
  dimensions[first] = 0;
  return dimensions;
}

/// Work-groups along one dimension; the last one may be smaller. `local` is not 0.
constexpr std::size_t group_count(std::size_t global, std::size_t local) {
  return global / local + (global % local != 0 ? 1 : 0);
}

/// Work-items or work-groups of all dimensions together; empty if the product overflows size_t.
inline std::optional<std::size_t> product(const std::array<std::size_t, 3>& sizes) {
  std::size_t result = 1;
  for (const std::size_t size : sizes)
    if (__builtin_mul_overflow(result, size, &result)) return {};
  return result;
}

}  // namespace quadcl
