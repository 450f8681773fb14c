// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel_abi.h"
#include "core/kernel_image.h"
#include "core/result.h"

namespace quadcl {

/// The machine code of a kernel, loaded on the first call for its program. Needs no compiler. Errors:
/// out_of_host_memory, internal (the code cannot be loaded).
Result<quadcl_kernel_function> load_kernel(const KernelCode& code);

}  // namespace quadcl
