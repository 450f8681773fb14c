// SPDX-License-Identifier: Apache-2.0
#include "tools/timing_report.h"

#include <cstdio>
#include <sstream>

#include "tools/files.h"

namespace quadcl::tools {

namespace timing = qpu::timing;

void print_counters(std::ostream& out, const timing::Counters& counters) {
  out << "performance counters (modelled):\n";
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const timing::CounterInfo& info = timing::counter_table()[i];
    char number[48];
    std::snprintf(number, sizeof number, "%2zu %14llu  ", i, static_cast<unsigned long long>(counters[i]));
    out << number << info.meaning << (info.modelled ? "" : " (3D pipeline: not modelled)") << '\n';
  }
}

std::vector<std::pair<std::string_view, std::uint64_t>> stalls_of(const timing::TimeReport& time) {
  std::vector<std::pair<std::string_view, std::uint64_t>> stalls;
  for (std::size_t cause = 0; cause < timing::kStalls; ++cause) {
    timing::Ticks sum = 0;
    for (const timing::QpuTime& qpu : time.qpus) sum += qpu.stalls.by_cause[cause];
    if (sum > 0)
      stalls.emplace_back(timing::kStallNames[cause], static_cast<std::uint64_t>(sum / timing::kClock));
  }
  return stalls;
}

bool write_trace(const std::string& path, const timing::TraceRecorder& trace,
                 const timing::Parameters& parameters) {
  std::ostringstream events;
  trace.write(events, parameters);
  return write_file(path, events.str());
}

}  // namespace quadcl::tools
