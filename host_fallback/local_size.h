// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "core/ndrange.h"

namespace quadcl {

/// Work-group sizes for an NDRange that leaves the choice to us: they divide the global sizes where that
/// gives groups of a useful size, and leave a smaller group at the end where it does not (prime sizes),
/// unless all groups must be equal. `workers` groups can run at once.
std::array<std::size_t, 3> choose_local_size(const NDRange& range, std::size_t workers, bool equal_groups);

}  // namespace quadcl
