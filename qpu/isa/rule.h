// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace quadcl::qpu {

enum class Severity : std::uint8_t { warning, error };

/// "error: " or "warning: ", as messages start.
constexpr std::string_view text_of(Severity severity) {
  return severity == Severity::error ? "error: " : "warning: ";
}

/// A rule of the chip that programs can break. An error is what breaks the program; a warning is harmless or
/// disputed, or probably not meant, and its summary says why.
struct RuleInfo {
  std::string_view name;  ///< "register-file-hazard"
  Severity severity = Severity::error;
  std::string_view summary;  ///< what the chip demands, or what is wrong
  std::string_view hint;     ///< what to do
  bool pedantic = false;     ///< broken by programs that are known to work; reported on request only
};

}  // namespace quadcl::qpu
