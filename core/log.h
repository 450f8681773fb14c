// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace quadcl {

/// Says where lines of the log go from now on (Options::log): to "stderr" or to the end of a file. Nowhere
/// before, with an empty target, and if the file cannot be written.
void open_log(const std::string& target);

/// Writes one line to the log. Thread-safe; lines are never mixed.
void log_line(std::string_view text);

}  // namespace quadcl
