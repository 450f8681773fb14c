// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/calibration/points.h"

namespace calibration {

/// The micro-measurements and, if `list` names a file, the programs that it lists (job_points.h).
std::vector<Point> all_points(const std::string& list);

/// Whether the name is, or starts with, one of `names`; true if there are none.
bool selected(const std::string& name, const std::vector<std::string>& names);

/// NAME=VALUE for all models to come. False if there is no such constant or it cannot have that value.
bool set_constant(std::string_view text);

}  // namespace calibration
