// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/memory.h"
#include "core/result.h"

namespace quadcl::qpu {

/// Memory that QPUs can address: allocations have both a host pointer and a bus address. Where the host does
/// not cache what QPUs see, these are two copies: then `to_qpus` and `from_qpus` copy, and else do nothing.
/// Thread-safe.
class BusMemory {
 public:
  virtual ~BusMemory() = default;

  /// Errors: out_of_device_memory if no free range is large enough.
  virtual Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment,
                                                   Contents contents) = 0;
  /// With any contents.
  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment) {
    return allocate(size, alignment, Contents::any);
  }

  virtual std::uint64_t capacity() const = 0;  ///< bytes

  /// Jobs see what the host wrote to a range of an allocation before this call.
  virtual void to_qpus(const MemoryRange&) {}
  /// The host sees what jobs wrote to the range before this call, and loses what it wrote there itself since
  /// `to_qpus`.
  virtual void from_qpus(const MemoryRange&) {}
};

}  // namespace quadcl::qpu
