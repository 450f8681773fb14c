// SPDX-License-Identifier: Apache-2.0
// Directives for constants, functions of one expression, exports, files.
#include <array>
#include <utility>

#include "qpu/asm/interpreter/directive_arguments.h"
#include "qpu/asm/interpreter/directives.h"
#include "qpu/asm/interpreter/interpreter.h"

namespace quadcl::qpu::assembly {

namespace {

Function take_function(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor) {
  std::vector<std::string> parameters = take_parameters(cursor);
  cursor.accept(TokenKind::comma);
  if (cursor.at_end()) fail_expected(cursor, "an expression");
  const std::size_t first = statement.line->tokens.size() - cursor.rest().size();
  return {std::move(parameters), interpreter.reporter().file(), statement.line, first, nullptr};
}

Value take_constant(Interpreter& interpreter, TokenCursor& cursor) {
  cursor.accept(TokenKind::comma);
  Value value = evaluate(cursor, interpreter.names());
  expect_end(cursor);
  return value;
}

void set(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::string_view name = take_name(cursor, "a name");
  Symbol symbol;
  symbol.is_final = statement.name == "const" || statement.name == "lconst";
  if (cursor.at(TokenKind::open_parenthesis) && !cursor.peek().after_space) {
    symbol.meaning = take_function(interpreter, statement, cursor);
  } else {
    symbol.meaning = take_constant(interpreter, cursor);
  }
  const bool local = statement.name == "lset" || statement.name == "lconst";
  SymbolTable& symbols = interpreter.symbols();
  const bool done =
      local ? symbols.set_local(name, std::move(symbol)) : symbols.set_global(name, std::move(symbol));
  if (!done) fail(column, std::string(name) + " was set by .const and cannot change; .unset it first");
}

void unset(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const std::string_view name = take_name(cursor, "the name of a constant");
  expect_end(cursor);
  SymbolTable& symbols = interpreter.symbols();
  const bool known = statement.name == "lunset" ? symbols.unset_local(name) : symbols.unset(name);
  if (!known) interpreter.reporter().warn(column, std::string(name) + " is not set here");
}

void assert_true(Interpreter& interpreter, const Statement&, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const bool holds = truth(cursor, interpreter.names());
  expect_end(cursor);
  if (!holds) fail(column, "the assertion does not hold");
}

void export_label(Interpreter& interpreter, TokenCursor& cursor) {
  const Token& token = cursor.take();
  expect_end(cursor);
  interpreter.names().label(token.text, token.column);
  interpreter.exports().labels.emplace_back(token.text);
}

void global(Interpreter& interpreter, const Statement&, TokenCursor& cursor) {
  if (cursor.at(TokenKind::label)) return export_label(interpreter, cursor);
  const std::string name(take_name(cursor, "a label or a name"));
  cursor.accept(TokenKind::comma);
  const unsigned column = cursor.column();
  const Value value = evaluate(cursor, interpreter.names());
  expect_end(cursor);
  const auto* place = std::get_if<LabelValue>(&value);
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (place == nullptr && integer == nullptr) fail(column, "an exported symbol is a label or an integer");
  const std::int64_t number = place != nullptr ? place->address : *integer;
  const auto [it, is_new] = interpreter.exports().constants.try_emplace(name, number);
  if (!is_new && it->second != number) fail(column, name + " is exported already, with another value");
}

// ---- include

struct IncludeName {
  std::string_view name;
  bool angle_brackets = false;
};

/// "file" or <file>; the second form is not made of tokens.
IncludeName parse_include(const Statement& statement, TokenCursor& cursor) {
  if (cursor.at(TokenKind::string)) {
    const std::string_view name = cursor.take().text;
    expect_end(cursor);
    return {name, false};
  }
  const std::string_view text = statement.line->text;
  const std::size_t open = cursor.peek().offset;
  if (!cursor.at_op("<") || text.find('>', open) == std::string_view::npos) {
    fail_expected(cursor, "\"file\" or <file>");
  }
  return {text.substr(open + 1, text.find('>', open) - open - 1), true};
}

void include(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const IncludeName name = parse_include(statement, cursor);
  interpreter.include(name.name, name.angle_brackets, column);
}

constexpr std::array<Directive, 11> kConstantDirectives{{
    {"set", set, true},
    {"define", set, true},
    {"equ", set, true},
    {"const", set, true},
    {"lset", set, true},
    {"lconst", set, true},
    {"unset", unset, true},
    {"lunset", unset, true},
    {"assert", assert_true, true},
    {"global", global},
    {"include", include},
}};

}  // namespace

std::span<const Directive> constant_directives() { return kConstantDirectives; }

}  // namespace quadcl::qpu::assembly
