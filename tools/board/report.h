// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "tools/board/board.h"
#include "tools/board/jobs.h"

namespace quadcl::tools::simulated {

/// What ran on a board, and what was found: lines that begin with the tool's name.
void report(std::ostream& out, const Board& board, const JobRunner& runner);

}  // namespace quadcl::tools::simulated
