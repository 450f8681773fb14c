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

/// A rule of the chip that programs can break. An error breaks the program. A warning is harmless, disputed,
/// or probably a mistake; its summary says why.
struct RuleInfo {
  std::string_view name;  ///< "register-file-hazard"
  Severity severity = Severity::error;
  std::string_view summary;  ///< the chip's demand, or the mistake
  std::string_view hint;     ///< how to mend it
  bool pedantic = false;     ///< broken by programs that are known to work; reported only on request
};

}  // namespace quadcl::qpu
