// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace quadcl::compiler {

struct Row;
struct RowAnalyses;

/// A number of lanes; 0 if lanes gain nothing, with the reason.
struct LaneChoice {
  unsigned lanes = 0;
  std::string reason;
};

/// The best number of lanes.
LaneChoice lanes_of(const Row& row, const RowAnalyses& analyses);

/// The number of lanes for the work-items that the row leaves over; 0 if they run one by one, as those of
/// long functions do: their rows have `in_all_rows` instructions together.
unsigned lanes_of_rest(const Row& row, const RowAnalyses& analyses, std::size_t in_all_rows);

}  // namespace quadcl::compiler
