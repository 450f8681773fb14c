// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>

namespace quadcl {

/// The highest clock in MHz that Linux tells: `max_freq` is cpufreq's cpuinfo_max_freq (kHz), and `cpuinfo`
/// is /proc/cpuinfo, whose "cpu MHz" some machines without cpufreq have. 0 if neither says anything.
std::uint32_t clock_mhz_from(std::istream& max_freq, std::istream& cpuinfo);

/// The same for this machine.
std::uint32_t cpu_clock_mhz();

}  // namespace quadcl
