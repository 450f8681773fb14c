// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/backend.h"
#include "core/launch/launch.h"
#include "core/options.h"

namespace quadcl {

/// The reason why launches of a kernel run where they do.
enum class LaunchReason {
  built_in,        ///< on the device itself
  recognised,      ///< on the device itself, as an equivalent built-in kernel
  recognised_off,  ///< has an equivalent, but QUADCL_RECOGNISE=off
  refused,         ///< recognised, but the guard does not hold for this launch
  own_order,       ///< recognised, but only the kernel itself adds up in the order that the program asks for
  for_qpus,        ///< on the QPUs, compiled for them
  not_for_qpus,    ///< compiled for QPUs, but this launch cannot run there
  faster_on_cpu,   ///< compiled for QPUs, but `auto` leaves it to the CPU
  compiled,        ///< all other kernels, and transposes on the CPU device
};

/// Where a launch runs, and why.
struct LaunchChoice {
  LaunchTarget target = LaunchTarget::cpu;
  LaunchReason reason = LaunchReason::compiled;
  std::vector<CheckedLaunch> replacements;  ///< run in place of a recognised kernel, one after the other
  bool verified = false;                    ///< the kernel itself runs too, and its result is kept
  std::string log;                          ///< a line for the log; empty for none
};

/// The choice for launches whose arguments satisfy the guard; it is the same for all of them.
LaunchChoice select_target(const KernelImage& kernel, DeviceKind device, const Options& options);

/// Where this launch runs. The device's check must have accepted it.
LaunchChoice select_launch(const LaunchRequest& request, DeviceKind device, const Options& options);

/// Where the kernel itself runs: on its device if it is built in, on the CPU if it is compiled.
LaunchTarget own_target(const KernelImage& kernel, DeviceKind device);

/// The built-in kernel that the kernel runs as on the device, or why there is none.
std::string recognition_text(const KernelImage& kernel, DeviceKind device, const Options& options);

/// The same as a line of the build log for QUADCL_RECOGNISE=verbose; empty in the other modes.
std::string recognition_line(const KernelImage& kernel);

}  // namespace quadcl
