// SPDX-License-Identifier: Apache-2.0
// The directives of the assembler that enclose other lines.
#include <algorithm>

#include "qpu/asm/interpreter.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr std::int64_t kMaximumRepetitions = 1 << 24;
constexpr std::int64_t kMaximumBack = 16;

TokenCursor cursor_of(const BlockPart& part) {
  return TokenCursor(std::span<const Token>(part.line->tokens).subspan(part.first));
}

}  // namespace

std::string_view Interpreter::take_name(TokenCursor& cursor, std::string_view wanted) {
  if (!cursor.at(TokenKind::identifier)) fail_expected(cursor, wanted);
  return cursor.take().text;
}

/// `(a, b)` of a function or `, a, b` of a macro; commas may be left out.
std::vector<std::string> Interpreter::take_parameters(TokenCursor& cursor) {
  std::vector<std::string> names;
  const bool parentheses = cursor.accept(TokenKind::open_parenthesis);
  cursor.accept(TokenKind::comma);
  while (cursor.at(TokenKind::identifier)) {
    const Token& token = cursor.take();
    if (std::find(names.begin(), names.end(), token.text) != names.end()) {
      fail(token.column, std::string("the parameter ") + std::string(token.text) + " is named twice");
    }
    names.emplace_back(token.text);
    if (!cursor.accept(TokenKind::comma)) continue;
    if (!cursor.at(TokenKind::identifier)) fail_expected(cursor, "a parameter name");
  }
  if (parentheses && !cursor.accept(TokenKind::close_parenthesis)) fail_expected(cursor, "',' or ')'");
  return names;
}

bool Interpreter::truth(TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const Value value = evaluate(cursor, *this);
  if (!is_number(value)) {
    fail(column,
         "a condition is a number, not " + describe(value) + " (" + std::string(kind_name(value)) + ")");
  }
  return is_integer(value) ? std::get<std::int64_t>(value) != 0 : std::get<double>(value) != 0;
}

bool Interpreter::part_holds(const BlockPart& part) {
  TokenCursor cursor = cursor_of(part);
  frames_.back().line = part.line->number;
  if (part.name == "else") {
    expect_end(cursor);
    return true;
  }
  if (part.name == "ifset") {
    const bool known = symbols_.find(take_name(cursor, "the name of a constant")) != nullptr;
    expect_end(cursor);
    return known;
  }
  const bool holds = truth(cursor);
  expect_end(cursor);
  return holds;
}

void Interpreter::if_block(const Statement& block, TokenCursor&) {
  for (const BlockPart& part : block.parts) {
    if (part_holds(part)) return execute(part.body);
  }
}

void Interpreter::iterate(const Statement& block, std::string_view name, const Value& value) {
  count_statement();
  const ScopedContext context(symbols_);
  symbols_.set_local(name, {value});
  execute(block.parts[0].body);
}

void Interpreter::rep_block(const Statement& block, TokenCursor& cursor) {
  const std::string_view name = take_name(cursor, "the name of the loop counter");
  cursor.accept(TokenKind::comma);
  const unsigned column = cursor.column();
  const Value count = evaluate(cursor, *this);
  expect_end(cursor);
  const auto* number = std::get_if<std::int64_t>(&count);
  if (number == nullptr || *number < 0) fail(column, "a loop runs 0 or more times, not " + describe(count));
  if (*number > kMaximumRepetitions) {
    fail(column, std::string("a loop runs at most ") + std::to_string(kMaximumRepetitions) + " times");
  }
  for (std::int64_t i = 0; i < *number; ++i) iterate(block, name, i);
}

void Interpreter::foreach_block(const Statement& block, TokenCursor& cursor) {
  const std::string_view name = take_name(cursor, "the name of the loop variable");
  cursor.accept(TokenKind::comma);
  if (cursor.at_end()) return;
  for (const Value& value : evaluate_list(cursor, *this)) iterate(block, name, value);
}

void Interpreter::macro_block(const Statement& block, TokenCursor& cursor) {
  const std::string name(take_name(cursor, "the name of the macro"));
  Macro macro{take_parameters(cursor), frames_.back().file, &block.parts[0]};
  expect_end(cursor);
  macros_.insert_or_assign(name, std::move(macro));
}

void Interpreter::func_block(const Statement& block, TokenCursor& cursor) {
  const std::string_view name = take_name(cursor, "the name of the function");
  if (!cursor.at(TokenKind::open_parenthesis)) fail_expected(cursor, "'(' and the parameters");
  const unsigned column = cursor.column();
  Function function{take_parameters(cursor), frames_.back().file, block.line, 0, &block.parts[0]};
  expect_end(cursor);
  if (!symbols_.set_global(name, {std::move(function)})) {
    fail(column, std::string(name) + " was set by .const and cannot change");
  }
}

void Interpreter::local_block(const Statement& block, TokenCursor& cursor) {
  expect_end(cursor);
  const ScopedContext context(symbols_);
  execute(block.parts[0].body);
}

void Interpreter::back_block(const Statement& block, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const Value count = evaluate(cursor, *this);
  expect_end(cursor);
  const auto* number = std::get_if<std::int64_t>(&count);
  if (number == nullptr || *number < 0 || *number > kMaximumBack) {
    fail(column, ".back goes 0 to 16 instructions back, not " + describe(count));
  }
  auto tail = emitter_.cut_tail(static_cast<std::size_t>(*number));
  if (!tail)
    fail(column,
         std::string(".back finds fewer than ") + std::to_string(*number) + " instructions before this line");
  const std::uint64_t from = emitter_.address();
  const std::size_t labels_before = labels_.count();
  execute(block.parts[0].body);
  if (*number > 0) align_for_code();
  labels_.shift(from, emitter_.address() - from, labels_before);
  emitter_.restore_tail(std::move(*tail));
}

}  // namespace quadcl::qpu::assembly
