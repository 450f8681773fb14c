// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "core/bus_address.h"
#include "core/qpu_code.h"
#include "qpu/timing/profile.h"

namespace quadcl::tools {

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text);

/// A line of the source without its indentation; empty for line 0, which stands for no known line.
std::string source_line(const std::vector<std::string>& source, std::uint32_t line);

/// Writes where the modelled time of a kernel went, one line of its source after the other. `address`: where
/// its code was in the memory of the QPUs.
void print_source_profile(std::ostream& out, const qpu::timing::Profile& profile, const QpuCode& code,
                          BusAddress address, const std::vector<std::string>& source);

}  // namespace quadcl::tools
