// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "core/ndrange.h"

namespace quadcl {

/// Work-group sizes for an NDRange that leaves the choice to us. They divide the global sizes if that gives
/// groups of a useful size. Otherwise (prime sizes) the last group is smaller, unless `equal_groups` forbids
/// it. `workers` groups can run at once. Groups are as long as possible along `row_dimension`, if they can be
/// long there, else along x.
std::array<std::size_t, 3> choose_local_size(const NDRange& range, std::size_t workers, bool equal_groups,
                                             unsigned row_dimension = 0);

}  // namespace quadcl
