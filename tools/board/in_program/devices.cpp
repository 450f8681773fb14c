// SPDX-License-Identifier: Apache-2.0

// ioctl, mmap and munmap, for descriptors of a board's devices.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>

#include "qpu/driver/board/cma_memory.h"
#include "qpu/driver/board/mailbox.h"
#include "qpu/driver/board/vcsm_memory.h"
#include "tools/board/in_program/c_library.h"
#include "tools/board/in_program/connection.h"
#include "tools/board/in_program/mappings.h"
#include "tools/board/in_program/registers.h"

namespace quadcl::tools::simulated {

namespace board = qpu::board;

namespace {

/// From an address that the program gives. False with EFAULT.
bool copy(void* to, const void* from, std::size_t size) {
  const iovec here{to, size}, there{const_cast<void*>(from), size};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == static_cast<ssize_t>(size);
}

int control(int file, std::uint32_t number, Argument argument, Reply& reply) {
  Request request;
  request.verb = Verb::control;
  request.number = number;
  return ask(file, request, reply, argument) ? 0 : -1;
}

/// Its argument says how long it is.
int send_message(int file, void* message) {
  std::uint32_t size = 0;
  if (!copy(&size, message, sizeof size)) return fail(EFAULT);
  if (size < 12 || size > kMostArgument) return fail(EINVAL);
  Reply reply;
  return control(file, static_cast<std::uint32_t>(board::kPropertyIoctl), {message, size}, reply);
}

// ---- operations on the ARM's caches, which are told to the board by buffer and not by address

int apply(int file, std::uint32_t operation, void* start, std::uint64_t size) {
  MappedPart part;
  if (!find_mapped(start, part)) return fail(EFAULT);
  Request request;
  request.verb = Verb::cache;
  request.number = operation;
  request.value = part.buffer;
  request.offset = static_cast<std::uint64_t>(static_cast<std::byte*>(start) - part.start);
  request.size = size;
  Reply reply;
  return ask(file, request, reply) ? 0 : -1;
}

/// `count` pieces of `size` bytes, `stride` apart.
template <typename Block>
int apply(int file, const Block& block) {
  for (std::uint32_t i = 0; i < (block.count == 0 ? 1 : block.count); ++i) {
    void* const start = static_cast<std::byte*>(block.start) + std::size_t{i} * block.stride;
    if (apply(file, static_cast<std::uint32_t>(block.operation), start, block.size) != 0) return -1;
  }
  return 0;
}

/// The head of the argument has the number of blocks, which follow.
template <typename CacheRequest>
int apply_blocks(int file, const void* argument) {
  CacheRequest request;
  if (!copy(&request, argument, offsetof(CacheRequest, block))) return fail(EFAULT);
  const auto* const first = static_cast<const std::byte*>(argument) + offsetof(CacheRequest, block);
  for (std::uint32_t i = 0; i < request.blocks; ++i) {
    if (!copy(&request.block, first + i * sizeof request.block, sizeof request.block)) return fail(EFAULT);
    if (apply(file, request.block) != 0) return -1;
  }
  return 0;
}

// ---- the other ones

int allocate_cma(int file, void* argument) {
  Reply reply;
  board::CmaAllocation allocation;
  if (!copy(&allocation, argument, sizeof allocation)) return fail(EFAULT);
  if (control(file, board::kCmaAllocate, {&allocation, sizeof allocation}, reply) != 0) return -1;
  allocation.handle = open_device(Device::buffer, true, reply.value);
  if (allocation.handle < 0) return -1;
  *static_cast<board::CmaAllocation*>(argument) = allocation;
  return 0;
}

int lock_vcsm(int file, void* argument) {
  Reply reply;
  if (control(file, board::kVcsmLock, {argument, sizeof(board::VcsmLock)}, reply) != 0) return -1;
  auto& lock = *static_cast<board::VcsmLock*>(argument);
  lock.address = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address_of_buffer(lock.handle)));
  return 0;
}

int control_device(int file, unsigned long request, void* argument) {
  const auto number = static_cast<std::uint32_t>(request);
  if ((number & 0xc000ffff) == (board::kPropertyIoctl & 0xc000ffff)) return send_message(file, argument);
  if (number == board::kVcsmCache) return apply_blocks<board::VcsmCacheRequest>(file, argument);
  if (number == board::kCmaCache) return apply_blocks<board::CmaCacheRequest>(file, argument);
  if (number == board::kCmaAllocate) return allocate_cma(file, argument);
  if (number == board::kVcsmLock) return lock_vcsm(file, argument);
  const std::size_t size = number >> 16 & 0x3fff;  // as all numbers have it
  Reply reply;
  return control(file, number, {argument, size}, reply);
}

// ---- mmap

void* real_mmap(void* address, std::size_t size, int protection, int flags, int file, std::uint64_t offset) {
  static auto* const function = next<void*(void*, size_t, int, int, int, off64_t)>("mmap64");
  return function(address, size, protection, flags, file, static_cast<off64_t>(offset));
}

void* map_memory(void* address, std::size_t size, int protection, int flags, int file, const Reply& reply) {
  flags = (flags & MAP_FIXED) | (reply.mapping == Mapping::copy ? MAP_PRIVATE : MAP_SHARED);
  void* const start = real_mmap(address, size, protection, flags, file, reply.offset);
  close(file);
  return start;
}

void* map_device(void* address, std::size_t size, int protection, int flags, int file, std::uint64_t offset) {
  Request request;
  request.verb = Verb::map;
  request.offset = offset;
  request.size = size;
  Reply reply;
  int memory = -1;
  if (!ask(file, request, reply, {}, &memory)) return MAP_FAILED;
  const bool is_registers = reply.mapping == Mapping::registers;
  void* const start =
      is_registers ? map_registers(size) : map_memory(address, size, protection, flags, memory, reply);
  if (start == MAP_FAILED) return start;
  const std::size_t pages = (size + 4095) / 4096 * 4096;
  if (!remember(
          {static_cast<std::byte*>(start), pages, duplicate(file), is_registers, reply.value, offset})) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return start;
}

}  // namespace
}  // namespace quadcl::tools::simulated

using namespace quadcl::tools::simulated;

QUADCL_REPLACES int ioctl(int file, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (is_device(file)) return control_device(file, request, argument);
  static auto* const function = next<int(int, unsigned long, ...)>("ioctl");
  return function(file, request, argument);
}

QUADCL_REPLACES void* mmap64(void* address, size_t size, int protection, int flags, int file,
                             off64_t offset) noexcept {
  if (is_device(file))
    return map_device(address, size, protection, flags, file, static_cast<std::uint64_t>(offset));
  return real_mmap(address, size, protection, flags, file, static_cast<std::uint64_t>(offset));
}

/// Offsets of 32 bits are addresses, and not below 0.
QUADCL_REPLACES void* mmap(void* address, size_t size, int protection, int flags, int file,
                           off_t offset) noexcept {
  if (is_device(file))
    return map_device(address, size, protection, flags, file, static_cast<unsigned long>(offset));
  return real_mmap(address, size, protection, flags, file, static_cast<std::uint64_t>(offset));
}

QUADCL_REPLACES int munmap(void* address, size_t size) noexcept {
  if (board_folder() != nullptr) forget(address, size);
  static auto* const function = next<int(void*, size_t)>("munmap");
  return function(address, size);
}
