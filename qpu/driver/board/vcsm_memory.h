// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "qpu/driver/board/memory_source.h"

// The firmware's memory as older kernels share it with programs, cached by the ARM.
namespace quadcl::qpu::board {

/// Null if /dev/vcsm cannot be opened.
std::unique_ptr<MemorySource> make_vcsm_memory(std::shared_ptr<const Firmware> firmware);

// The layouts and numbers of the ioctls (vmcs_sm_ioctl.h of raspberrypi/userland). Handles are offsets for
// mmap. What a process does not free, the kernel frees when its last descriptor of /dev/vcsm is closed.

struct VcsmAllocation {
  std::uint32_t size, count;
  CacheMode cached;
  char name[32];
  std::uint32_t handle;  ///< set by the kernel; 0 is none
};
struct VcsmLock {
  std::uint32_t handle;
  std::uint32_t address;  ///< set by the kernel, of the process; too small where addresses have 64 bits
};
struct VcsmMap {
  std::uint32_t process, handle;
  std::uint32_t address;  ///< set by the kernel: the bus address, while the memory is locked
  std::uint32_t size;
};
struct VcsmCacheBlock {
  std::uint16_t operation;
  std::uint16_t count;
  void* start;
  std::uint32_t size, stride;
};
struct VcsmCacheRequest {
  std::uint8_t blocks;
  std::uint8_t zero[3];
  VcsmCacheBlock block;
};

constexpr unsigned long vcsm_ioctl(unsigned number, std::size_t size) {
  return 0x80004900 | number | static_cast<unsigned long>(size) << 16;
}
constexpr unsigned long kVcsmAllocate = vcsm_ioctl(0x5a, sizeof(VcsmAllocation));
constexpr unsigned long kVcsmLock = vcsm_ioctl(0x5c, sizeof(VcsmLock));
constexpr unsigned long kVcsmUnlock = vcsm_ioctl(0x5e, sizeof(VcsmLock));
constexpr unsigned long kVcsmFree = vcsm_ioctl(0x61, 4);
constexpr unsigned long kVcsmBusAddress = vcsm_ioctl(0x6a, sizeof(VcsmMap));
/// The number has the size without the blocks.
constexpr unsigned long kVcsmCache = vcsm_ioctl(0x70, offsetof(VcsmCacheRequest, block));

}  // namespace quadcl::qpu::board
