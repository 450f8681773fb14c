// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/cpu_clock.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace quadcl {

std::uint32_t clock_mhz_from(std::istream& max_freq, std::istream& cpuinfo) {
  if (std::uint32_t khz = 0; max_freq >> khz) return khz / 1000;
  double highest = 0;
  for (std::string line; std::getline(cpuinfo, line);) {
    if (!line.starts_with("cpu MHz")) continue;
    std::istringstream value(line.substr(std::min(line.find(':'), line.size() - 1) + 1));
    if (double mhz = 0; value >> mhz) highest = std::max(highest, mhz);
  }
  return static_cast<std::uint32_t>(std::clamp(highest, 0.0, 1e6));
}

std::uint32_t cpu_clock_mhz() {
  std::ifstream max_freq("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  std::ifstream cpuinfo("/proc/cpuinfo");
  return clock_mhz_from(max_freq, cpuinfo);
}

}  // namespace quadcl
