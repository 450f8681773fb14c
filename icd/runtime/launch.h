// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/launch/launch_selector.h"
#include "icd/objects/context.h"
#include "icd/objects/device.h"
#include "icd/objects/memory_object.h"
#include "icd/objects/postponed_kernels.h"
#include "icd/runtime/command.h"

namespace quadcl::icd {

/// A launch of a kernel on a device, with everything that must live until it ends.
struct Launch {
  CheckedLaunch checked;
  std::vector<Ref<MemoryObject>> memory_objects;  // objects that the request refers to
  std::shared_ptr<const KernelImage> image;
  Ref<Context> context;  // its callback hears of differences
  LaunchChoice choice;
  /// Makes code for QPUs when the launch runs, for its local size; null if there is none to make.
  std::shared_ptr<PostponedKernels> code_for_sizes;
  Purpose size;
};

/// What a kernel is launched with.
struct LaunchParts {
  LaunchRequest request;
  std::vector<Ref<MemoryObject>> memory_objects;
  std::shared_ptr<const KernelImage> image;
  std::shared_ptr<PostponedKernels> code_for_sizes;  // Kernel::code_for_sizes
};

/// Checks the launch and chooses where it runs. The error is that of the backend, which alone knows the rules
/// of its kernels; the context's callback gets its message.
Outcome<std::shared_ptr<Launch>> make_launch(const Device& device, Context& context, LaunchParts parts);

/// Runs the launch to its end, once.
Completion run_launch(const Device& device, Launch& launch);

}  // namespace quadcl::icd
