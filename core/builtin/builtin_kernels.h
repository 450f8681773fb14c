// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/builtin/builtin_kernel.h"
#include "core/builtin/checked_launch.h"
#include "core/builtin/output_comparison.h"
#include "core/launch/launch.h"
#include "core/result.h"

namespace quadcl {

/// The built-in kernels that programs may use, in the order of CL_DEVICE_BUILT_IN_KERNELS. All backends offer
/// the same list.
std::span<const KernelImage* const> builtin_kernel_images();

/// Any built-in kernel, including those that programs may not use; null for `none`.
const KernelImage* builtin_kernel_image(BuiltinKernel builtin);

/// Whether the kernel adds up products. Where any order of the sums will do, a CPU library computes it
/// faster.
bool is_product(BuiltinKernel builtin);

/// The answer of Backend::check for a built-in kernel. Errors: invalid_argument_value; unsupported if the
/// kernel is not built in.
Result<CheckedLaunch> check_builtin_launch(LaunchRequest request);

/// The offset of the first byte of the output that differs by more than the arithmetic of the QPUs explains,
/// from the start of the first launch's output. All launches are of one built-in kernel.
std::optional<std::uint64_t> builtin_difference(std::span<const CheckedLaunch> launches,
                                                const Outputs& outputs);

}  // namespace quadcl
