// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/encoding/line_assembler.h"

#include <vector>

#include "qpu/asm/encoding/encoder.h"
#include "qpu/asm/encoding/operation_parser.h"
#include "qpu/asm/language/error.h"

namespace quadcl::qpu::assembly {

namespace {

/// Knows no names but those of registers.
class EmptyContext : public ExpressionContext {
  const Value* constant(std::string_view) override { return nullptr; }
  bool is_function(std::string_view) override { return false; }
  Value call(std::string_view, std::vector<Value>, unsigned column) override {
    fail(column, "no functions here");
  }
  LabelValue label(std::string_view, unsigned column) override { fail(column, "no labels here"); }
};

}  // namespace

std::optional<std::uint64_t> assemble_line(std::string_view line) {
  const std::vector<Token> tokens = tokenise(line);
  TokenCursor cursor(tokens);
  EmptyContext context;
  try {
    const ParsedLine parsed = parse_operations(cursor, context);
    if (parsed.operations.empty()) return std::nullopt;
    return encode_line(parsed.operations).word;
  } catch (const StatementError&) {
    return std::nullopt;
  }
}

}  // namespace quadcl::qpu::assembly
