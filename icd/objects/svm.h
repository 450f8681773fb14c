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

/// The SVM capabilities of a device. All our devices work on the host's memory, but QPUs see only memory that
/// was allocated for them.
cl_device_svm_capabilities svm_capabilities(const Device& device);
/// Whether kernels on the device can work on any memory of the host.
bool has_system_svm(const Device& device);

/// The SVM allocations of a context. Those that are left are freed with it.
class SvmHeap {
 public:
  /// Takes over an allocation and returns its address.
  void* add(std::unique_ptr<Memory> memory);
  /// Frees an allocation; does nothing for any other pointer.
  void free(const void* pointer);
  /// The part of an allocation from the address to its end; empty if the address is in none.
  std::optional<MemoryRange> find(const void* pointer) const;
  /// Whether all bytes are in one allocation.
  bool holds(const void* pointer, std::size_t size) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::unique_ptr<Memory>> allocations_;  // under mutex_; by address
};

}  // namespace quadcl::icd
