// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>

#include "core/kernel_abi.h"
#include "core/kernel_image.h"
#include "core/result.h"

namespace quadcl {

/// A kernel's machine code in this process.
struct LoadedKernel {
  quadcl_kernel_function function = nullptr;
  /// The least time that a work-item took in a launch, which grows slowly with later ones; 0 before the
  /// first. Threads may read and write it at any time: it only guides.
  std::atomic<float> nanoseconds_per_item = 0;
};

/// The machine code of a kernel, loaded on the first call for its program. Needs no compiler. Lives as long
/// as `code.object`. `temporary_folder` is used where /proc is missing. Errors: out_of_host_memory,
/// out_of_resources (no place for the code), internal (the code cannot be loaded).
Result<LoadedKernel*> load_kernel(const KernelCode& code, const std::string& temporary_folder);

}  // namespace quadcl
