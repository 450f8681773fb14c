// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl {

/// How many processors the calling thread may use, at least 1: `taskset` and cpusets leave fewer to
/// it.
unsigned usable_processors();

}  // namespace quadcl
