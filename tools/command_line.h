// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

namespace quadcl::tools {

inline const CLI::Validator kCount(
    [](const std::string& text) -> std::string {
      std::uint64_t count = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
      const bool known = error == std::errc() && end == text.data() + text.size();
      return known ? "" : text + " is not a number from 0 to 2^64 - 1";
    },
    "N");

/// Parses the arguments. If the program has to end, its exit status: 0 after --help, 2 after wrong arguments.
inline std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return {};
}

}  // namespace quadcl::tools
