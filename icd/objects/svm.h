// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "core/memory.h"
#include "icd/base/opencl.h"
#include "icd/objects/device.h"

namespace quadcl::icd {

/// What a device can do with shared virtual memory. All our devices work on the host's memory; QPUs see only
/// what was allocated for them.
cl_device_svm_capabilities svm_capabilities(const Device& device);
/// Whether kernels on the device can work on any memory of the host.
bool has_system_svm(const Device& device);

/// The SVM allocations of a context. What is left at the context's end goes with it.
class SvmHeap {
 public:
  /// Takes an allocation over; returns where it starts.
  void* add(std::unique_ptr<Memory> memory);
  /// Gives an allocation back; does nothing for any other pointer.
  void free(const void* pointer);
  /// From the address to the end of the allocation that holds it; empty if none does.
  std::optional<MemoryRange> find(const void* pointer) const;
  /// Whether the bytes are all in one allocation.
  bool holds(const void* pointer, std::size_t size) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::unique_ptr<Memory>> allocations_;  // guarded; by their start
};

}  // namespace quadcl::icd
