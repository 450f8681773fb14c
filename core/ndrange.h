// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace quadcl {

/// The index space of one launch (OpenCL 3.0 API, section 3.2.1). Dimensions that are not used have
/// offset 0 and size 1.
struct NDRange {
  unsigned dimensions = 1;
  std::array<std::size_t, 3> offset{0, 0, 0};
  std::array<std::size_t, 3> global{1, 1, 1};
  /// All zero when the caller left the choice to us.
  std::array<std::size_t, 3> local{0, 0, 0};

  bool has_local() const { return local[0] != 0; }
  bool empty() const { return global[0] == 0 || global[1] == 0 || global[2] == 0; }
};

}  // namespace quadcl
