// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/builtin/launch_arguments.h"
#include "core/launch/launch.h"
#include "core/result.h"

namespace quadcl {

/// A launch of `transpose_32` or `transpose_64`: out[x * height + y] = in[y * width + x] for x in `columns`
/// and y in `rows` of the input.
struct TransposeLaunch {
  std::uint32_t element_bytes = 4;
  MemoryRange in, out;
  std::uint32_t width = 0, height = 0;
  IndexRange rows, columns;

  bool empty() const { return rows.empty() || columns.empty(); }

  /// Takes the launch apart and checks that every element the block needs lies inside its buffer.
  /// Error: invalid_argument_value.
  static Result<TransposeLaunch> from(const LaunchRequest& request);
};

}  // namespace quadcl
