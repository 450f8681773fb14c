// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace quadcl::tools {

/// Kernels that the doctor compiles and tries: each with arguments (global const uint* in, global uint* out,
/// uint n) and a work-item for each of n numbers. `in` has as many words, `out` twice as many.
extern const char* const kSelftestSource;
inline constexpr std::array kSelftestKernels{"float_sums", "integer_branches", "scattered_bytes", "large_groups"};

}  // namespace quadcl::tools
