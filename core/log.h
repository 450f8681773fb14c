// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace quadcl {

/// Writes one line to where the option QUADCL_LOG says ("stderr" or a file path); without it, nowhere.
/// Thread-safe; lines are never mixed.
void log_line(std::string_view text);

}  // namespace quadcl
