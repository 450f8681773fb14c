// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/arena_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "qpu/driver/free_ranges.h"

namespace quadcl::qpu {

namespace {

/// Free ranges of at least this size return their pages to the host.
constexpr std::uint64_t kReturnedBytes = std::uint64_t{1} << 20;

/// Address space to leave for the compiler with its large stacks, threads, and buffers of the CPU.
constexpr std::size_t kSpareBytes = sizeof(void*) == 8 ? std::size_t{1280} << 20 : std::size_t{256} << 20;

/// A range of reserved address space.
class Reservation {
 public:
  explicit Reservation(std::size_t size)
      : start_(
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        size_(size) {}
  ~Reservation() {
    if (ok()) munmap(start_, size_);
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  bool ok() const { return start_ != MAP_FAILED; }
  std::byte* data() const { return static_cast<std::byte*>(start_); }

  /// Makes the bytes between the offsets zero.
  void clear(std::uint64_t begin, std::uint64_t end) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const std::uint64_t first = round_up(begin, page), last = end / page * page;
    const bool returns = end - begin >= kReturnedBytes;
    if (!returns || madvise(data() + first, last - first, MADV_DONTNEED) != 0) {
      std::memset(data() + begin, 0, end - begin);
      return;
    }
    std::memset(data() + begin, 0, first - begin);
    std::memset(data() + last, 0, end - last);
  }

 private:
  void* start_;
  std::size_t size_;
};

}  // namespace

class ArenaMemory::Arena {
 public:
  Arena(std::uint64_t capacity, BusAddress base)
      : base_(base), capacity_(capacity), reservation_(capacity + kGap), free_(capacity + kGap) {}

  bool ok() const { return reservation_.ok(); }
  std::uint64_t capacity() const { return capacity_; }

  /// A range of `size` bytes; empty if there is none.
  std::optional<MemoryRange> take(std::size_t size, std::size_t alignment) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t mapped = mapped_size(size);
    const auto offset = free_.take(mapped + kGap, std::max<std::uint64_t>(alignment, kGap));
    if (!offset) return std::nullopt;
    live_[*offset] = mapped;
    map_.reset();
    return MemoryRange{reservation_.data() + *offset, size, base_ + static_cast<std::uint32_t>(*offset)};
  }

  void give_back(const MemoryRange& range) {
    const auto offset = static_cast<std::uint64_t>(range.host - reservation_.data());
    const std::uint64_t mapped = mapped_size(range.size);
    reservation_.clear(offset, offset + mapped);  // what is free is zeros
    const std::lock_guard lock(mutex_);
    live_.erase(offset);
    map_.reset();
    free_.give_back(offset, mapped + kGap);
  }

  std::shared_ptr<const emulator::BusMap> map() {
    const std::lock_guard lock(mutex_);
    if (map_ == nullptr) {
      auto map = std::make_shared<emulator::BusMap>();
      for (const auto& [offset, size] : live_) {
        map->add({base_ + static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size),
                  reservation_.data() + offset});
      }
      map_ = std::move(map);
    }
    return map_;
  }

 private:
  static std::uint64_t mapped_size(std::size_t size) { return round_up(std::max<std::size_t>(size, 1), 4); }

  const BusAddress base_;
  const std::uint64_t capacity_;
  Reservation reservation_;
  std::mutex mutex_;
  FreeRanges free_;
  std::map<std::uint64_t, std::uint64_t> live_;  ///< offset to mapped size
  std::shared_ptr<const emulator::BusMap> map_;  ///< of live_; null after a change of it
};

class ArenaMemory::Allocation final : public Memory {
 public:
  Allocation(std::shared_ptr<Arena> arena, const MemoryRange& range)
      : Memory(range), arena_(std::move(arena)) {}
  ~Allocation() override { arena_->give_back(range()); }

 private:
  std::shared_ptr<Arena> arena_;
};

Result<std::unique_ptr<ArenaMemory>> ArenaMemory::create(std::uint64_t capacity, BusAddress base) {
  // The gap behind the last allocation may lie past the end: addresses wrap around to where nothing is
  // mapped.
  constexpr std::uint64_t kBusSize = std::uint64_t{1} << 32;
  if (capacity == 0 || capacity > kBusSize - base.value()) {
    return Error{ErrorCode::invalid_argument_value,
                 std::to_string(capacity) + " bytes do not fit into the QPU's address space"};
  }
  auto arena = std::make_shared<Arena>(capacity, base);
  if (!arena->ok()) {
    return Error{ErrorCode::out_of_host_memory, "cannot reserve " + std::to_string(capacity) +
                                                    " bytes of address space for the emulated QPU"};
  }
  return std::unique_ptr<ArenaMemory>(new ArenaMemory(std::move(arena)));
}

Result<std::unique_ptr<ArenaMemory>> ArenaMemory::create_within(std::uint64_t capacity, BusAddress base) {
  {
    const Reservation spare(kSpareBytes);
    for (std::uint64_t size = capacity; spare.ok() && size >= std::min(kLeast, capacity); size /= 2) {
      auto memory = create(size, base);
      if (memory.ok() || memory.error().code != ErrorCode::out_of_host_memory) return memory;
    }
  }
  return create(std::min(kLeast, capacity), base);
}

Result<std::unique_ptr<Memory>> ArenaMemory::allocate(std::size_t size, std::size_t alignment,
                                                      Contents /*always zeros*/) {
  const bool sane = size <= arena_->capacity() && alignment <= arena_->capacity();
  if (sane && std::has_single_bit(std::max<std::size_t>(alignment, 1))) {
    if (const auto range = arena_->take(size, alignment)) {
      return std::unique_ptr<Memory>(std::make_unique<Allocation>(arena_, *range));
    }
  }
  return Error{ErrorCode::out_of_device_memory, "no " + std::to_string(size) + " bytes left in the " +
                                                    std::to_string(arena_->capacity()) +
                                                    " bytes of QPU memory"};
}

std::uint64_t ArenaMemory::capacity() const { return arena_->capacity(); }

std::shared_ptr<const emulator::BusMap> ArenaMemory::snapshot() const {
  // The map shares ownership of the memory: its host pointers stay valid while it lives.
  struct Held {
    std::shared_ptr<Arena> arena;
    std::shared_ptr<const emulator::BusMap> map;
  };
  auto held = std::make_shared<const Held>(Held{arena_, arena_->map()});
  const emulator::BusMap* map = held->map.get();
  return {std::move(held), map};
}

}  // namespace quadcl::qpu
