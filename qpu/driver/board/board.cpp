// SPDX-License-Identifier: Apache-2.0
#include "qpu/driver/board/board.h"

#include <array>

#include "qpu/driver/board/system.h"

namespace quadcl::qpu::board {
namespace {

struct Row {
  std::string_view compatible;
  std::string_view model;  ///< a part of the model's name
  Soc soc;
  std::uint32_t peripherals, alias, allocation_flags;  ///< docs/videocore4.md, Memory
  timing::Board timing;
};

/// The first row that fits counts. Never tried on a board.
constexpr std::array kRows{
    Row{"brcm,bcm2835", "Zero", Soc::bcm2835, 0x20000000, 0x40000000, 0xc, timing::Board::zero},
    Row{"brcm,bcm2835", "", Soc::bcm2835, 0x20000000, 0x40000000, 0xc, timing::Board::pi1},
    Row{"brcm,bcm2836", "", Soc::bcm2836, 0x3f000000, 0xc0000000, 4, timing::Board::pi2},
    Row{"brcm,bcm2837", "", Soc::bcm2837, 0x3f000000, 0xc0000000, 4, timing::Board::pi3},
    Row{"brcm,bcm271", "", Soc::newer, 0, 0, 0, timing::Board::pi3},
};

/// Texts of the device tree end with a zero.
std::string_view up_to_zero(std::string_view text) { return text.substr(0, text.find('\0')); }

}  // namespace

Board board_of(std::string_view model, std::string_view compatible) {
  Board board;
  board.model = up_to_zero(model);
  if (board.model.find("Raspberry Pi") == std::string::npos) return board;
  board.soc = Soc::newer;  // whatever comes after the table
  for (const Row& row : kRows) {
    if (compatible.find(row.compatible) == std::string_view::npos) continue;
    if (board.model.find(row.model) == std::string::npos) continue;
    board.soc = row.soc;
    board.peripherals = row.peripherals;
    board.alias = row.alias;
    board.allocation_flags = row.allocation_flags;
    board.timing = row.timing;
    break;
  }
  return board;
}

Board find_board() {
  return board_of(read_text("/proc/device-tree/model"), read_text("/proc/device-tree/compatible"));
}

}  // namespace quadcl::qpu::board
