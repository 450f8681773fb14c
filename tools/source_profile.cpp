// SPDX-License-Identifier: Apache-2.0
#include "tools/source_profile.h"

#include <cstdio>
#include <map>
#include <sstream>

namespace quadcl::tools {

namespace timing = qpu::timing;

namespace {

/// What the instructions of one line did together.
struct LineTime {
  std::uint64_t instructions = 0;  ///< of its code
  timing::Profile::Entry sum;
};

std::map<std::uint32_t, LineTime> times_of_lines(const timing::Profile& profile, const QpuCode& code,
                                                 BusAddress address) {
  std::map<std::uint32_t, LineTime> times;
  for (std::size_t i = 0; i < code.words.size(); ++i) {
    LineTime& line = times[code.lines.empty() ? 0 : code.lines[i]];
    ++line.instructions;
    const auto offset = static_cast<std::uint32_t>(i * sizeof(std::uint64_t));
    if (const auto* entry = profile.find((address + offset).value())) line.sum += *entry;
  }
  return times;
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string source_line(const std::vector<std::string>& source, std::uint32_t line) {
  if (line == 0 || line > source.size()) return {};
  const std::string& text = source[line - 1];
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == text.npos ? "" : text.substr(begin);
}

void print_source_profile(std::ostream& out, const timing::Profile& profile, const QpuCode& code,
                          BusAddress address, const std::vector<std::string>& source) {
  const auto times = times_of_lines(profile, code, address);
  std::uint64_t total = 0;
  for (const auto& [line, time] : times) total += timing::clocks_of(time.sum);
  out << "modelled clocks of all QPUs by line of the source: " << total << '\n'
      << "line  code    executed      clocks  share  source; clocks stalled in it\n";
  for (const auto& [line, time] : times) {
    const std::uint64_t clocks = timing::clocks_of(time.sum);
    char text[80];
    std::snprintf(
        text, sizeof text, "%4s  %4llu  %10llu  %10llu %5.1f%%  ",
        line == 0 ? "-" : std::to_string(line).c_str(), static_cast<unsigned long long>(time.instructions),
        static_cast<unsigned long long>(time.sum.executions), static_cast<unsigned long long>(clocks),
        total == 0 ? 0 : 100.0 * static_cast<double>(clocks) / static_cast<double>(total));
    out << text << (line == 0 ? "(no line of the source)" : source_line(source, line));
    if (const std::string why = timing::causes_of(time.sum.stalls); !why.empty()) out << "   # " << why;
    out << '\n';
  }
}

}  // namespace quadcl::tools
