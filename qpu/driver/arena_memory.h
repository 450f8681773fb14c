// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/result.h"
#include "core/units.h"
#include "qpu/driver/bus_memory.h"
#include "qpu/emulator/bus_map.h"

namespace quadcl::qpu {

/// Bus-address memory out of one stretch of the host's address space, committed as it is touched. Allocations
/// are apart by at least kGap unmapped bytes, so that a program that runs past the end of one faults.
/// Allocations may outlive the ArenaMemory.
class ArenaMemory final : public BusMemory {
 public:
  static constexpr std::uint32_t kGap = 64;
  /// The alias that goes past the VPU's L2 (docs/videocore4.md, Memory): on a Pi 1 or Zero lines that are not
  /// there come faster without it, and the ARM's caches are not in the way.
  static constexpr BusAddress kDefaultBase{0xc0000000};

  /// Errors: out_of_host_memory when the address space cannot be had; invalid_argument_value when `capacity`
  /// bytes from `base` do not fit into 32 bits.
  static Result<std::unique_ptr<ArenaMemory>> create(std::uint64_t capacity, BusAddress base = kDefaultBase);

  /// The same with as much of `capacity` as the host's address space allows, leaving some to the rest of the
  /// process: half, a quarter and so on, down to kLeast.
  static Result<std::unique_ptr<ArenaMemory>> create_within(std::uint64_t capacity,
                                                            BusAddress base = kDefaultBase);
  static constexpr std::uint64_t kLeast = std::uint64_t{64} << 20;

  Result<std::unique_ptr<Memory>> allocate(std::size_t size, std::size_t alignment) override;
  std::uint64_t capacity() const override;

  /// The allocations as they are now, sizes rounded up to words. Later changes do not show in it, and the
  /// host's address space stays readable and writable for as long as the result lives.
  std::shared_ptr<const emulator::BusMap> snapshot() const;

 private:
  class Arena;
  class Allocation;

  explicit ArenaMemory(std::shared_ptr<Arena> arena) : arena_(std::move(arena)) {}

  std::shared_ptr<Arena> arena_;
};

}  // namespace quadcl::qpu
