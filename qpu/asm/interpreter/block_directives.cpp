// SPDX-License-Identifier: Apache-2.0
// Directives that enclose other lines.
#include <algorithm>
#include <array>
#include <utility>

#include "qpu/asm/interpreter/directive_arguments.h"
#include "qpu/asm/interpreter/directives.h"
#include "qpu/asm/interpreter/interpreter.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr std::int64_t kMaximumRepetitions = 1 << 24;
constexpr std::int64_t kMaximumBack = 16;

bool part_holds(Interpreter& interpreter, const BlockPart& part) {
  TokenCursor cursor = cursor_at(*part.line, part.first);
  interpreter.reporter().set_line(part.line->number);
  bool holds = true;
  if (part.name == "ifset") {
    holds = interpreter.symbols().find(take_name(cursor, "the name of a constant")) != nullptr;
  } else if (part.name != "else") {
    holds = truth(cursor, interpreter.names());
  }
  expect_end(cursor);
  return holds;
}

void if_block(Interpreter& interpreter, const Statement& block, TokenCursor&) {
  for (const BlockPart& part : block.parts) {
    if (part_holds(interpreter, part)) return interpreter.execute(part.body);
  }
}

void iterate(Interpreter& interpreter, const Statement& block, std::string_view name, const Value& value) {
  interpreter.count_statement();
  const ScopedContext context(interpreter.symbols());
  interpreter.symbols().set_local(name, {value});
  interpreter.execute(block.parts[0].body);
}

void rep_block(Interpreter& interpreter, const Statement& block, TokenCursor& cursor) {
  const std::string_view name = take_name(cursor, "the name of the loop counter");
  cursor.accept(TokenKind::comma);
  const unsigned column = cursor.column();
  const Value count = evaluate(cursor, interpreter.names());
  expect_end(cursor);
  const auto* number = std::get_if<std::int64_t>(&count);
  if (number == nullptr || *number < 0) fail(column, "a loop runs 0 or more times, not " + describe(count));
  if (*number > kMaximumRepetitions) {
    fail(column, "a loop runs at most " + std::to_string(kMaximumRepetitions) + " times");
  }
  for (std::int64_t i = 0; i < *number; ++i) iterate(interpreter, block, name, i);
}

void foreach_block(Interpreter& interpreter, const Statement& block, TokenCursor& cursor) {
  const std::string_view name = take_name(cursor, "the name of the loop variable");
  cursor.accept(TokenKind::comma);
  if (cursor.at_end()) return;
  for (const Value& value : evaluate_list(cursor, interpreter.names())) {
    iterate(interpreter, block, name, value);
  }
}

void macro_block(Interpreter& interpreter, const Statement& block, TokenCursor& cursor) {
  const std::string name(take_name(cursor, "the name of the macro"));
  Macro macro{take_parameters(cursor), interpreter.reporter().file(), &block.parts[0]};
  expect_end(cursor);
  interpreter.define_macro(name, std::move(macro));
}

void func_block(Interpreter& interpreter, const Statement& block, TokenCursor& cursor) {
  const std::string_view name = take_name(cursor, "the name of the function");
  if (!cursor.at(TokenKind::open_parenthesis)) fail_expected(cursor, "'(' and the parameters");
  const unsigned column = cursor.column();
  Function function{take_parameters(cursor), interpreter.reporter().file(), block.line, 0, &block.parts[0]};
  expect_end(cursor);
  if (!interpreter.symbols().set_global(name, {std::move(function)})) {
    fail(column, std::string(name) + " was set by .const and cannot change");
  }
}

void local_block(Interpreter& interpreter, const Statement& block, TokenCursor& cursor) {
  expect_end(cursor);
  const ScopedContext context(interpreter.symbols());
  interpreter.execute(block.parts[0].body);
}

void back_block(Interpreter& interpreter, const Statement& block, TokenCursor& cursor) {
  const unsigned column = cursor.column();
  const Value count = evaluate(cursor, interpreter.names());
  expect_end(cursor);
  const auto* number = std::get_if<std::int64_t>(&count);
  if (number == nullptr || *number < 0 || *number > kMaximumBack) {
    fail(column, ".back goes 0 to 16 instructions back, not " + describe(count));
  }
  CodeWriter& writer = interpreter.writer();
  LabelTable& labels = interpreter.labels();
  auto tail = writer.cut_tail(static_cast<std::size_t>(*number));
  if (!tail) {
    fail(column, ".back finds fewer than " + std::to_string(*number) + " instructions before this line");
  }
  const std::uint64_t from = writer.address();
  const std::size_t labels_before = labels.count();
  interpreter.execute(block.parts[0].body);
  if (*number > 0) writer.align_for_code();
  labels.shift(from, writer.address() - from, labels_before);
  writer.restore_tail(std::move(*tail));
}

constexpr std::array<Directive, 8> kBlockDirectives{{
    {"if", if_block, true},
    {"ifset", if_block, true},
    {"rep", rep_block, true},
    {"foreach", foreach_block, true},
    {"local", local_block, true},
    {"macro", macro_block},
    {"func", func_block},
    {"back", back_block},
}};

}  // namespace

std::span<const Directive> block_directives() { return kBlockDirectives; }

}  // namespace quadcl::qpu::assembly
