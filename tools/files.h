// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace quadcl::tools {

/// All bytes of a file; of standard input for "-". Empty if it cannot be read, as for a folder.
std::optional<std::string> read_file(const std::string& path);

/// Replaces a file; "-" and "" mean standard output. False if it cannot be written.
bool write_file(const std::string& path, const std::string& content);

/// The same for the files of the command line: a failure is reported on standard error.
std::optional<std::string> read_input(const std::string& path);
bool write_output(const std::string& path, const std::string& content);

}  // namespace quadcl::tools
