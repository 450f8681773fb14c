// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/board_memory.h"

#include <algorithm>
#include <bit>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "qpu/driver/free_ranges.h"

namespace quadcl::qpu::board {
namespace {

constexpr std::uint64_t kLine = 64;    ///< of the ARM's caches; 32 bytes on ARMv6
constexpr std::uint64_t kPage = 4096;  ///< every block begins at one
/// Small allocations share blocks of this size: each block costs calls to the system.
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20;

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
    const std::uint64_t bytes = round_up(std::max(size, kBlockBytes), kPage);
    if (bytes > capacity_ - used_)
      return Error{ErrorCode::out_of_device_memory, "no " + std::to_string(size) + " bytes left in the " +
                                                        std::to_string(capacity_) + " bytes of QPU memory"};
    QUADCL_TRY(auto block, source_->take(bytes));
    used_ += bytes;
    pieces_.push_back({std::move(block), FreeRanges(bytes)});
    return *pieces_.back().take(size, alignment);
  }

  void give_back(const MemoryRange& range) {
    const std::lock_guard lock(mutex_);
    if (kept_) return;
    const auto piece = std::find_if(pieces_.begin(), pieces_.end(),
                                    [&](const Piece& candidate) { return candidate.contains(range); });
    if (piece == pieces_.end()) return;  // after `close`
    const MemoryRange& whole = piece->block->range();
    piece->free.give_back(static_cast<std::uint64_t>(range.host - whole.host), round_up(range.size, kLine));
    // One block of the common size stays, so that launches do not ask the system for memory each time.
    if (!piece->free.is_all_of(whole.size) || (whole.size == kBlockBytes && pieces_.size() == 1)) return;
    used_ -= whole.size;
    pieces_.erase(piece);
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

    std::optional<MemoryRange> take(std::uint64_t size, std::uint64_t alignment) {
      const auto offset = free.take(round_up(size, kLine), alignment);
      if (!offset) return std::nullopt;
      return block->range().slice(*offset, size);
    }
    bool contains(const MemoryRange& range) const {
      const MemoryRange& whole = block->range();
      return range.host >= whole.host && range.host < whole.host + whole.size;
    }
  };

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

Result<std::unique_ptr<Memory>> BoardMemory::allocate(std::size_t size, std::size_t alignment) {
  if (!std::has_single_bit(std::max<std::size_t>(alignment, 1)) || alignment > kPage ||
      size > pool_->capacity())
    return Error{ErrorCode::out_of_device_memory,
                 "no " + std::to_string(size) + " bytes in the memory of the QPUs"};
  QUADCL_TRY(const MemoryRange range, pool_->take(size, alignment));
  return std::unique_ptr<Memory>(std::make_unique<Allocation>(pool_, range));
}

std::uint64_t BoardMemory::capacity() const { return pool_->capacity(); }
const char* BoardMemory::source() const { return pool_->source(); }
Result<void> BoardMemory::synchronise() { return pool_->synchronise(); }
void BoardMemory::keep_everything() { pool_->keep_everything(); }
void BoardMemory::close() { pool_->close(); }

}  // namespace quadcl::qpu::board
