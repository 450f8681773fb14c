// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "core/ndrange.h"

namespace quadcl {

/// The rows of work-items that a kernel prefers (core/kernel_image.h, KernelCode).
struct Rows {
  unsigned dimension = 0;   ///< along which they run
  bool has_blocks = false;  ///< several rows together are faster
};

/// Work-group sizes for an NDRange that leaves the choice to us. They divide the global sizes if that gives
/// groups of a useful size. Otherwise (prime sizes) the last group is smaller, unless `equal_groups` forbids
/// it. `workers` groups can run at once. Groups are as long as possible along `rows.dimension`, if the
/// NDRange is long there, else along x. With `rows.has_blocks`, groups have at least QUADCL_BLOCK_ROWS rows
/// if there are enough rows and work-items.
std::array<std::size_t, 3> choose_local_size(const NDRange& range, std::size_t workers, bool equal_groups,
                                             const Rows& rows = {});

/// Whether the work-items are so few that more than one group for them would be a surprise.
bool fits_one_group(const NDRange& range);

/// Groups with longer rows in place of those that the launch asks for; the last ones may be smaller. For
/// kernels that do not see groups. With `rows.has_blocks`, groups keep the number of their rows.
std::array<std::size_t, 3> join_groups(const NDRange& range, std::size_t workers, const Rows& rows);

}  // namespace quadcl
