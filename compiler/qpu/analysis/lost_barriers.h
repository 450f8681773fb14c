// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>

namespace quadcl::compiler::qpu {

/// The attribute of kernels whose barriers remove-tiles has removed.
inline constexpr const char* kLostBarriers = "quadcl-lost-barriers";

/// Whether work-items of the kernel no longer wait for each other, so that what one stores, others must not
/// load.
inline bool has_lost_barriers(const llvm::Function& kernel) { return kernel.hasFnAttribute(kLostBarriers); }

}  // namespace quadcl::compiler::qpu
