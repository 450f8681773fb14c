// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/interpreter.h"

#include <algorithm>
#include <utility>

#include "qpu/asm/encoding/operation_parser.h"
#include "qpu/asm/interpreter/directive_arguments.h"
#include "qpu/asm/interpreter/restore.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr unsigned kMaximumExecutionDepth = 400;

}  // namespace

Interpreter::Interpreter(const AssemblerOptions& options, const DirectiveTable& directives,
                         SourceLibrary& library, LabelTable& labels, const Emitter& previous,
                         const SourceFile& main)
    : options_(options),
      directives_(directives),
      main_(main),
      library_(library),
      labels_(labels),
      reporter_(options.limits, main),
      writer_(options.limits, reporter_, labels, previous),
      names_(symbols_, labels, reporter_, *this) {}

void Interpreter::run() {
  for (const auto& [name, text] : options_.defines) define_option(name, text);
  for (const std::string& name : options_.preincludes) preinclude(name);
  reporter_.report_structure(main_);
  execute(main_.statements());
  writer_.finish();
  for (const std::string& name : exports_.labels) labels_.set_global(name);
}

void Interpreter::define_option(const std::string& name, const std::string& text) {
  const std::string expression = text.empty() ? "1" : text;
  const Reporter::Frame frame(reporter_, library_.add("<definition of " + name + ">", expression), 1);
  const bool valid = !name.empty() && is_identifier_start(name[0]) &&
                     std::all_of(name.begin(), name.end(), is_identifier_char);
  if (!valid) return reporter_.report(Severity::error, 0, "'" + name + "' is not a name that can be defined");
  try {
    const std::vector<Token> tokens = tokenise(expression);
    TokenCursor cursor(tokens);
    const Value value = evaluate(cursor, names_);
    expect_end(cursor);
    symbols_.set_global(name, {value});
  } catch (const StatementError& error) {
    reporter_.report(error);
  }
}

void Interpreter::preinclude(const std::string& name) {
  const Reporter::Frame frame(reporter_, library_.add("<arguments>", ""), 1);
  try {
    include(name, false, 0);
  } catch (const StatementError& error) {
    reporter_.report(error);
  }
}

void Interpreter::include(std::string_view name, bool angle_brackets, unsigned column) {
  const SourceFile* file = library_.include(name, angle_brackets, reporter_.file()->name());
  if (file == nullptr) {
    fail(column, "cannot read " + std::string(name) + ": it is not " +
                     (angle_brackets ? "" : "beside this file, nor ") + "in a folder given by -I");
  }
  if (include_depth_ >= options_.limits.include_depth) {
    reporter_.stop("files include each other more than " + std::to_string(options_.limits.include_depth) +
                   " deep");
  }
  const Restore<unsigned> depth(include_depth_, include_depth_ + 1);
  const ScopedContext context(symbols_);
  const Reporter::Frame frame(reporter_, file, 0);
  reporter_.report_structure(*file);
  execute(file->statements());
}

// ---- statements

void Interpreter::count_statement() {
  if (++statements_ <= options_.limits.statements) return;
  reporter_.stop("the program executes more than " + std::to_string(options_.limits.statements) +
                 " lines: a loop or a macro repeats too often");
}

void Interpreter::execute(std::span<const Statement> statements) {
  if (execution_depth_ >= kMaximumExecutionDepth) {
    reporter_.stop("macros, loops and conditions are nested too deeply");
  }
  const Restore<unsigned> depth(execution_depth_, execution_depth_ + 1);
  for (const Statement& statement : statements) execute_one(statement);
}

void Interpreter::execute_one(const Statement& statement) {
  count_statement();
  reporter_.set_line(statement.line->number);
  try {
    dispatch(statement);
  } catch (const StatementError& error) {
    if (function_result_ != nullptr) throw;
    reporter_.report(error);
  }
}

void Interpreter::dispatch(const Statement& statement) {
  if (statement.kind == StatementKind::label) return label(statement);
  if (statement.kind == StatementKind::code) return code(statement);
  directive(statement);
}

void Interpreter::directive(const Statement& statement) {
  const Directive* directive = directives_.find(statement.name);
  if (directive == nullptr) {
    fail(statement.line->tokens[statement.first - 1].column,
         "unknown directive ." + std::string(statement.name) + directives_.suggest(statement.name));
  }
  if (!directive->in_function) require_no_function(statement);
  TokenCursor cursor = cursor_at(*statement.line, statement.first);
  directive->execute(*this, statement, cursor);
}

void Interpreter::require_no_function(const Statement& statement) const {
  if (function_result_ == nullptr) return;
  const std::size_t token = statement.kind == StatementKind::label ? statement.first : statement.first - 1;
  fail(statement.line->tokens[token].column, "a .func computes a value: it cannot emit code or data");
}

void Interpreter::label(const Statement& statement) {
  require_no_function(statement);
  const Token& token = statement.line->tokens[statement.first];
  writer_.close_last();
  if (token.kind == TokenKind::colon) return;
  const bool global = token.kind == TokenKind::double_colon;
  if (!labels_.define(token.text, writer_.address(), global)) {
    fail(token.column, "the label :" + std::string(token.text) +
                           " exists already; only names that start with a digit can be used again");
  }
}

void Interpreter::code(const Statement& statement) {
  TokenCursor cursor = cursor_at(*statement.line, statement.first);
  if (function_result_ != nullptr) return function_value(cursor);
  if (!macro_call(cursor)) writer_.add_line(parse_operations(cursor, names_));
}

// ---- macros and functions

bool Interpreter::macro_call(TokenCursor& cursor) {
  const Token& name = cursor.peek();
  if (name.kind != TokenKind::identifier) return false;
  const auto it = macros_.find(name.text);
  if (it == macros_.end()) return false;
  const Macro macro = it->second;
  cursor.take();
  std::vector<Value> arguments;
  if (!cursor.at_end()) arguments = evaluate_list(cursor, names_);
  if (arguments.size() != macro.parameters.size()) {
    fail(name.column, "the macro " + std::string(name.text) + " takes " +
                          std::to_string(macro.parameters.size()) + " arguments, found " +
                          std::to_string(arguments.size()));
  }
  expand(macro, arguments);
  return true;
}

void Interpreter::expand(const Macro& macro, const std::vector<Value>& arguments) {
  if (macro_depth_ >= options_.limits.macro_depth) {
    reporter_.stop("macros call each other more than " + std::to_string(options_.limits.macro_depth) +
                   " deep");
  }
  const Restore<unsigned> depth(macro_depth_, macro_depth_ + 1);
  const ScopedContext context(symbols_);
  const Reporter::Frame frame(reporter_, macro.file, macro.body->line->number);
  for (std::size_t i = 0; i < arguments.size(); ++i) symbols_.set_local(macro.parameters[i], {arguments[i]});
  execute(macro.body->body);
}

Value Interpreter::run_function(const Function& function) {
  if (function.block == nullptr) {
    TokenCursor cursor = cursor_at(*function.line, function.first);
    Value value = evaluate(cursor, names_);
    expect_end(cursor);
    return value;
  }
  std::optional<Value> result;
  const Restore<std::optional<Value>*> restore(function_result_, &result);
  execute(function.block->body);
  if (!result) fail(0, "this function came to its end without a value");
  return *result;
}

void Interpreter::function_value(TokenCursor& cursor) {
  const unsigned column = cursor.column();
  Value value = evaluate(cursor, names_);
  expect_end(cursor);
  if (function_result_->has_value()) {
    fail(column, "this function has its value already: a .func is one expression");
  }
  *function_result_ = value;
}

}  // namespace quadcl::qpu::assembly
