// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/backend.h"
#include "core/launch.h"
#include "core/options.h"

namespace quadcl {

/// What decides where launches of a kernel run.
enum class LaunchReason {
  built_in,        ///< on the device itself
  recognised,      ///< as the built-in kernel that does the same
  recognised_off,  ///< the same, but QUADCL_RECOGNISE=off
  refused,         ///< recognised, but the guard does not hold for this launch
  compiled,        ///< all other kernels, and all on the CPU device
};

/// Where a launch runs, and why.
struct LaunchChoice {
  LaunchTarget target = LaunchTarget::cpu;
  LaunchReason reason = LaunchReason::compiled;
  std::optional<LaunchRequest> builtin;  ///< what runs in place of a recognised kernel
  bool verified = false;                 ///< the kernel itself runs too, and its result counts
  std::string log;                       ///< a line for the log; empty for none
};

/// Of every launch of the kernel whose arguments allow it.
LaunchChoice select_target(const KernelImage& kernel, DeviceKind device, const Options& options);

/// Of this launch, which the device's check has accepted.
LaunchChoice select_launch(const LaunchRequest& request, DeviceKind device, const Options& options);

/// Where the kernel itself runs: a built-in one on its device, a compiled one on the CPU.
LaunchTarget own_target(const KernelImage& kernel, DeviceKind device);

/// The built-in kernel that the kernel runs as on QPUs, or why there is none.
std::string recognition_text(const KernelImage& kernel, const Options& options);

/// The same as a line of the build log with QUADCL_RECOGNISE=verbose; empty if recognition was not asked for.
std::string recognition_line(const KernelImage& kernel);

}  // namespace quadcl
