// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/reporter.h"

#include <utility>

namespace quadcl::qpu::assembly {

Diagnostic Reporter::located(Severity severity, unsigned column, std::string message) const {
  Diagnostic diagnostic{severity, {file()->name(), frames_.back().line, column}, std::move(message)};
  for (auto frame = frames_.rbegin() + 1; frame != frames_.rend(); ++frame) {
    if (frame->line != 0) diagnostic.invoked_from.push_back({frame->file->name(), frame->line, 0});
  }
  return diagnostic;
}

void Reporter::report(Severity severity, unsigned column, std::string message) {
  report(StatementError{column, {}, located(severity, column, std::move(message))});
}

void Reporter::report(const StatementError& error) {
  Diagnostic diagnostic =
      error.located ? *error.located : located(Severity::error, error.column, error.message);
  const bool is_error = diagnostic.severity == Severity::error;
  if (diagnostics_.size() < std::size_t{10} * limits_.errors || is_error) {
    diagnostics_.push_back(std::move(diagnostic));
  }
  if (is_error && ++errors_ >= limits_.errors) stop("too many errors: the rest is not read");
}

void Reporter::report_structure(const SourceFile& file) {
  for (const StructureError& error : file.errors()) {
    set_line(error.line);
    report(error.severity, error.column, error.message);
  }
}

void Reporter::stop(std::string message) {
  diagnostics_.push_back(located(Severity::error, 0, std::move(message)));
  throw LimitReached{};
}

}  // namespace quadcl::qpu::assembly
