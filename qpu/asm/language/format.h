// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

namespace quadcl::qpu::assembly {

/// What printf makes of at most 63 characters.
template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, pattern, arguments...);
  return buffer;
}

}  // namespace quadcl::qpu::assembly
