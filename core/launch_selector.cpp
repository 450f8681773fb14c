// SPDX-License-Identifier: Apache-2.0
#include "core/launch_selector.h"

#include "core/builtin_kernels.h"
#include "core/recognition.h"

namespace quadcl {
namespace {

LaunchReason reason_for(const KernelImage& kernel, DeviceKind device, const Options& options) {
  if (kernel.is_builtin()) return LaunchReason::built_in;
  if (!kernel.recognition) return LaunchReason::compiled;
  if (device == DeviceKind::cpu && !is_product(kernel.recognition->builtin)) return LaunchReason::compiled;
  if (options.recognise == Recognise::off) return LaunchReason::recognised_off;
  if (device == DeviceKind::cpu && !kernel.reorders_sums) return LaunchReason::own_order;
  return LaunchReason::recognised;
}

/// For a launch that the kernel's own code runs, not a built-in kernel.
const char* fallback(DeviceKind device) {
  return device == DeviceKind::cpu ? "' runs as it is: " : "' runs on the CPU: ";
}

}  // namespace

LaunchTarget own_target(const KernelImage& kernel, DeviceKind device) {
  return kernel.is_builtin() && device == DeviceKind::gpu ? LaunchTarget::qpu : LaunchTarget::cpu;
}

LaunchChoice select_target(const KernelImage& kernel, DeviceKind device, const Options& options) {
  const LaunchReason reason = reason_for(kernel, device, options);
  const bool on_qpu = reason == LaunchReason::recognised && device == DeviceKind::gpu;
  return {.target = on_qpu ? LaunchTarget::qpu : own_target(kernel, device), .reason = reason};
}

LaunchChoice select_launch(const LaunchRequest& request, DeviceKind device, const Options& options) {
  LaunchChoice choice = select_target(*request.kernel, device, options);
  if (choice.reason != LaunchReason::recognised) return choice;
  auto builtin = as_builtin_launches(request, choice.target);
  if (builtin.ok()) {
    choice.builtin = std::move(*builtin);
    choice.verified = options.recognise == Recognise::verify;
    return choice;
  }
  choice.target = LaunchTarget::cpu;
  choice.reason = LaunchReason::refused;
  // A launch without work-items runs nowhere.
  if (options.recognise == Recognise::verbose && !request.range.empty())
    choice.log = "kernel '" + request.kernel->name + fallback(device) + builtin.error().message;
  return choice;
}

std::string recognition_text(const KernelImage& kernel, DeviceKind device, const Options& options) {
  switch (reason_for(kernel, device, options)) {
    case LaunchReason::built_in:
      return kernel.name;
    case LaunchReason::recognised:
      return kernel.recognition->text;
    case LaunchReason::recognised_off:
      return "left to the CPU by QUADCL_RECOGNISE=off: " + kernel.recognition->text;
    case LaunchReason::own_order:
      return "runs as it is, because its program does not allow another order of sums: " +
             kernel.recognition->text;
    default:
      if (kernel.recognition) return kernel.recognition->text;
      return kernel.not_recognised.empty() ? "recognition was not asked for" : kernel.not_recognised;
  }
}

std::string recognition_line(const KernelImage& kernel) {
  if (kernel.recognition) return "kernel '" + kernel.name + "' is " + kernel.recognition->text + "\n";
  if (kernel.not_recognised.empty()) return {};
  return "kernel '" + kernel.name + "' is not recognised: " + kernel.not_recognised + "\n";
}

}  // namespace quadcl
