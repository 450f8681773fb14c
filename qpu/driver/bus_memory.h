// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/memory.h"
#include "core/result.h"

namespace quadcl::qpu {

/// Memory that QPUs can address: allocations have both a host pointer and a bus address. Thread-safe.
class BusMemory {
 public:
  virtual ~BusMemory() = default;

  /// Errors: out_of_device_memory if no free range is large enough.
  virtual Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment) = 0;

  virtual std::uint64_t capacity() const = 0;  ///< bytes
};

}  // namespace quadcl::qpu
