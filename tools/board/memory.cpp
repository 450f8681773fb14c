// SPDX-License-Identifier: Apache-2.0
#include "tools/board/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace quadcl::tools::simulated {

using qpu::board::CacheOperation;

namespace {

using board::kPageBytes;

constexpr std::size_t kLine = 32;

std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

[[noreturn]] void no_memory() {
  throw std::system_error(errno, std::generic_category(), "memory of the board");
}

}  // namespace

SharedMemory::SharedMemory(std::size_t size)
    : size_(size), descriptor_(memfd_create("simulated board", MFD_CLOEXEC)) {
  if (descriptor_ < 0 || ftruncate(descriptor_, static_cast<off_t>(size)) != 0) no_memory();
  void* const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor_, 0);
  if (start == MAP_FAILED) no_memory();
  start_ = static_cast<std::byte*>(start);
}

SharedMemory::~SharedMemory() {
  munmap(start_, size_);
  close(descriptor_);
}

Sdram::Sdram(const Model& model)
    : model_(model),
      memory_(std::size_t{model.configuration().sdram_megabytes} << 20),
      behind_l2_(memory_.size()) {}

std::byte* Sdram::at_bus(std::uint32_t address) {
  const std::uint32_t alias = address & ~kPhysicalMask, physical = address & kPhysicalMask;
  if (physical >= size()) return nullptr;
  if (alias == kDirectAlias && model_.is_bcm2835()) return behind_l2_.data() + physical;
  if (model_.configuration().every_alias) return at(physical);
  return alias == model_.shared_alias() ? at(physical) : nullptr;
}

std::uint32_t Sdram::allocate(std::uint32_t wanted, std::uint32_t alignment) {
  const std::uint64_t bytes = round_up(wanted, kPageBytes), multiple = std::max(alignment, kPageBytes);
  // Address 0 means failure.
  std::uint64_t start = std::max(std::uint64_t{model_.configuration().first_megabyte} << 20, multiple);
  for (const auto& [used, used_bytes] : sizes_) {
    if (start + bytes <= used) break;
    start = round_up(std::uint64_t{used} + used_bytes, multiple);
  }
  if (bytes == 0 || start + bytes > size()) return 0;
  sizes_[static_cast<std::uint32_t>(start)] = static_cast<std::uint32_t>(bytes);
  return static_cast<std::uint32_t>(start);
}

void Sdram::release(std::uint32_t physical) {
  std::memset(at(physical), 0xee, sizes_.at(physical));
  sizes_.erase(physical);
}

CachedView::CachedView(Sdram& sdram, std::uint32_t physical, std::size_t size)
    : sdram_(sdram), physical_(physical), view_(size), known_(sdram.at(physical), sdram.at(physical) + size) {
  std::memcpy(view_.data(), known_.data(), size);
}

void CachedView::apply(CacheOperation operation, std::size_t offset, std::size_t size) {
  const auto bits = static_cast<std::uint32_t>(operation);
  const std::size_t end = std::min<std::size_t>(view_.size(), round_up(offset + size, kLine));
  for (std::size_t line = offset / kLine * kLine; line < end; line += kLine) {
    std::byte* const memory = sdram_.at(physical_) + line;
    std::byte* const cached = view_.data() + line;
    const bool is_dirty = std::memcmp(cached, &known_[line], kLine) != 0;
    if ((bits & 2) != 0 && is_dirty) std::memcpy(memory, cached, kLine);
    if ((bits & 1) != 0) std::memcpy(cached, memory, kLine);
    std::memcpy(&known_[line], cached, kLine);
  }
}

Buffer::Buffer(Sdram& sdram, std::uint32_t physical, std::uint32_t size, bool is_cached)
    : sdram_(sdram), physical_(physical), size_(size) {
  if (is_cached) view_ = std::make_unique<CachedView>(sdram, physical, round_up(size, kLine));
}

void Buffer::apply(CacheOperation operation, std::uint64_t offset, std::uint64_t size) {
  if (view_ != nullptr && offset < size_)
    view_->apply(operation, offset, std::min<std::uint64_t>(size, size_));
}

}  // namespace quadcl::tools::simulated
