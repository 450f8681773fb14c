// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/qpu/machine/spill_places.h"

namespace quadcl::compiler::qpu {

/// Rows of the VPM for values that find no register.
struct SpillRows {
  Operand own;                            ///< the first row of this QPU: the first operation reads it
  std::uint32_t begin = 0, free_end = 0;  ///< of its rows, those that nothing else uses
  std::uint32_t end = 0, most_end = 0;    ///< those that it could have, too
  std::uint32_t used_end = 0;             ///< behind those that hold values

  std::uint32_t count() const { return free_end - begin + most_end - end; }
  /// Of a spilled value, by its number.
  std::uint32_t row(std::uint32_t number) const {
    const std::uint32_t free = free_end - begin;
    return number < free ? begin + number : end + number - free;
  }
};

struct Spill {
  std::uint32_t value = 0;
  SpillWay way{};
  std::uint32_t place = 0;  ///< the number of the lane, or the row
  std::vector<Cluster> clusters;
};

/// What is to be spilled.
enum class SpillGoal : std::uint8_t {
  all,    ///< so many that the limit is kept; none if that is not possible, or takes too much time
  cheap,  ///< of these, those that take next to no time, whether the limit is kept or not
};

/// Values to spill so that at most `most_live` are alive at a time.
std::vector<Spill> choose_spills(const Code& code, std::uint32_t most_live, const SpillRows& rows,
                                 SpillGoal goal = SpillGoal::all);

}  // namespace quadcl::compiler::qpu
