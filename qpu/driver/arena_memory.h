// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/bus_address.h"
#include "core/result.h"
#include "qpu/driver/bus_memory.h"
#include "qpu/emulator/bus_map.h"

namespace quadcl::qpu {

/// Bus-address memory in one range of the host's address space, committed when it is touched. At least kGap
/// unmapped bytes separate allocations, so a program that runs past the end of one faults. Allocations may
/// outlive the ArenaMemory.
class ArenaMemory final : public BusMemory {
 public:
  static constexpr std::uint32_t kGap = 64;
  /// The alias that bypasses the VPU's L2 (docs/videocore4.md, Memory): on a Pi 1 or Zero, cache misses take
  /// less time without it, and the ARM's caches are not in the way.
  static constexpr BusAddress kDefaultBase{0xc0000000};

  /// Errors: out_of_host_memory if the host has not enough address space; invalid_argument_value if
  /// `capacity` bytes from `base` do not fit into 32 bits.
  static Result<std::unique_ptr<ArenaMemory>> create(std::uint64_t capacity, BusAddress base = kDefaultBase);

  /// The same with as much of `capacity` as the host's address space allows: all, half, a quarter and so on,
  /// down to kLeast. Leaves address space for the rest of the process.
  static Result<std::unique_ptr<ArenaMemory>> create_within(std::uint64_t capacity,
                                                            BusAddress base = kDefaultBase);
  static constexpr std::uint64_t kLeast = std::uint64_t{64} << 20;

  using BusMemory::allocate;
  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment,
                                           Contents contents) override;
  std::uint64_t capacity() const override;

  /// The present allocations, with sizes rounded up to words. Later changes do not affect the result. While
  /// the result lives, the host's address space stays readable and writable.
  std::shared_ptr<const emulator::BusMap> snapshot() const;

 private:
  class Arena;
  class Allocation;

  explicit ArenaMemory(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  std::shared_ptr<Arena> arena_;
};

}  // namespace quadcl::qpu
