// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/firmware_memory.h"

#include <fcntl.h>

namespace quadcl::qpu::board {
namespace {

/// In this order: the firmware may give a released handle to another process, whose memory a later sweep of
/// the record would release. What stays in the record is given back by the next start.
void give_back(const Firmware& firmware, std::uint32_t handle) {
  if (firmware.handles.remove(handle)) release_firmware_memory(firmware.mailbox, handle);
}

class FirmwareBlock final : public Block {
 public:
  FirmwareBlock(std::shared_ptr<const Firmware> firmware, std::uint32_t handle, Mapping mapping,
                BusAddress bus)
      : Block({mapping.data(), mapping.size(), bus}),
        firmware_(std::move(firmware)),
        handle_(handle),
        mapping_(std::move(mapping)) {}
  ~FirmwareBlock() override {
    mapping_ = {};
    give_back(*firmware_, handle_);
  }

 private:
  const std::shared_ptr<const Firmware> firmware_;
  const std::uint32_t handle_;
  Mapping mapping_;
};

class FirmwareMemory final : public MemorySource {
 public:
  FirmwareMemory(std::shared_ptr<const Firmware> firmware, File memory, std::uint32_t flags)
      : firmware_(std::move(firmware)), memory_(std::move(memory)), flags_(flags) {}

  const char* name() const override { return "the firmware's allocator"; }
  std::uint64_t capacity() const override { return firmware_->mailbox.vc_memory_bytes(); }

  Result<std::unique_ptr<Block>> take(std::size_t size) override {
    const Error full{ErrorCode::out_of_device_memory,
                     "the firmware has no " + std::to_string(size) + " bytes; raise gpu_mem in config.txt"};
    const auto bytes = static_cast<std::uint32_t>(size);
    const auto handle = firmware_->mailbox.ask(Tag::allocate_memory, {bytes, kPageBytes, flags_}, 1);
    if (!handle.ok() || handle.value()[0] == 0) return full;
    if (!firmware_->handles.add(handle.value()[0])) {
      release_firmware_memory(firmware_->mailbox, handle.value()[0]);
      return Error{ErrorCode::out_of_device_memory,
                   std::string("another process keeps ").append(HandleRecord::kPath)};
    }
    return lock_and_map(handle.value()[0], size);
  }

  bool is_cached() const override { return false; }
  Result<void> clean_and_invalidate(std::span<const MemoryRange>) override { return {}; }

 private:
  Result<std::unique_ptr<Block>> lock_and_map(std::uint32_t handle, std::size_t size) {
    const auto bus = firmware_->mailbox.ask(Tag::lock_memory, {handle}, 1);
    Mapping mapping;
    if (bus.ok() && bus.value()[0] != 0) mapping = Mapping(memory_, bus.value()[0] & kPhysicalMask, size);
    if (mapping.ok())
      return std::unique_ptr<Block>(
          std::make_unique<FirmwareBlock>(firmware_, handle, std::move(mapping), BusAddress(bus.value()[0])));
    give_back(*firmware_, handle);
    return Error{ErrorCode::out_of_device_memory, "the firmware's memory cannot be mapped through /dev/mem"};
  }

  const std::shared_ptr<const Firmware> firmware_;
  File memory_;
  const std::uint32_t flags_;
};

}  // namespace

std::unique_ptr<MemorySource> make_firmware_memory(std::shared_ptr<const Firmware> firmware,
                                                   const Board& board) {
  // O_SYNC: without it the ARM would cache what the QPUs share.
  File memory("/dev/mem", O_RDWR | O_SYNC);
  if (!memory.ok()) return nullptr;
  return std::make_unique<FirmwareMemory>(std::move(firmware), std::move(memory), board.allocation_flags);
}

void release_firmware_memory(const Mailbox& mailbox, std::uint32_t handle) {
  // A failure leaves nothing to do: the handle is lost until the next boot.
  (void)mailbox.ask(Tag::unlock_memory, {handle}, 1).ok();
  (void)mailbox.ask(Tag::release_memory, {handle}, 1).ok();
}

}  // namespace quadcl::qpu::board
