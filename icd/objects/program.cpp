// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/program.h"

#include <algorithm>

namespace quadcl::icd {
namespace {

std::shared_ptr<const KernelImage> kernel_of(const std::shared_ptr<const ProgramImage>& image,
                                             const std::string& name) {
  for (const KernelImage& kernel : image->kernels)
    if (kernel.name == name) return {image, &kernel};
  return nullptr;
}

/// A kernel that lives as long as the platform.
std::shared_ptr<const KernelImage> builtin_of(const Device& device, const std::string& name) {
  return {std::shared_ptr<void>(), device.builtin_kernel(name)};
}

bool is_same_argument(const KernelArgument& one, const KernelArgument& other) {
  return one.type_name == other.type_name && one.address == other.address && one.size == other.size &&
         one.access == other.access && one.is_pipe == other.is_pipe && one.handle == other.handle;
}

}  // namespace

bool are_defined_alike(std::span<const DeviceKernel> kernels) {
  return std::ranges::all_of(kernels, [&](const DeviceKernel& kernel) {
    return std::ranges::equal(kernel.image->arguments, kernels.front().image->arguments, is_same_argument);
  });
}

Program::Program(Ref<Context> context, std::string source)
    : Object(ObjectKind::program),
      context_(std::move(context)),
      origin_(ProgramOrigin::source),
      devices_(context_->devices().begin(), context_->devices().end()),
      source_(std::move(source)),
      states_(devices_.size()) {}

Program::Program(Ref<Context> context, std::vector<Device*> devices,
                 std::span<const std::string> builtin_kernels)
    : Object(ObjectKind::program),
      context_(std::move(context)),
      origin_(ProgramOrigin::built_in_kernels),
      devices_(std::move(devices)),
      builtin_kernels_(builtin_kernels.begin(), builtin_kernels.end()),
      states_(devices_.size()) {
  for (BuildState& state : states_) state.status = CL_BUILD_SUCCESS;
}

Program::Program(Ref<Context> context, ProgramOrigin origin, std::vector<Device*> devices,
                 std::vector<BuildState> states)
    : Object(ObjectKind::program),
      context_(std::move(context)),
      origin_(origin),
      devices_(std::move(devices)),
      loaded_(states),
      states_(std::move(states)) {}

bool Program::has(const Device& device) const {
  return std::find(devices_.begin(), devices_.end(), &device) != devices_.end();
}

std::size_t Program::index_of(const Device& device) const {
  const auto found = std::find(devices_.begin(), devices_.end(), &device);
  return static_cast<std::size_t>(found - devices_.begin());
}

bool Program::is_executable() const {
  if (!builtin_kernels_.empty()) return true;
  const std::lock_guard lock(mutex_);
  return std::any_of(states_.begin(), states_.end(),
                     [](const BuildState& state) { return state.is_executable(); });
}

std::vector<std::string> Program::kernel_names() const {
  std::vector<std::string> names = builtin_kernels_;
  const std::lock_guard lock(mutex_);
  for (const BuildState& state : states_) {
    if (!state.is_executable()) continue;
    for (const KernelImage& kernel : state.image->kernels)
      if (std::ranges::find(names, kernel.name) == names.end()) names.push_back(kernel.name);
  }
  std::erase_if(names, [&](const std::string& name) { return !are_defined_alike(find_kernel(name)); });
  return names;
}

std::vector<DeviceKernel> Program::kernel(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  std::vector<DeviceKernel> found = find_kernel(name);
  for (DeviceKernel& kernel : found)
    for (const QpuVersion& version : kernel.image->qpu_versions)
      kernel.versions.push_back({version.facts, with_qpu_code(*kernel.image, version.code)});
  return found;
}

std::vector<DeviceKernel> Program::find_kernel(const std::string& name) const {
  std::vector<DeviceKernel> found;
  const bool is_builtin = std::ranges::find(builtin_kernels_, name) != builtin_kernels_.end();
  for (Device* device : devices_) {
    std::shared_ptr<const KernelImage> image;
    if (is_builtin) image = builtin_of(*device, name);
    const BuildState& state = effective_state(*device);
    if (state.is_executable()) image = kernel_of(state.image, name);
    if (image != nullptr) found.push_back({device, std::move(image), state.postponed});
  }
  return found;
}

BuildState Program::state(const Device& device) const {
  const std::lock_guard lock(mutex_);
  return effective_state(device);
}

const BuildState& Program::effective_state(const Device& device) const {
  const BuildState& own = states_[index_of(device)];
  const Device* parent = device.parent();
  const bool inherits = own.status == CL_BUILD_NONE && parent != nullptr && has(*parent);
  return inherits ? effective_state(*parent) : own;
}

bool Program::begin_build(std::span<Device* const> devices) {
  const std::lock_guard lock(mutex_);
  if (attached_kernels_ != 0) return false;
  for (const Device* device : devices)
    if (states_[index_of(*device)].status == CL_BUILD_IN_PROGRESS) return false;
  for (const Device* device : devices) states_[index_of(*device)].status = CL_BUILD_IN_PROGRESS;
  return true;
}

void Program::end_build(const Device& device, const BuildState& state) {
  const std::lock_guard lock(mutex_);
  states_[index_of(device)] = state;
}

void Program::abandon_build(std::span<Device* const> devices) {
  const std::lock_guard lock(mutex_);
  for (const Device* device : devices) {
    BuildState& state = states_[index_of(*device)];
    if (state.status == CL_BUILD_IN_PROGRESS) state = BuildState{.status = CL_BUILD_ERROR};
  }
}

void Program::attach_kernel() {
  const std::lock_guard lock(mutex_);
  ++attached_kernels_;
}

void Program::detach_kernel() {
  const std::lock_guard lock(mutex_);
  --attached_kernels_;
}

}  // namespace quadcl::icd
