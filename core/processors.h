// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace quadcl {

/// How many processors the calling thread may use, at least 1: `taskset` and containers allow fewer than
/// there are.
unsigned usable_processors();

}  // namespace quadcl
