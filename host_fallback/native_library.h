// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel_abi.h"
#include "core/kernel_image.h"
#include "core/result.h"

namespace quadcl {

/// The machine code of a kernel, loaded on the first call for its program. Needs no compiler.
/// `temporary_folder` is used where /proc is missing. Errors: out_of_host_memory, out_of_resources (no place
/// for the code), internal (the code cannot be loaded).
Result<quadcl_kernel_function> load_kernel(const KernelCode& code, const std::string& temporary_folder);

}  // namespace quadcl
