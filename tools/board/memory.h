// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "qpu/driver/board/memory_source.h"
#include "tools/board/configuration.h"

namespace quadcl::tools::simulated {

/// A file in memory, mapped here. Programs map it, too.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t size);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;

  int descriptor() const { return descriptor_; }
  std::byte* data() const { return start_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  int descriptor_;
  std::byte* start_;
};

/// Memory of the board, as the ARM sees it past its own caches. On BCM2835 the VPU's L2 holds all that the
/// ARM writes, and nothing writes it back: SDRAM itself, at another alias, has other bytes.
class Sdram {
 public:
  explicit Sdram(const Model& model);

  int descriptor() const { return memory_.descriptor(); }
  std::uint64_t size() const { return memory_.size(); }
  std::byte* at(std::uint32_t physical) { return memory_.data() + physical; }
  /// By a bus address; null at an alias where QPUs are not known to work.
  std::byte* at_bus(std::uint32_t address);

  /// First fit; 0 if there is none.
  std::uint32_t allocate(std::uint32_t size, std::uint32_t alignment = 0);
  void release(std::uint32_t physical);
  const std::map<std::uint32_t, std::uint32_t>& sizes() const { return sizes_; }

 private:
  const Model& model_;
  SharedMemory memory_;
  SharedMemory behind_l2_;                        ///< of BCM2835
  std::map<std::uint32_t, std::uint32_t> sizes_;  ///< by physical address
};

/// A mapping through the ARM's caches: its own memory, which meets that of the board only when caches are
/// cleaned or invalidated. A line is dirty if it differs from what it was when it was last read or written
/// back.
class CachedView {
 public:
  CachedView(Sdram& sdram, std::uint32_t physical, std::size_t size);

  int descriptor() const { return view_.descriptor(); }
  void apply(qpu::board::CacheOperation operation, std::size_t offset, std::size_t size);

 private:
  Sdram& sdram_;
  const std::uint32_t physical_;
  SharedMemory view_;
  std::vector<std::byte> known_;
};

/// Memory that a driver of the kernel shares with a process.
class Buffer {
 public:
  Buffer(Sdram& sdram, std::uint32_t physical, std::uint32_t size, bool is_cached);

  std::uint32_t physical() const { return physical_; }
  std::uint32_t size() const { return size_; }
  /// What is mapped in the place of the driver's file.
  int descriptor() const { return view_ != nullptr ? view_->descriptor() : sdram_.descriptor(); }
  std::uint32_t offset() const { return view_ != nullptr ? 0 : physical_; }
  void apply(qpu::board::CacheOperation operation, std::uint64_t offset, std::uint64_t size);

 private:
  Sdram& sdram_;
  std::uint32_t physical_;
  std::uint32_t size_;
  std::unique_ptr<CachedView> view_;  ///< null if it is not cached
};

}  // namespace quadcl::tools::simulated
