// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch.h"
#include "core/qpu_code.h"
#include "core/result.h"

namespace quadcl {

/// Whether the code refers to arguments that the kernel has, and so on: binaries come from anywhere. What its
/// instructions do is not checked.
bool is_well_formed(const QpuCode& code, const KernelImage& kernel);

/// Whether the launch may run as the kernel's code for QPUs: sizes, and buffers that must not overlap. Error:
/// unsupported, with the reason.
Result<void> check_qpu_launch(const LaunchRequest& request);

}  // namespace quadcl
