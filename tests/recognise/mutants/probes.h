// SPDX-License-Identifier: Apache-2.0
// Variants of a kernel. Their results are the same unless the kernel's results are undefined.
#pragma once

#include <string>

#include "mutants/launch_plan.h"
#include "mutants/tokens.h"

namespace recognise_test {

/// Every local and private variable without initialiser starts with this byte everywhere.
std::string with_filled_memory(Source source, const LaunchPlan& plan, unsigned byte);

/// Work-items exchange their ids, so that the last one is the first.
std::string in_reverse_order(const Source& source, const LaunchPlan& plan);

/// Subscripts outside of buffers become 0, and loops end after many iterations. If a kernel crashes or does
/// not end, but not in this form, the cause is its own index or loop without bounds.
std::string within_bounds(const Source& source, const LaunchPlan& plan);

}  // namespace recognise_test
