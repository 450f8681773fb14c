// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>

namespace quadcl {

/// The highest clock in MHz that Linux reports: `max_freq` is cpufreq's cpuinfo_max_freq (kHz). `cpuinfo` is
/// /proc/cpuinfo: its "cpu MHz" is used on machines without cpufreq. 0 if neither has a value.
std::uint32_t clock_mhz_from(std::istream& max_freq, std::istream& cpuinfo);

/// The same for this machine.
std::uint32_t cpu_clock_mhz();

}  // namespace quadcl
