// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/context.h"

#include <algorithm>

#include "core/log.h"
#include "icd/base/error_map.h"
#include "icd/objects/platform.h"

namespace quadcl::icd {

Context::Context(std::vector<Device*> devices, std::vector<cl_context_properties> properties,
                 ContextNotify notify)
    : Object(ObjectKind::context),
      devices_(std::move(devices)),
      device_references_(devices_.begin(), devices_.end()),
      properties_(std::move(properties)),
      notify_(notify) {
  for (const Ref<Device>& device : device_references_) attachments_.emplace_back(device);
}

Context::~Context() {
  for (auto destructor = destructors_.rbegin(); destructor != destructors_.rend(); ++destructor)
    destructor->function(static_cast<cl_context>(handle()), destructor->user_data);
}

bool Context::has(const Device& device) const {
  return std::find(devices_.begin(), devices_.end(), &device) != devices_.end();
}

Device& Context::allocating_device() const {
  const auto with_bus_addresses = std::find_if(devices_.begin(), devices_.end(), [](const Device* device) {
    return device->description().kind == DeviceKind::gpu;
  });
  return with_bus_addresses != devices_.end() ? **with_bus_addresses : *devices_.front();
}

Outcome<std::unique_ptr<Memory>> Context::allocate(std::size_t size, const char* what, std::size_t alignment,
                                                   Contents contents) const {
  const Device& device = allocating_device();
  auto memory = device.backend().allocate(size, alignment, contents);
  if (!memory.ok() && memory.error().code == ErrorCode::out_of_device_memory) {
    log_line(std::string(what) + " of " + std::to_string(size) +
             " bytes is for kernels on the CPU only: " + memory.error().message);
    memory = backend_for(device, LaunchTarget::cpu).allocate(size, alignment, contents);
  }
  if (memory.ok()) return std::move(memory).value();
  notify(std::string(what) + " of " + std::to_string(size) + " bytes: " + memory.error().message);
  return error_code(memory.error().code);
}

bool Context::allows_size(std::size_t size) const {
  return std::any_of(devices_.begin(), devices_.end(), [&](const Device* device) {
    return size <= device->description().max_allocation_bytes;
  });
}

void Context::notify(const std::string& message) const {
  log_line(message);
  if (notify_.function != nullptr) notify_.function(message.c_str(), nullptr, 0, notify_.user_data);
}

void Context::add_destructor_callback(DestructorCallback function, void* user_data) {
  const std::lock_guard lock(mutex_);
  destructors_.push_back({function, user_data});
}

}  // namespace quadcl::icd
