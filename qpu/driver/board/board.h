// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "qpu/timing/parameters.h"

namespace quadcl::qpu::board {

enum class Soc : std::uint8_t {
  none,  ///< not a Raspberry Pi
  bcm2835,
  bcm2836,
  bcm2837,
  newer,  ///< a Raspberry Pi 4 or later, which has other QPUs
};

/// The machine as its device tree describes it.
struct Board {
  std::string model;
  Soc soc = Soc::none;
  std::uint32_t peripherals = 0;  ///< the ARM's physical address of the peripherals
  /// The top bits of bus addresses where the QPUs share the ARM's way to memory: on BCM2835 both go through
  /// the VPU's L2, on later chips both go past it (docs/videocore4.md, Memory).
  std::uint32_t alias = 0xc0000000;
  std::uint32_t allocation_flags = 4;  ///< for memory of the firmware at that alias
  timing::Board timing = timing::Board::zero;

  bool has_our_qpus() const { return soc != Soc::none && soc != Soc::newer; }
  std::uint32_t v3d() const { return peripherals + 0xc00000; }
};

/// From the texts of /proc/device-tree/model and /proc/device-tree/compatible.
Board board_of(std::string_view model, std::string_view compatible);
/// This machine.
Board find_board();

}  // namespace quadcl::qpu::board
