// SPDX-License-Identifier: Apache-2.0
#include "icd/objects/svm.h"

namespace quadcl::icd {

cl_device_svm_capabilities svm_capabilities(const Device& device) {
  constexpr cl_device_svm_capabilities buffers =
      CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS;
  return device.description().kind == DeviceKind::cpu ? buffers | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM : buffers;
}

bool has_system_svm(const Device& device) {
  return (svm_capabilities(device) & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0;
}

void* SvmHeap::add(std::unique_ptr<Memory> memory) {
  std::byte* start = memory->range().host;
  const std::lock_guard lock(mutex_);
  allocations_.emplace(reinterpret_cast<std::uintptr_t>(start), std::move(memory));
  return start;
}

void SvmHeap::free(const void* pointer) {
  const std::lock_guard lock(mutex_);
  allocations_.erase(reinterpret_cast<std::uintptr_t>(pointer));
}

std::optional<MemoryRange> SvmHeap::find(const void* pointer) const {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::lock_guard lock(mutex_);
  const auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return {};
  const auto& [start, memory] = *std::prev(after);
  const MemoryRange& range = memory->range();
  if (address - start >= range.size) return {};
  return range.slice(address - start, range.size - (address - start));
}

bool SvmHeap::holds(const void* pointer, std::size_t size) const {
  const auto rest = find(pointer);
  return rest && size <= rest->size;
}

}  // namespace quadcl::icd
