// SPDX-License-Identifier: Apache-2.0
#include "core/launch/launch_selector.h"

#include "core/builtin/builtin_kernels.h"
#include "core/builtin/recognition.h"
#include "core/launch/qpu_launch.h"
#include "core/processors.h"

namespace quadcl {
namespace {

/// Why the CPU runs a kernel that is compiled for QPUs, too; empty if it does not.
std::string left_to_cpu(const QpuCode& code, const Options& options) {
  if (options.qpu_compile != QpuCompile::automatic) return {};
  return faster_on_cpu(code, usable_processors());
}

/// For kernels that are not recognised, or must not run as what they are recognised as.
LaunchReason without_builtin(const KernelImage& kernel, DeviceKind device, const Options& options,
                             LaunchReason otherwise) {
  if (device != DeviceKind::gpu || kernel.qpu_code == nullptr) return otherwise;
  return left_to_cpu(*kernel.qpu_code, options).empty() ? LaunchReason::for_qpus
                                                        : LaunchReason::faster_on_cpu;
}

LaunchReason reason_for(const KernelImage& kernel, DeviceKind device, const Options& options) {
  if (kernel.is_builtin()) return LaunchReason::built_in;
  if (!kernel.recognition) return without_builtin(kernel, device, options, LaunchReason::compiled);
  if (device == DeviceKind::cpu && !is_product(kernel.recognition->builtin)) return LaunchReason::compiled;
  if (options.recognise == Recognise::off)
    return without_builtin(kernel, device, options, LaunchReason::recognised_off);
  if (device == DeviceKind::cpu && !kernel.reorders_sums) return LaunchReason::own_order;
  return LaunchReason::recognised;
}

/// For a launch that the kernel's own code runs, not a built-in kernel.
const char* fallback(DeviceKind device) {
  return device == DeviceKind::cpu ? "' runs as it is: " : "' runs on the CPU: ";
}

/// For QUADCL_QPU_COMPILE=verbose: where a launch runs whose arguments allow all that its kernel can do.
std::string compiled_line(const LaunchRequest& request, DeviceKind device, LaunchReason reason,
                          const Options& options) {
  const KernelImage& kernel = *request.kernel;
  if (options.qpu_compile != QpuCompile::verbose || device != DeviceKind::gpu || request.range.empty())
    return {};
  if (reason == LaunchReason::for_qpus) return "kernel '" + kernel.name + "' runs on the QPUs";
  if (reason != LaunchReason::compiled) return {};
  const std::string why =
      kernel.not_on_qpus.empty() ? "it was built without code for QPUs" : kernel.not_on_qpus;
  return "kernel '" + kernel.name + fallback(device) + why;
}

}  // namespace

LaunchTarget own_target(const KernelImage& kernel, DeviceKind device) {
  return kernel.is_builtin() && device == DeviceKind::gpu ? LaunchTarget::qpu : LaunchTarget::cpu;
}

LaunchChoice select_target(const KernelImage& kernel, DeviceKind device, const Options& options) {
  const LaunchReason reason = reason_for(kernel, device, options);
  const bool on_qpu =
      reason == LaunchReason::for_qpus || (reason == LaunchReason::recognised && device == DeviceKind::gpu);
  return {.target = on_qpu ? LaunchTarget::qpu : own_target(kernel, device), .reason = reason};
}

LaunchChoice select_launch(const LaunchRequest& request, DeviceKind device, const Options& options) {
  LaunchChoice choice = select_target(*request.kernel, device, options);
  std::string why;
  if (choice.reason == LaunchReason::recognised) {
    auto builtin = as_builtin_launches(request, choice.target);
    if (builtin.ok()) {
      choice.replacements = std::move(*builtin);
      choice.verified = options.recognise == Recognise::verify;
      return choice;
    }
    why = builtin.error().message;
    choice.reason = without_builtin(*request.kernel, device, options, LaunchReason::refused);
  }
  if (choice.reason == LaunchReason::for_qpus) {
    const auto possible = check_qpu_launch(request);
    why = possible.ok() ? left_to_cpu(qpu_code_for(request), options) : possible.error().message;
    if (why.empty()) {
      choice.verified = options.qpu_compile == QpuCompile::verify;
      choice.log = compiled_line(request, device, choice.reason, options);
      return choice;
    }
    choice.reason = possible.ok() ? LaunchReason::faster_on_cpu : LaunchReason::not_for_qpus;
  }
  if (why.empty()) {
    choice.log = compiled_line(request, device, choice.reason, options);
    return choice;
  }
  choice.target = LaunchTarget::cpu;
  const bool tells = options.recognise == Recognise::verbose || options.qpu_compile == QpuCompile::verbose;
  // A launch without work-items runs nowhere.
  if (tells && !request.range.empty())
    choice.log = "kernel '" + request.kernel->name + fallback(device) + why;
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
