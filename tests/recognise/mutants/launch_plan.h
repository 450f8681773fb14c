// SPDX-License-Identifier: Apache-2.0
// How a kernel of a case file is launched: arguments, buffers and ranges, changed at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "case_file.h"
#include "mutants/dice.h"

namespace recognise_test {

/// A buffer of so many 4-byte elements is a part of one that has kMargin more before and behind.
using PlannedBuffer = std::size_t;
constexpr std::size_t kMargin = 8192;

struct PlannedArgument {
  ArgumentKind kind{};
  long number = 0;         ///< of integers, and the bytes of local memory
  float real = 0;          ///< of floats
  std::size_t buffer = 0;  ///< which of the plan's, of buffers
  std::size_t offset = 0;  ///< where in the buffer it starts, in elements
};

struct LaunchPlan {
  std::vector<PlannedArgument> arguments;
  std::vector<PlannedBuffer> buffers;
  std::vector<std::size_t> global, local, offset;

  std::string text() const;
};

/// The launch that a run of the case asks for.
LaunchPlan plan_launch(const CaseFile& file, const Run& run);

/// One of the case's runs, most often with something changed: sizes, ranges, arguments, aliasing. With a far
/// argument, it is one more, of any value, and sizes are 0 more often.
LaunchPlan random_plan(const CaseFile& file, bool with_far_argument, Dice& dice);

/// The contents of a buffer: whole numbers of -8 to 8, so that no arithmetic of either device rounds.
/// `margin` chooses those of the margins.
std::vector<std::uint32_t> contents(PlannedBuffer buffer, std::size_t index, unsigned margin);

}  // namespace recognise_test
