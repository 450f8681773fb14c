// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qpu/timing/timed_run.h"

namespace quadcl::tools {

/// The chip's performance counters, one a line.
void print_counters(std::ostream& out, const qpu::timing::Counters& counters);

/// Stalled clocks of all QPUs together, by cause; only causes with some.
std::vector<std::pair<std::string_view, std::uint64_t>> stalls_of(const qpu::timing::TimeReport& time);

/// False if the file cannot be written.
bool write_trace(const std::string& path, const qpu::timing::TraceRecorder& trace,
                 const qpu::timing::Parameters& parameters);

}  // namespace quadcl::tools
