// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/code_cache.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator {

/// A segment of memory as the host's vectors compare it: all offsets are 2^31 less, because they are signed.
struct Window {
  std::uint32_t bus = 1;  ///< added to offsets, it gives addresses; 1: no multiple of 4 is in the window
  std::int32_t last = std::numeric_limits<std::int32_t>::min();  ///< offset of the last word
  std::uintptr_t host = 0;                                       ///< of offset 0

  void show(const BusSegment& segment);
};

/// How many operations of a group were executed, and the Step of the last one tried.
struct Replayed {
  std::uint64_t executed;
  std::uint64_t step;
};

/// What all translated code uses. A register holds its address.
struct TranslationTables {
  TranslationTables();

  const void* leave = nullptr;  ///< code that returns to the caller
  /// Executes operations by their handlers, until one does not return Step::next.
  Replayed (*replay)(Qpu&, const Operation*, std::uint64_t, TranslationTables*) = nullptr;
  /// Writes to peripherals.
  Step (*finish)(Qpu&, const Operation&, LaneMask, LaneMask) = nullptr;
  /// Lets the uniform stream go on at an address.
  void (*restart_uniforms)(Qpu&, std::uint32_t address, Window&) = nullptr;
  /// Looks up the uniforms that follow, if those at hand are used up. False: there are none.
  bool (*refill)(Qpu&) = nullptr;
  /// The operation at an address. Not beside others.
  const Operation* (*find)(TranslationTables*, std::uint32_t address) = nullptr;
  CodeCache* code = nullptr;
  LaneVector rotations[16];  ///< the lanes that a full rotation takes
  LaneVector lane_numbers;
  LaneVector lane_bits;       ///< one bit for each lane
  LaneVector take_byte[4];    ///< for vpshufb: byte n of a lane as a number
  LaneVector repeat_byte[4];  ///< byte n of a lane in all of its bytes
  /// For values of a group that registers do not suffice for.
  static constexpr unsigned kKept = 64;
  LaneVector kept[kKept];
  VpmMemory* vpm = nullptr;
  std::uint32_t mode = 0;  ///< Translation::Mode

  /// The segments that lookups and uniform addresses needed last, by the place of the instruction in memory.
  static constexpr unsigned kWindows = 512;
  std::array<Window, kWindows> windows;
  static unsigned window_of(const Operation& op, bool is_mul) { return (op.address / 4 + is_mul) % kWindows; }
  void forget_windows() {
    for (Window& window : windows) window = Window();
  }
};

}  // namespace quadcl::qpu::emulator
