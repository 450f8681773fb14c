// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace quadcl {

/// The optional instruction sets of this processor that compiled kernels use, in LLVM's spelling:
/// "+avx2,+fma". Found without LLVM, so that a machine without the compiler can judge a program binary.
/// Only those that all processors of the architecture have if QUADCL_CPU_FEATURES says so.
const std::string& host_cpu_features();

/// Whether host_cpu_features() have instructions that convert between half and float.
bool host_converts_halves();

/// Architecture, instruction sets and kernel ABI, as one line. Compiled code runs on machines whose line is
/// the same.
const std::string& host_target();

}  // namespace quadcl
