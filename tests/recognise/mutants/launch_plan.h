// SPDX-License-Identifier: Apache-2.0
// The launch of a kernel of a case file: arguments, buffers and ranges, changed at random.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "case_file.h"
#include "mutants/added_argument.h"
#include "mutants/dice.h"

namespace recognise_test {

/// A buffer of 4-byte elements is a part of a larger one, with kMargin elements before and behind it.
using PlannedBuffer = std::size_t;
constexpr std::size_t kMargin = 8192;

struct PlannedArgument {
  ArgumentKind kind{};
  long number = 0;                        ///< of integers, and the bytes of local memory
  float real = 0;                         ///< of floats
  std::size_t buffer = 0;                 ///< which of the plan's, of buffers
  std::size_t offset = 0;                 ///< its start in the buffer, in elements
  std::vector<std::uint32_t> words = {};  ///< of vectors
};

struct LaunchPlan {
  std::vector<PlannedArgument> arguments;
  std::vector<PlannedBuffer> buffers;
  std::vector<std::size_t> global, local, offset;

  std::string text() const;
};

/// The launch of a run of the case.
LaunchPlan plan_launch(const CaseFile& file, const Run& run);

/// One of the case's runs, mostly with a change of sizes, ranges, arguments or aliasing. The added arguments
/// come last. With a far one, sizes are 0 more often.
LaunchPlan random_plan(const CaseFile& file, const std::vector<AddedArgument>& added, Dice& dice);

/// The contents of a buffer: whole numbers from -8 to 8, so neither device rounds. `margin` chooses the
/// contents of the margins.
std::vector<std::uint32_t> contents(PlannedBuffer buffer, std::size_t index, unsigned margin);

}  // namespace recognise_test
