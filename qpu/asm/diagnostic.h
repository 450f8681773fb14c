// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "qpu/isa/rule.h"

namespace quadcl::qpu::assembly {

/// A place in a source text. Lines and columns count from 1; 0 means "the file as a whole".
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  bool operator==(const SourceLocation&) const = default;
};

/// One message: what is wrong, and how to mend it.
struct Diagnostic {
  Severity severity = Severity::error;
  SourceLocation where;
  std::string message;
  /// Macro calls and includes that led to `where`, innermost first.
  std::vector<SourceLocation> invoked_from = {};
};

/// "file:line:column: error: message", then one line for each caller.
std::string to_string(const Diagnostic& diagnostic);

}  // namespace quadcl::qpu::assembly
