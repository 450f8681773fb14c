// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/directive_arguments.h"

#include <algorithm>

#include "qpu/asm/language/error.h"

namespace quadcl::qpu::assembly {

TokenCursor cursor_at(const SourceLine& line, std::size_t first) {
  return TokenCursor(std::span<const Token>(line.tokens).subspan(first));
}

std::string_view take_name(TokenCursor& cursor, std::string_view wanted) {
  if (!cursor.at(TokenKind::identifier)) fail_expected(cursor, wanted);
  return cursor.take().text;
}

std::vector<std::string> take_parameters(TokenCursor& cursor) {
  std::vector<std::string> names;
  const bool parentheses = cursor.accept(TokenKind::open_parenthesis);
  cursor.accept(TokenKind::comma);
  while (cursor.at(TokenKind::identifier)) {
    const Token& token = cursor.take();
    if (std::find(names.begin(), names.end(), token.text) != names.end()) {
      fail(token.column, "the parameter " + std::string(token.text) + " is named twice");
    }
    names.emplace_back(token.text);
    if (!cursor.accept(TokenKind::comma)) continue;
    if (!cursor.at(TokenKind::identifier)) fail_expected(cursor, "a parameter name");
  }
  if (parentheses && !cursor.accept(TokenKind::close_parenthesis)) fail_expected(cursor, "',' or ')'");
  return names;
}

bool truth(TokenCursor& cursor, ExpressionContext& context) {
  const unsigned column = cursor.column();
  const Value value = evaluate(cursor, context);
  if (!is_number(value)) {
    fail(column,
         "a condition is a number, not " + describe(value) + " (" + std::string(kind_name(value)) + ")");
  }
  return is_integer(value) ? std::get<std::int64_t>(value) != 0 : std::get<double>(value) != 0;
}

}  // namespace quadcl::qpu::assembly
