// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "qpu/driver/board/memory_source.h"
#include "qpu/driver/bus_memory.h"

namespace quadcl::qpu::board {

/// Bus-address memory of a board, cut from larger blocks of a MemorySource. Allocations share no line of the
/// ARM's caches. They may outlive the BoardMemory, but not `close`. If the ARM does not cache the blocks,
/// their host pointers are to ordinary memory.
class BoardMemory final : public BusMemory {
 public:
  BoardMemory(std::unique_ptr<MemorySource> source, std::uint64_t capacity);
  ~BoardMemory() override;

  using BusMemory::allocate;
  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment,
                                           Contents contents) override;
  std::uint64_t capacity() const override;
  void to_qpus(const MemoryRange& range) override;
  void from_qpus(const MemoryRange& range) override;
  const char* source() const;

  /// Before a job, so that the QPUs see what the ARM wrote; after it, so that the ARM sees what they wrote.
  /// Both clean and invalidate: to invalidate alone would lose what the ARM writes to other buffers during
  /// the job. Error: out_of_resources.
  Result<void> synchronise();

  /// From now on no memory is given back or used again: a job that did not end may still write to it.
  void keep_everything();
  /// For the end of the process: gives everything back.
  void close();

 private:
  class Pool;
  class Allocation;

  std::shared_ptr<Pool> pool_;
};

}  // namespace quadcl::qpu::board
