// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "qpu/asm/diagnostic.h"

namespace quadcl::qpu::assembly {

/// Thrown inside the assembler and caught for each line: one broken statement, with its column.
struct StatementError {
  unsigned column;
  std::string message;
  /// Set when the error leaves the line it belongs to, such as the body of a function.
  std::optional<Diagnostic> located = {};
};

/// Thrown inside the assembler when a limit is reached, after it was reported: nothing more is assembled.
struct LimitReached {};

[[noreturn]] inline void fail(unsigned column, std::string message) {
  throw StatementError{column, std::move(message), {}};
}

}  // namespace quadcl::qpu::assembly
