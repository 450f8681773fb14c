// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/diagnostic.h"

namespace quadcl::qpu::assembly {

namespace {

std::string place(const SourceLocation& where) {
  std::string text = where.file;
  if (where.line != 0) text += std::string(":") + std::to_string(where.line);
  if (where.column != 0) text += std::string(":") + std::to_string(where.column);
  return text;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = place(diagnostic.where);
  text.append(": ").append(text_of(diagnostic.severity));
  text += diagnostic.message;
  for (const SourceLocation& caller : diagnostic.invoked_from) {
    text += std::string("\n  called from ") + place(caller);
  }
  return text;
}

}  // namespace quadcl::qpu::assembly
