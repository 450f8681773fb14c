// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/board_memory.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "qpu/driver/free_ranges.h"

namespace quadcl::qpu::board {
namespace {

constexpr std::uint64_t kLine = 64;  ///< of the ARM's caches; 32 bytes on ARMv6
/// Small allocations share blocks of this size: each block costs calls to the system.
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20;

/// Ordinary memory for a block that the ARM does not cache.
struct Free {
  void operator()(std::byte* memory) const { std::free(memory); }
};
using HostCopy = std::unique_ptr<std::byte, Free>;

/// Copies between places with the same alignment, by accesses of one width that are all aligned. memcpy has
/// others, too, which fault in a mapping of /dev/mem (docs/videocore4.md, Memory of the kernel).
void copy_aligned(std::byte* to, const std::byte* from, std::size_t size) {
  using Word [[gnu::may_alias]] = std::uint64_t;
  std::size_t at = 0;
  const auto copy_bytes = [&](std::size_t end) {
    for (; at < end; ++at)
      *static_cast<volatile std::byte*>(to + at) = *static_cast<const volatile std::byte*>(from + at);
  };
  copy_bytes(std::min(size, -reinterpret_cast<std::uintptr_t>(to) % sizeof(Word)));
  for (; size - at >= sizeof(Word); at += sizeof(Word))
    *reinterpret_cast<volatile Word*>(to + at) = *reinterpret_cast<const volatile Word*>(from + at);
  copy_bytes(size);
}

}  // namespace

class BoardMemory::Pool {
 public:
  Pool(std::unique_ptr<MemorySource> source, std::uint64_t capacity)
      : source_(std::move(source)), capacity_(std::min(capacity, source_->capacity())) {}

