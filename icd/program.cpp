// SPDX-License-Identifier: Apache-2.0
#include "icd/program.h"

#include <algorithm>

namespace quadcl::icd {

Program::Program(Ref<Context> context, std::string source)
    : Object(ObjectKind::program),
      context_(std::move(context)),
      origin_(ProgramOrigin::source),
      devices_(context_->devices().begin(), context_->devices().end()),
      source_(std::move(source)) {}

Program::Program(Ref<Context> context, std::vector<Device*> devices,
                 std::span<const std::string> builtin_kernels)
    : Object(ObjectKind::program),
      context_(std::move(context)),
      origin_(ProgramOrigin::built_in_kernels),
      devices_(std::move(devices)),
      kernels_(builtin_kernels.begin(), builtin_kernels.end()) {}

bool Program::has(const Device& device) const {
  return std::find(devices_.begin(), devices_.end(), &device) != devices_.end();
}

std::vector<DeviceKernel> Program::kernel(const std::string& name) const {
  std::vector<DeviceKernel> found;
  if (std::find(kernels_.begin(), kernels_.end(), name) == kernels_.end()) return found;
  for (Device* device : devices_)
    if (const KernelImage* image = device->builtin_kernel(name)) found.push_back({device, image});
  return found;
}

}  // namespace quadcl::icd
