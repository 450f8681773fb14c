// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace quadcl {

/// Sets the target of the log (Options::log): "stderr", or a file to append to. Lines are dropped before the
/// first call, with an empty target, and if the file cannot be written.
void open_log(const std::string& target);

/// Writes one line to the log. Thread-safe; lines never mix.
void log_line(std::string_view text);

}  // namespace quadcl
