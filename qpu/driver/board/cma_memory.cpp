// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/cma_memory.h"

#include <fcntl.h>
#include <sys/ioctl.h>

#include <cerrno>
#include <optional>
#include <sstream>

namespace quadcl::qpu::board {
namespace {

/// The kernel's memory for such allocations, in bytes.
std::uint64_t contiguous_memory() {
  std::istringstream words(read_text("/proc/meminfo"));
  for (std::string word; words >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "CmaTotal:" && words >> kilobytes) return kilobytes << 10;
  }
  return 0;
}

Error full(std::size_t size) {
  return {ErrorCode::out_of_device_memory,
          "the kernel has no " + std::to_string(size) + " contiguous bytes; raise cma= in cmdline.txt"};
}

class CmaBlock final : public Block {
 public:
  CmaBlock(File buffer, Mapping mapping, BusAddress bus)
      : Block({mapping.data(), mapping.size(), bus}),
        buffer_(std::move(buffer)),
        mapping_(std::move(mapping)) {}

 private:
  File buffer_;  // closed after the mapping has ended
  Mapping mapping_;
};

class CmaMemory final : public MemorySource {
 public:
  CmaMemory(File device, std::uint32_t alias) : device_(std::move(device)), alias_(alias) {}

  const char* name() const override { return "/dev/vcsm-cma"; }
  std::uint64_t capacity() const override { return contiguous_memory(); }

  Result<std::unique_ptr<Block>> take(std::size_t size) override {
    CmaAllocation request{
        .size = static_cast<std::uint32_t>(size), .count = 1, .cached = CacheMode::host, .name = "quadcl"};
    if (ioctl(device_.fd(), kCmaAllocate, &request) < 0 || request.handle < 0) return full(size);
    File buffer = File::of(request.handle);
    Mapping mapping(buffer, 0, size);
    if (!mapping.ok()) return full(size);
    const BusAddress bus((static_cast<std::uint32_t>(request.bus) & kPhysicalMask) | alias_);
    auto block = std::make_unique<CmaBlock>(std::move(buffer), std::move(mapping), bus);
    if (!is_cached_) is_cached_ = can_clean(block->range());
    return std::unique_ptr<Block>(std::move(block));
  }

  bool is_cached() const override { return is_cached_.value_or(false); }
  Result<void> clean_and_invalidate(std::span<const MemoryRange> ranges) override {
    if (!is_cached()) return {};
    for (const MemoryRange& range : ranges)
      if (const int error = clean(range); error != 0)
        return Error{ErrorCode::out_of_resources, with_reason("the ARM's caches cannot be cleaned", error)};
    return {};
  }

 private:
  /// 0 or an errno.
  int clean(const MemoryRange& range) const {
    CmaCacheRequest request{.blocks = 1,
                            .padding = 0,
                            .block = {.operation = CacheOperation::clean_and_invalidate,
                                      .count = 1,
                                      .start = range.host,
                                      .size = static_cast<std::uint32_t>(range.size),
                                      .stride = 0}};
    return ioctl(device_.fd(), kCmaCache, &request) == 0 ? 0 : errno;
  }
  bool can_clean(const MemoryRange& range) const {
    const int error = clean(range);
    return error != EINVAL && error != ENOTTY;
  }

  File device_;
  const std::uint32_t alias_;      ///< kernels give other ones, too
  std::optional<bool> is_cached_;  ///< kernels without the operation map the memory without caches
};

}  // namespace

std::unique_ptr<MemorySource> make_cma_memory(const Board& board) {
  File device("/dev/vcsm-cma", O_RDWR);
  return device.ok() ? std::make_unique<CmaMemory>(std::move(device), board.alias) : nullptr;
}

}  // namespace quadcl::qpu::board
