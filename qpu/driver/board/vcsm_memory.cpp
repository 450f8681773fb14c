// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/vcsm_memory.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <optional>

namespace quadcl::qpu::board {
namespace {

int call(const File& device, unsigned long request, auto& argument) {
  return ioctl(device.fd(), request, &argument);
}

/// A handle of the kernel, locked so that its bus address stays.
class Handle {
 public:
  Handle(std::shared_ptr<const File> device, std::uint32_t number)
      : device_(std::move(device)), number_(number) {
    VcsmLock lock{.handle = number_, .address = 0};
    VcsmMap map{.process = static_cast<std::uint32_t>(getpid()), .handle = number_, .address = 0, .size = 0};
    if (call(*device_, kVcsmLock, lock) == 0 && call(*device_, kVcsmBusAddress, map) == 0) bus_ = map.address;
  }
  ~Handle() {
    if (device_ == nullptr) return;
    VcsmLock lock{.handle = number_, .address = 0};
    std::uint32_t number = number_;
    call(*device_, kVcsmUnlock, lock);
    call(*device_, kVcsmFree, number);
  }
  Handle(Handle&&) = default;

  std::uint32_t bus() const { return bus_; }  ///< 0 if there is none
  Mapping map(std::size_t size) const { return {*device_, number_, size}; }

 private:
  std::shared_ptr<const File> device_;
  std::uint32_t number_;
  std::uint32_t bus_ = 0;
};

class VcsmBlock final : public Block {
 public:
  VcsmBlock(Handle handle, Mapping mapping)
      : Block({mapping.data(), mapping.size(), BusAddress(handle.bus())}),
        handle_(std::move(handle)),
        mapping_(std::move(mapping)) {}

 private:
  Handle handle_;  // freed after the mapping has ended
  Mapping mapping_;
};

class VcsmMemory final : public MemorySource {
 public:
  VcsmMemory(std::shared_ptr<const Firmware> firmware, File device)
      : firmware_(std::move(firmware)), device_(std::make_shared<const File>(std::move(device))) {}

  const char* name() const override { return "/dev/vcsm"; }
  std::uint64_t capacity() const override { return firmware_->mailbox.vc_memory_bytes(); }

  Result<std::unique_ptr<Block>> take(std::size_t size) override {
    if (mode_) return take_as(*mode_, size);
    QUADCL_TRY(auto block, take_as(CacheMode::host, size));
    mode_ = clean(block->range()) == 0 ? CacheMode::host : CacheMode::none;
    if (mode_ == CacheMode::host) return block;
    block = nullptr;
    return take_as(CacheMode::none, size);
  }

  bool is_cached() const override { return mode_ == CacheMode::host; }
  Result<void> clean_and_invalidate(std::span<const MemoryRange> ranges) override {
    if (mode_ != CacheMode::host) return {};
    for (const MemoryRange& range : ranges)
      if (const int error = clean(range); error != 0)
        return Error{ErrorCode::out_of_resources, with_reason("the ARM's caches cannot be cleaned", error)};
    return {};
  }

 private:
  Result<std::unique_ptr<Block>> take_as(CacheMode mode, std::size_t size) {
    const Error full{ErrorCode::out_of_device_memory,
                     "the firmware has no " + std::to_string(size) + " bytes; raise gpu_mem in config.txt"};
    VcsmAllocation request{
        .size = static_cast<std::uint32_t>(size), .count = 1, .cached = mode, .name = "quadcl", .handle = 0};
    if (call(*device_, kVcsmAllocate, request) < 0 || request.handle == 0) return full;
    Handle handle(device_, request.handle);
    if (handle.bus() == 0) return full;
    Mapping mapping = handle.map(size);
    if (!mapping.ok()) return full;
    return std::unique_ptr<Block>(std::make_unique<VcsmBlock>(std::move(handle), std::move(mapping)));
  }

  /// 0 or an errno.
  int clean(const MemoryRange& range) const {
    VcsmCacheRequest request{
        .blocks = 1,
        .zero = {},
        .block = {.operation = static_cast<std::uint16_t>(CacheOperation::clean_and_invalidate),
                  .count = 1,
                  .start = range.host,
                  .size = static_cast<std::uint32_t>(range.size),
                  .stride = 0}};
    return call(*device_, kVcsmCache, request) == 0 ? 0 : errno;
  }

  const std::shared_ptr<const Firmware> firmware_;
  const std::shared_ptr<const File> device_;  // the blocks hold it, too: closing it frees their memory
  std::optional<CacheMode> mode_;  ///< host, unless the kernel cannot clean memory that is mapped so
};

}  // namespace

std::unique_ptr<MemorySource> make_vcsm_memory(std::shared_ptr<const Firmware> firmware) {
  File device("/dev/vcsm", O_RDWR);
  if (!device.ok()) return nullptr;
  return std::make_unique<VcsmMemory>(std::move(firmware), std::move(device));
}

}  // namespace quadcl::qpu::board
