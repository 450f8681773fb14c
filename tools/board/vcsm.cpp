// SPDX-License-Identifier: Apache-2.0
#include "tools/board/vcsm.h"

#include <cerrno>
#include <iterator>

namespace quadcl::tools::simulated {

namespace board = qpu::board;

int VcsmDriver::control(int file, std::uint32_t number, void* argument) {
  switch (number) {
    case board::kVcsmAllocate:
      return allocate(file, *static_cast<board::VcsmAllocation*>(argument));
    case board::kVcsmLock:
    case board::kVcsmUnlock:
      return lock(*static_cast<const board::VcsmLock*>(argument), number == board::kVcsmLock);
    case board::kVcsmBusAddress:
      return bus_address(*static_cast<board::VcsmMap*>(argument));
    case board::kVcsmFree:
      return free(*static_cast<const std::uint32_t*>(argument));
    default:
      return ENOTTY;
  }
}

int VcsmDriver::allocate(int file, board::VcsmAllocation& request) {
  const std::uint32_t physical = model_.configuration().allocates ? sdram_.allocate(request.size) : 0;
  if (physical == 0) return ENOMEM;
  if (request.count != 1) {
    sdram_.release(physical);
    return EINVAL;
  }
  request.handle = next_++ << 12;
  rows_.emplace(request.handle,
                Row{file, Buffer(sdram_, physical, request.size, request.cached == board::CacheMode::host)});
  return 0;
}

int VcsmDriver::lock(const board::VcsmLock& request, bool is_locked) {
  const auto found = rows_.find(request.handle);
  if (found == rows_.end()) return EINVAL;
  found->second.is_locked = is_locked;
  return 0;
}

int VcsmDriver::bus_address(board::VcsmMap& request) {
  const auto found = rows_.find(request.handle);
  if (found == rows_.end() || !found->second.is_locked) return EINVAL;
  request.address = model_.shared_alias() | found->second.buffer.physical();
  return 0;
}

int VcsmDriver::free(std::uint32_t handle) {
  const auto found = rows_.find(handle);
  if (found == rows_.end()) return EINVAL;
  sdram_.release(found->second.buffer.physical());
  rows_.erase(found);
  return 0;
}

Buffer* VcsmDriver::buffer(std::uint32_t handle) {
  const auto found = rows_.find(handle);
  return found != rows_.end() ? &found->second.buffer : nullptr;
}

void VcsmDriver::close(int file) {
  for (auto row = rows_.begin(); row != rows_.end();) {
    const auto next = std::next(row);
    if (row->second.file == file) free(row->first);
    row = next;
  }
}

}  // namespace quadcl::tools::simulated
