// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/result.h"

namespace quadcl::tools {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;
/// More than any source or program has. A device such as /dev/zero never ends.
constexpr std::size_t kMaximumBytes = 64 * kMebibyte;

/// All bytes of a file; of standard input for "-". An error if it cannot be read, as for a folder, or has
/// more bytes. Of what is no regular file, never more than kMaximumBytes are read.
Result<std::string> read_file(const std::string& path, std::size_t most = kMaximumBytes);

/// Replaces a file; "-" and "" mean standard output. False if it cannot be written.
bool write_file(const std::string& path, const std::string& content);

/// The same for the files of the command line: a failure is reported on standard error.
std::optional<std::string> read_input(const std::string& path);
bool write_output(const std::string& path, const std::string& content);

}  // namespace quadcl::tools
