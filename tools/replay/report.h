// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/replay/race.h"

namespace replay {

/// One line; `width`: of the longest name.
void print_line(const Outcome& outcome, std::size_t width);

/// The geometric mean, the slowest, how many failed.
void print_summary(const std::vector<Outcome>& outcomes);

std::string to_json(const std::vector<Outcome>& outcomes);

}  // namespace replay
