// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/operation.h"

namespace quadcl::qpu::emulator {

/// What all translated code uses. A register holds its address.
struct TranslationTables {
  TranslationTables();

  const void* leave = nullptr;  ///< code that returns to the caller
  /// Executes operations by their handlers.
  void (*replay)(Qpu&, const Operation*, std::uint64_t) = nullptr;
  /// Looks up the uniforms that follow, if those at hand are used up. False: there are none.
  bool (*refill)(Qpu&) = nullptr;
  LaneVector rotations[16];       ///< the lanes that a full rotation takes
  LaneVector quad_rotations[16];  ///< the same for one in quads
  LaneVector lane_numbers;
  LaneVector take_byte[4];    ///< for vpshufb: byte n of a lane as a number
  LaneVector repeat_byte[4];  ///< byte n of a lane in all of its bytes
};

}  // namespace quadcl::qpu::emulator
