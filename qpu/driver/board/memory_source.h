// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/memory.h"
#include "core/result.h"
#include "qpu/driver/board/mailbox.h"
#include "qpu/driver/board/shared_state.h"

namespace quadcl::qpu::board {

/// Caching of memory of the kernel, and operations on the ARM's caches, as the kernel's drivers number them.
enum class CacheMode : std::uint32_t { none, host };
enum class CacheOperation : std::uint32_t { none, invalidate, clean, clean_and_invalidate };

/// The physical address in a bus address, without the alias.
constexpr std::uint32_t kPhysicalMask = 0x3fffffff;

/// Of the system. Every block begins at a page.
constexpr std::uint32_t kPageBytes = 4096;

/// A piece of physically contiguous memory. Its end gives it back to the system.
class Block : public Memory {
 protected:
  using Memory::Memory;
};

/// Where a board's memory comes from. Never tried on a board.
class MemorySource {
 public:
  virtual ~MemorySource() = default;

  virtual const char* name() const = 0;
  virtual std::uint64_t capacity() const = 0;  ///< bytes

  /// `size` is a multiple of kPageBytes. Error: out_of_device_memory.
  virtual Result<std::unique_ptr<Block>> take(std::size_t size) = 0;

  /// Whether the ARM caches the blocks; known once one was taken.
  virtual bool is_cached() const = 0;

  /// Writes what the ARM's caches have of the ranges to memory, and forgets it there. Does nothing if they
  /// are not cached. Error: out_of_resources.
  virtual Result<void> clean_and_invalidate(std::span<const MemoryRange> ranges) = 0;
};

/// The firmware, and what was taken from it.
struct Firmware {
  Mailbox mailbox;
  HandleRecord handles;
};

}  // namespace quadcl::qpu::board
