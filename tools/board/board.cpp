// SPDX-License-Identifier: Apache-2.0
#include "tools/board/board.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "qpu/driver/board/cma_memory.h"
#include "qpu/driver/board/mailbox.h"

namespace quadcl::tools::simulated {

namespace board = qpu::board;
using board::CacheOperation;
using board::kPageBytes;

namespace {

constexpr std::uint64_t kPeripheralBytes = 0x1000000;

// Of every dma-buf (linux/dma-buf.h): the ARM begins or ends its access.
constexpr std::uint32_t kSynchronise = 0x40086200;
constexpr std::uint64_t kSynchroniseEnd = 4, kSynchroniseRead = 1, kSynchroniseWrite = 2;

/// Of the system timer: the lower word of its microseconds.
constexpr std::uint64_t kTimer = 0x3004;

constexpr std::array<const char*, 6> kNames{"/dev/vcio", "/dev/vcsm-cma", "/dev/vcsm",
                                            "/dev/mem",  "/dev/mem",      "memory of /dev/vcsm-cma"};

/// Whatever the size of the program's pointers.
bool is_message(std::uint32_t number) {
  constexpr std::uint32_t kWithoutSize = 0xc000ffff;
  return (number & kWithoutSize) == (board::kPropertyIoctl & kWithoutSize);
}

std::uint32_t microseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

}  // namespace

Board::Answer Board::answer(int connection, const Request& request, std::span<std::byte> argument) {
  Answer answer;
  if (request.verb == Verb::open) {
    answer.reply.error = open(connection, request);
    return answer;
  }
  const auto found = opened_.find(connection);
  if (found == opened_.end()) {
    answer.reply.error = EBADF;
    return answer;
  }
  switch (request.verb) {
    case Verb::control:
      answer.reply.error = control(connection, found->second.device, request, argument, answer.reply);
      break;
    case Verb::cache:
      answer.reply.error = cache(found->second.device, request);
      break;
    case Verb::map:
      return map(found->second, request);
    default:
      answer.reply = access(request);
  }
  return answer;
}

void Board::close(int connection) {
  const auto found = opened_.find(connection);
  if (found == opened_.end()) return;
  const Opened opened = found->second;
  opened_.erase(found);
  if (opened.device == Device::vcsm) vcsm_.close(connection);
  if (opened.device != Device::buffer) return;
  for (const auto& [other, row] : opened_)
    if (row.device == Device::buffer && row.buffer == opened.buffer) return;
  sdram_.release(cma_.at(opened.buffer).physical());
  cma_.erase(opened.buffer);
}

int Board::open(int connection, const Request& request) {
  struct Row {
    bool exists, is_allowed;
  };
  const Configuration c = model_.configuration();
  const std::array<Row, 5> rows{Row{c.vcio, c.vcio_allowed}, Row{c.cma, c.cma_allowed}, Row{c.vcsm, true},
                                Row{c.mem, c.mem_allowed}, Row{c.mem, c.mem_allowed}};
  const auto number = static_cast<std::size_t>(request.device);
  if (request.device == Device::buffer) {
    if (!cma_.contains(request.number)) return EBADF;
  } else if (number >= rows.size() || !rows[number].exists) {
    return ENOENT;
  } else if (!rows[number].is_allowed) {
    return EACCES;
  }
  opened_[connection] = {request.device, request.number};
  return 0;
}

// ---- ioctl

int Board::control(int connection, Device device, const Request& request, std::span<std::byte> argument,
                   Reply& reply) {
  int error = ENOTTY;
  if (device == Device::vcio && is_message(request.number))
    error = firmware_.answer(
        {reinterpret_cast<std::uint32_t*>(argument.data()), argument.size() / sizeof(std::uint32_t)});
  else if (device == Device::cma && request.number == board::kCmaAllocate)
    error = allocate_cma(argument, reply);
  else if (device == Device::buffer && request.number == kSynchronise)
    error = synchronise(opened_[connection].buffer, argument);
  else if (device == Device::vcsm)
    error = vcsm_.control(connection, request.number, argument.data());
  if (error == ENOTTY) {
    char text[96];
    std::snprintf(text, sizeof text, "ioctl 0x%08x of %s", request.number,
                  kNames[static_cast<std::size_t>(device)]);
    ++unknown_controls_[text];
  }
  return error;
}

int Board::allocate_cma(std::span<std::byte> argument, Reply& reply) {
  auto& request = *reinterpret_cast<board::CmaAllocation*>(argument.data());
  const Configuration c = model_.configuration();
  const std::uint32_t physical = c.allocates ? sdram_.allocate(request.size) : 0;
  if (physical == 0) return ENOMEM;
  const bool is_cached = c.cma_cached && request.cached == board::CacheMode::host;
  // Kernels give another alias that goes through the VPU's L2, and older ones one that does not.
  request.bus = (c.cma_alias << 28) | physical;
  request.vc_handle = reply.value = next_buffer_++;
  cma_.emplace(reply.value, Buffer(sdram_, physical, request.size, is_cached));
  return 0;
}

int Board::synchronise(std::uint32_t buffer, std::span<const std::byte> argument) {
  std::uint64_t flags = 0;
  if (argument.size() != sizeof flags) return EINVAL;
  std::memcpy(&flags, argument.data(), sizeof flags);
  const bool ends = (flags & kSynchroniseEnd) != 0;
  if ((flags & (ends ? kSynchroniseWrite : kSynchroniseRead)) == 0) return 0;
  Buffer& synchronised = cma_.at(buffer);
  synchronised.apply(ends ? CacheOperation::clean : CacheOperation::invalidate, 0, synchronised.size());
  return 0;
}

int Board::cache(Device device, const Request& request) {
  const Configuration c = model_.configuration();
  const bool is_vcsm = device == Device::vcsm;
  if (!is_vcsm && device != Device::cma) return ENOTTY;
  if (is_vcsm ? !c.vcsm_cache_operation : !c.cma_cache_operation) return EINVAL;
  Buffer* const buffer = is_vcsm ? vcsm_.buffer(request.value) : cma_buffer(request.value);
  if (buffer == nullptr) return EFAULT;
  buffer->apply(static_cast<CacheOperation>(request.number), request.offset, request.size);
  return 0;
}

// ---- mmap

Buffer* Board::cma_buffer(std::uint32_t number) {
  const auto found = cma_.find(number);
  return found != cma_.end() ? &found->second : nullptr;
}

Board::Answer Board::map(const Opened& opened, const Request& request) {
  const auto handle = static_cast<std::uint32_t>(request.offset);
  switch (opened.device) {
    case Device::buffer:
      return map_buffer(cma_buffer(opened.buffer), opened.buffer, request);
    case Device::vcsm:
      return map_buffer(vcsm_.buffer(handle), handle, request);
    case Device::mem_direct:
    case Device::mem_cached:
      return map_physical(opened.device, request);
    default:
      return {.reply = {.error = ENODEV}};
  }
}

Board::Answer Board::map_buffer(Buffer* buffer, std::uint32_t number, const Request& request) const {
  const std::uint64_t most =
      buffer == nullptr ? 0 : (std::uint64_t{buffer->size()} + kPageBytes - 1) / kPageBytes * kPageBytes;
  if (request.size == 0 || request.size > most) return {.reply = {.error = EINVAL}};
  return {.reply = {.value = number, .offset = buffer->offset()}, .descriptor = buffer->descriptor()};
}

/// BCM2835's ARM has 1 GiB of physical addresses, which repeat: older programs map bus addresses.
std::uint64_t Board::physical(std::uint64_t address) const {
  return model_.is_bcm2835() ? address & kPhysicalMask : address;
}

Board::Answer Board::map_physical(Device device, const Request& request) {
  const std::uint64_t start = physical(request.offset), size = request.size;
  if (start % kPageBytes != 0 || size == 0) return {.reply = {.error = EINVAL}};
  if (start >= model_.peripherals() && start - model_.peripherals() < kPeripheralBytes)
    return {.reply = {.mapping = Mapping::registers}};
  if (start >= sdram_.size() || size > sdram_.size() - start) return {.reply = {.error = EPERM}};
  // Through the ARM's caches a process sees a copy that nothing refreshes.
  const bool is_copy = device == Device::mem_cached && model_.configuration().cached_copies;
  return {.reply = {.mapping = is_copy ? Mapping::copy : Mapping::shared, .offset = start},
          .descriptor = sdram_.descriptor()};
}

// ---- registers

Reply Board::access(const Request& request) {
  const std::uint64_t place = physical(request.offset), v3d = model_.v3d();
  if (place < v3d || place >= v3d + board::kV3dBytes) {
    const bool is_timer = place == model_.peripherals() + kTimer;
    if (!is_timer && request.verb != Verb::peek) ++other_registers_[place];
    return {.value = is_timer ? microseconds() : 0};
  }
  const auto offset = static_cast<std::uint32_t>(place - v3d);
  if (request.verb == Verb::write) chip_.write(offset, request.value);
  if (request.verb == Verb::read) return {.value = chip_.read(offset)};
  if (request.verb == Verb::peek) return {.value = chip_.peek(offset)};
  return {};
}

}  // namespace quadcl::tools::simulated
