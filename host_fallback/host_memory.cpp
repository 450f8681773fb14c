// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/host_memory.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace quadcl {
namespace {

constexpr std::size_t kPage = 4096;
/// Ten cache lines. With buffers aligned to 128 bytes a page has 32 starts; five of them, an odd number,
/// reach all.
constexpr std::size_t kStagger = 640;

class HostMemory final : public Memory {
 public:
  HostMemory(std::byte* block, std::size_t offset, std::size_t size)
      : Memory(MemoryRange{block + offset, size, {}}), block_(block) {}
  ~HostMemory() override { std::free(block_); }

 private:
  std::byte* block_;
};

/// The start of the next large block in its page.
std::size_t next_offset(std::size_t alignment) {
  static std::atomic<std::size_t> count = 0;
  return count++ * kStagger % kPage / alignment * alignment;
}

}  // namespace

Result<std::unique_ptr<Memory>> allocate_host_memory(std::size_t size, std::size_t alignment,
                                                     Contents contents) {
  const bool is_large = size >= 4 * kPage;
  std::size_t offset = is_large ? next_offset(alignment) : 0;
  if (is_large) alignment = std::max(alignment, kPage);
  const std::size_t spare = offset + alignment - 1;
  const std::size_t bytes = size + spare;
  void* block = nullptr;
  // Fresh pages are zeros already, which calloc knows; most large blocks are fresh pages.
  if (bytes >= size) block = contents == Contents::zeros ? std::calloc(bytes, 1) : std::malloc(bytes);
  if (block == nullptr) {
    return Error{ErrorCode::out_of_host_memory,
                 "no memory for a buffer of " + std::to_string(size) + " bytes"};
  }
  offset += -reinterpret_cast<std::uintptr_t>(block) % alignment;
  return std::unique_ptr<Memory>(std::make_unique<HostMemory>(static_cast<std::byte*>(block), offset, size));
}

}  // namespace quadcl
