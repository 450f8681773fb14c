// SPDX-License-Identifier: Apache-2.0
// Variants of a kernel that compute the same unless what it computes is undefined.
#pragma once

#include <string>

#include "mutants/launch_plan.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// Every local and private variable without initialiser starts with this byte everywhere.
std::string with_filled_memory(Source source, const LaunchPlan& plan, unsigned byte);

/// The work-items exchange their ids, so that the last one comes first.
std::string in_reverse_order(const Source& source, const LaunchPlan& plan);

/// Subscripts of buffers that lie outside of them become 0, and loops end after many turns. What crashes or
/// does not end, but not in this form, asks for it itself: an index or a loop without bounds.
std::string within_bounds(const Source& source, const LaunchPlan& plan);

}  // namespace recognise_test
