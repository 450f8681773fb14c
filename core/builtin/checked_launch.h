// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "core/builtin/sgemm_launch.h"
#include "core/builtin/transpose_launch.h"
#include "core/launch/launch.h"

namespace quadcl {

/// A launch with arguments that its kernel accepts. Those of a built-in kernel are taken apart once, here.
struct CheckedLaunch {
  LaunchRequest request;
  std::variant<std::monostate, SgemmLaunch, TransposeLaunch> builtin;  ///< empty for other kernels
};

}  // namespace quadcl
