// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quadcl::qpu::assembly {

/// Limits, so that assembling always ends. Reaching one is an error that names it.
struct AssemblerLimits {
  unsigned include_depth = 32;
  unsigned macro_depth = 128;
  unsigned passes = 8;
  unsigned errors = 100;
  std::uint64_t statements = 4'000'000;  ///< executed in one pass, loops and macro bodies included
  std::uint64_t output_bytes = 4u << 20;
  std::uint64_t source_bytes = 64u << 20;  ///< of one file; a device such as /dev/zero never ends
};

struct AssemblerOptions {
  /// Searched for `.include <file>`, and for `.include "file"` after the folder of the including file.
  std::vector<std::string> include_directories;
  /// Included before the first line, as by `.include "file"`.
  std::vector<std::string> preincludes;
  /// Constants to set before the first line; a value is any expression, empty means 1.
  std::vector<std::pair<std::string, std::string>> defines;
  /// Reads a file for `.include`; empty if it does not exist. Reads from disk if not set.
  std::function<std::optional<std::string>(const std::string& path)> read_file;
  AssemblerLimits limits;
};

}  // namespace quadcl::qpu::assembly
