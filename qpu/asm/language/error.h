// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "qpu/asm/diagnostic.h"

namespace quadcl::qpu::assembly {

/// A broken statement, with its column. Thrown inside the assembler and caught for each line.
struct StatementError {
  unsigned column;
  std::string message;
  /// Set when the error leaves its line, such as a line of a function's body.
  std::optional<Diagnostic> located = {};
};

/// Thrown inside the assembler after a limit was reached and reported: ends assembling.
struct LimitReached {};

[[noreturn]] inline void fail(unsigned column, std::string message) {
  throw StatementError{column, std::move(message), {}};
}

}  // namespace quadcl::qpu::assembly
