// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/driver/board/board.h"
#include "qpu/driver/board/memory_source.h"

// Memory of the kernel that the VideoCore can use, cached by the ARM where the kernel's driver maps it so.
namespace quadcl::qpu::board {

/// Null if /dev/vcsm-cma cannot be opened.
std::unique_ptr<MemorySource> make_cma_memory(const Board& board);

// The layouts and numbers of the ioctls (linux/broadcom/vc_sm_cma_ioctl.h of the Raspberry Pi's kernel).

struct CmaAllocation {
  std::uint32_t size, count;
  CacheMode cached;
  std::uint32_t padding;
  char name[32];
  std::int32_t handle;  ///< from here on set by the kernel; a descriptor
  std::uint32_t vc_handle;
  std::uint64_t bus;
};
struct CmaCacheBlock {
  CacheOperation operation;
  std::uint32_t count;
  void* start;
  std::uint32_t size, stride;
};
struct CmaCacheRequest {
  std::uint32_t blocks;
  std::uint32_t padding;
  CmaCacheBlock block;
};
constexpr unsigned long kCmaAllocate = 0x80004a5a | sizeof(CmaAllocation) << 16;
/// The number has the size without the blocks.
constexpr unsigned long kCmaCache = 0x80004a5c | 8ul << 16;

}  // namespace quadcl::qpu::board
