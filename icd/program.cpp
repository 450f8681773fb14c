// SPDX-License-Identifier: Apache-2.0
#include "icd/program.h"

#include <algorithm>

namespace quadcl::icd {
namespace {

const KernelImage* find_kernel(const ProgramImage& image, const std::string& name) {
  for (const KernelImage& kernel : image.kernels)
    if (kernel.name == name) return &kernel;
  return nullptr;
}

}  // namespace

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
      states_(std::move(states)) {
  for (const BuildState& state : states_) images_.push_back(state.image);
}

bool Program::has(const Device& device) const {
  return std::find(devices_.begin(), devices_.end(), &device) != devices_.end();
}

std::size_t Program::index_of(const Device& device) const {
  const auto found = std::find(devices_.begin(), devices_.end(), &device);
  return static_cast<std::size_t>(found - devices_.begin());
}

bool Program::has_empty_executable() const {
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
      if (std::find(names.begin(), names.end(), kernel.name) == names.end()) names.push_back(kernel.name);
  }
  return names;
}

std::vector<DeviceKernel> Program::kernel(const std::string& name) const {
  std::vector<DeviceKernel> found;
  const bool is_builtin =
      std::find(builtin_kernels_.begin(), builtin_kernels_.end(), name) != builtin_kernels_.end();
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const KernelImage* image = nullptr;
    if (is_builtin) image = devices_[i]->builtin_kernel(name);
    const BuildState& state = effective_state(*devices_[i]);
    if (state.is_executable()) image = find_kernel(*state.image, name);
    if (image != nullptr) found.push_back({devices_[i], image});
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

void Program::end_build(std::span<Device* const> devices, const BuildState& state) {
  const std::lock_guard lock(mutex_);
  images_.push_back(state.image);
  for (const Device* device : devices) states_[index_of(*device)] = state;
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
