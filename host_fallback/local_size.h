// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "core/ndrange.h"

namespace quadcl {

/// What a kernel prefers (KernelCode).
struct Rows {
  unsigned dimension = 0;
  bool has_blocks = false;
};

/// Work-group sizes for an NDRange that leaves the choice to us. They divide the global sizes if that gives
/// groups of a useful size. Otherwise (prime sizes) the last group is smaller, unless `equal_groups` forbids
/// it. `workers` groups can run at once. Groups are as long as possible along `rows.dimension`, if they can
/// be long there, else along x. If rows go together in blocks, and there are enough of them, groups have
/// several rows.
std::array<std::size_t, 3> choose_local_size(const NDRange& range, std::size_t workers, bool equal_groups,
                                             const Rows& rows = {});

}  // namespace quadcl
