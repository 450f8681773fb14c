// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace quadcl {

// Limits that all devices have in common, as clGetDeviceInfo reports them.

inline constexpr std::size_t kMaxWorkItemDimensions = 3;
/// The most work-items of a work-group, and in each of its dimensions. Compiled kernels rely on it: a change
/// increases QUADCL_KERNEL_ABI_VERSION.
inline constexpr std::size_t kMaxWorkGroupSize = 1024;
/// CL_DEVICE_MEM_BASE_ADDR_ALIGN in bytes: the size of a long16.
inline constexpr std::size_t kBufferAlignment = 128;

}  // namespace quadcl