  ~Pool() {
    if (!kept_) return;
    for (Piece& piece : pieces_) static_cast<void>(piece.block.release());
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  std::uint64_t capacity() const { return capacity_; }
  const char* source() const { return source_->name(); }

  Result<MemoryRange> take(std::uint64_t size, std::uint64_t alignment) {
    const std::lock_guard lock(mutex_);
    size = std::max<std::uint64_t>(size, 1);
    alignment = std::max(alignment, kLine);
    for (Piece& piece : pieces_)
      if (const auto range = piece.take(size, alignment)) return *range;
    const std::uint64_t bytes = round_up(std::max(size, kBlockBytes), kPageBytes);
    if (bytes > capacity_ - used_)
      return Error{ErrorCode::out_of_device_memory, "no " + std::to_string(size) + " bytes left in the " +
                                                        std::to_string(capacity_) + " bytes of QPU memory"};
    QUADCL_TRY(auto block, source_->take(bytes));
    HostCopy copy;
    if (!source_->is_cached()) {
      copy.reset(static_cast<std::byte*>(std::aligned_alloc(kPageBytes, bytes)));
      if (copy == nullptr) return Error{ErrorCode::out_of_host_memory, "no memory for a copy of a buffer"};
    }
    used_ += bytes;
    pieces_.push_back({std::move(block), FreeRanges(bytes), std::move(copy)});
    return *pieces_.back().take(size, alignment);
  }

  void give_back(const MemoryRange& range) {
    const std::lock_guard lock(mutex_);
    if (kept_) return;
    const auto piece = find(range);
    if (piece == pieces_.end()) return;  // after `close`
    const MemoryRange whole = piece->range();
    piece->free.give_back(static_cast<std::uint64_t>(range.host - whole.host), round_up(range.size, kLine));
    // One block of the common size stays, so that launches do not ask the system for memory each time.
    if (!piece->free.is_all_of(whole.size) || (whole.size == kBlockBytes && pieces_.size() == 1)) return;
    used_ -= whole.size;
    pieces_.erase(piece);
  }

  void to_qpus(const MemoryRange& range) {
    if (const auto shared = shared_memory(range)) copy_aligned(shared, range.host, range.size);
  }
  void from_qpus(const MemoryRange& range) {
    if (const auto shared = shared_memory(range)) copy_aligned(range.host, shared, range.size);
  }

  Result<void> synchronise() {
    const std::lock_guard lock(mutex_);
    std::vector<MemoryRange> ranges;
    for (const Piece& piece : pieces_) ranges.push_back(piece.block->range());
    return source_->clean_and_invalidate(ranges);
  }

  void keep_everything() {
    const std::lock_guard lock(mutex_);
    kept_ = true;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    if (!kept_) pieces_.clear();
  }

 private:
  struct Piece {
    std::unique_ptr<Block> block;
    FreeRanges free;
    HostCopy copy;  ///< null if the ARM caches the block

    /// As the host sees it.
    MemoryRange range() const {
      MemoryRange whole = block->range();
      if (copy != nullptr) whole.host = copy.get();
      return whole;
    }
    std::optional<MemoryRange> take(std::uint64_t size, std::uint64_t alignment) {
      const auto offset = free.take(round_up(size, kLine), alignment);
      if (!offset) return std::nullopt;
      return range().slice(*offset, size);
    }
    bool contains(const MemoryRange& part) const {
      const MemoryRange whole = range();
      return part.host >= whole.host && part.host < whole.host + whole.size;
    }
  };

  std::list<Piece>::iterator find(const MemoryRange& range) {
    return std::find_if(pieces_.begin(), pieces_.end(),
                        [&](const Piece& piece) { return piece.contains(range); });
  }

  /// Where QPUs see the range; null if the host sees it there, too. Stays while an allocation has the range.
  std::byte* shared_memory(const MemoryRange& range) {
    const std::lock_guard lock(mutex_);
    const auto piece = find(range);
    if (piece == pieces_.end() || piece->copy == nullptr) return nullptr;
    return piece->block->range().host + (range.host - piece->copy.get());
  }

  const std::unique_ptr<MemorySource> source_;
  const std::uint64_t capacity_;
  std::mutex mutex_;
  std::list<Piece> pieces_;
  std::uint64_t used_ = 0;
  bool kept_ = false;
};

class BoardMemory::Allocation final : public Memory {
 public:
  Allocation(std::shared_ptr<Pool> pool, const MemoryRange& range) : Memory(range), pool_(std::move(pool)) {}
  ~Allocation() override { pool_->give_back(range()); }

 private:
  std::shared_ptr<Pool> pool_;
};

BoardMemory::BoardMemory(std::unique_ptr<MemorySource> source, std::uint64_t capacity)
    : pool_(std::make_shared<Pool>(std::move(source), capacity)) {}
BoardMemory::~BoardMemory() = default;

Result<std::unique_ptr<Memory>> BoardMemory::allocate(std::size_t size, std::size_t alignment,
                                                      Contents contents) {
  if (!std::has_single_bit(std::max<std::size_t>(alignment, 1)) || alignment > kPageBytes ||
      size > pool_->capacity())
    return Error{ErrorCode::out_of_device_memory,
                 "no " + std::to_string(size) + " bytes in the memory of the QPUs"};
  QUADCL_TRY(const MemoryRange range, pool_->take(size, alignment));
  if (contents == Contents::zeros) std::memset(range.host, 0, range.size);
  return std::unique_ptr<Memory>(std::make_unique<Allocation>(pool_, range));
}

std::uint64_t BoardMemory::capacity() const { return pool_->capacity(); }
void BoardMemory::to_qpus(const MemoryRange& range) { pool_->to_qpus(range); }
void BoardMemory::from_qpus(const MemoryRange& range) { pool_->from_qpus(range); }
const char* BoardMemory::source() const { return pool_->source(); }
Result<void> BoardMemory::synchronise() { return pool_->synchronise(); }
void BoardMemory::keep_everything() { pool_->keep_everything(); }
void BoardMemory::close() { pool_->close(); }

}  // namespace quadcl::qpu::board
