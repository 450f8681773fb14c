// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter.h"

#include <algorithm>

#include "qpu/asm/checker_effects.h"
#include "qpu/asm/encoder.h"
#include "qpu/asm/operation_parser.h"
#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr unsigned kMaximumExecutionDepth = 400;

TokenCursor cursor_at(const SourceLine& line, std::size_t first) {
  return TokenCursor(std::span<const Token>(line.tokens).subspan(first));
}

/// Sets a pointer back when the scope ends.
template <typename T>
class Restore {
 public:
  Restore(T& variable, T value) : variable_(variable), saved_(variable) { variable = value; }
  ~Restore() { variable_ = saved_; }
  Restore(const Restore&) = delete;

 private:
  T& variable_;
  T saved_;
};

}  // namespace

Interpreter::Interpreter(const AssemblerOptions& options) : options_(options), library_(options) {}

// ---- passes

Program Interpreter::run(const SourceFile& main) {
  for (unsigned pass = 1;; ++pass) {
    try {
      run_pass(main);
    } catch (const LimitReached&) {
      return make_program();
    }
    const bool settled = pass > 1 && labels_.settled() && emitter_.bytes() == previous_bytes_;
    if (settled) return make_program();
    if (pass >= options_.limits.passes) {
      frames_ = {{&main, 0}};
      diagnostics_.push_back(located(
          Severity::error, 0, "label addresses do not settle: code depends on its own length in a circle"));
      return make_program();
    }
  }
}

void Interpreter::run_pass(const SourceFile& main) {
  previous_bytes_ = emitter_.bytes();
  previous_items_ = emitter_.items();
  emitter_ = {};
  symbols_ = {};
  macros_.clear();
  global_constants_.clear();
  exported_labels_.clear();
  diagnostics_.clear();
  labels_.start_pass();
  statements_ = 0;
  errors_ = 0;
  depth = 0;
  include_depth_ = macro_depth_ = execution_depth_ = 0;
  frames_ = {{&main, 0}};
  define_options();
  for (const std::string& name : options_.preincludes) preinclude(name);
  frames_ = {{&main, 0}};
  report_structure(main);
  execute(main.statements());
  finish_pass();
}

void Interpreter::report_structure(const SourceFile& file) {
  for (const StructureError& error : file.errors()) {
    frames_.back().line = error.line;
    report(error.severity, error.column, error.message);
  }
}

void Interpreter::define_options() {
  for (const auto& [name, text] : options_.defines) define_option(name, text);
}

void Interpreter::define_option(const std::string& name, const std::string& text) {
  const std::string expression = text.empty() ? "1" : text;
  const SourceFile* file = library_.add("<definition of " + name + ">", expression);
  const FrameGuard frame(*this, file, 1);
  const bool valid = !name.empty() && is_identifier_start(name[0]) &&
                     std::all_of(name.begin(), name.end(), is_identifier_char);
  if (!valid) return report(Severity::error, 0, "'" + name + "' is not a name that can be defined");
  try {
    const std::vector<Token> tokens = tokenise(expression);
    TokenCursor cursor(tokens);
    const Value value = evaluate(cursor, *this);
    expect_end(cursor);
    symbols_.set_global(name, {value});
  } catch (const StatementError& error) {
    report(error);
  }
}

void Interpreter::preinclude(const std::string& name) {
  const FrameGuard frame(*this, library_.add("<arguments>", ""), 1);
  try {
    include(name, false, 0);
  } catch (const StatementError& error) {
    report(error);
  }
}

void Interpreter::finish_pass() {
  frames_.resize(1);
  constexpr std::uint64_t kWord = isa::kInstructionBytes;
  emitter_.pad_to((emitter_.address() + kWord - 1) / kWord * kWord, origin());
  emitter_.resolve_branches();
  for (const std::string& name : exported_labels_) labels_.set_global(name);
}

Program Interpreter::make_program() {
  Program program;
  program.bytes = emitter_.bytes();
  for (const auto& definition : labels_.definitions()) {
    program.labels.push_back(
        {definition.name, static_cast<std::uint32_t>(definition.address), definition.global});
  }
  std::sort(program.labels.begin(), program.labels.end(), [](const Label& a, const Label& b) {
    return a.address != b.address ? a.address < b.address : a.name < b.name;
  });
  for (const auto& [name, value] : global_constants_) program.constants.push_back({name, value});
  add_lines(program);
  program.diagnostics = std::move(diagnostics_);
  return program;
}

void Interpreter::add_lines(Program& program) {
  std::map<const SourceFile*, std::uint32_t> indices;
  for (const Item& item : emitter_.items()) {
    const auto [it, is_new] =
        indices.try_emplace(item.origin.file, static_cast<std::uint32_t>(indices.size()));
    if (is_new) program.files.push_back(item.origin.file->name());
    program.lines.push_back({static_cast<std::uint32_t>(item.address), static_cast<std::uint32_t>(item.bytes),
                             item.code, it->second, item.origin.line});
  }
}

// ---- statements

void Interpreter::count_statement() {
  if (++statements_ > options_.limits.statements) {
    stop(std::string("the program executes more than ") + std::to_string(options_.limits.statements) +
         " lines: a loop or a macro repeats too often");
  }
}

void Interpreter::execute(std::span<const Statement> statements) {
  if (execution_depth_ >= kMaximumExecutionDepth) stop("macros, loops and conditions are nested too deeply");
  const Restore<unsigned> depth_guard(execution_depth_, execution_depth_ + 1);
  for (const Statement& statement : statements) execute_one(statement);
}

void Interpreter::execute_one(const Statement& statement) {
  count_statement();
  frames_.back().line = statement.line->number;
  try {
    dispatch(statement);
  } catch (const StatementError& error) {
    if (function_result_ != nullptr) throw;
    report(error);
  }
}

void Interpreter::dispatch(const Statement& statement) {
  if (statement.kind == StatementKind::label) return label(statement);
  if (statement.kind == StatementKind::code) return code(statement);
  const DirectiveRow* row = find_directive(statement.name);
  if (row == nullptr) {
    Suggestion suggestion(statement.name);
    for (const DirectiveRow& known : directives()) suggestion.consider(known.name);
    fail(statement.line->tokens[statement.first - 1].column,
         std::string("unknown directive .") + std::string(statement.name) + suggestion.text("."));
  }
  if (!row->in_function) require_no_function(statement);
  TokenCursor cursor = cursor_at(*statement.line, statement.first);
  (this->*row->handler)(statement, cursor);
}

void Interpreter::require_no_function(const Statement& statement) const {
  if (function_result_ == nullptr) return;
  const std::size_t token = statement.kind == StatementKind::label ? statement.first : statement.first - 1;
  fail(statement.line->tokens[token].column, "a .func computes a value: it cannot emit code or data");
}

void Interpreter::label(const Statement& statement) {
  require_no_function(statement);
  const Token& token = statement.line->tokens[statement.first];
  emitter_.close_last();
  if (token.kind == TokenKind::colon) return;
  const bool global = token.kind == TokenKind::double_colon;
  if (!labels_.define(token.text, emitter_.address(), global)) {
    fail(token.column, std::string("the label :") + std::string(token.text) +
                           " exists already; only names that start with a digit can be used again");
  }
}

void Interpreter::code(const Statement& statement) {
  TokenCursor cursor = cursor_at(*statement.line, statement.first);
  if (function_result_ != nullptr) return function_value(cursor);
  if (!macro_call(cursor)) emit_line(cursor);
}

void Interpreter::function_value(TokenCursor& cursor) {
  const unsigned column = cursor.column();
  Value value = evaluate(cursor, *this);
  expect_end(cursor);
  if (function_result_->has_value())
    fail(column, "this function has its value already: a .func is one expression");
  *function_result_ = value;
}

bool Interpreter::macro_call(TokenCursor& cursor) {
  const Token& name = cursor.peek();
  if (name.kind != TokenKind::identifier) return false;
  const auto it = macros_.find(name.text);
  if (it == macros_.end()) return false;
  const Macro macro = it->second;
  cursor.take();
  std::vector<Value> arguments;
  if (!cursor.at_end()) arguments = evaluate_list(cursor, *this);
  if (arguments.size() != macro.parameters.size()) {
    fail(name.column, std::string("the macro ") + std::string(name.text) + " takes " +
                          std::to_string(macro.parameters.size()) + " arguments, found " +
                          std::to_string(arguments.size()));
  }
  if (macro_depth_ >= options_.limits.macro_depth) {
    stop(std::string("macros call each other more than ") + std::to_string(options_.limits.macro_depth) +
         " deep");
  }
  const Restore<unsigned> depth_guard(macro_depth_, macro_depth_ + 1);
  const ScopedContext context(symbols_);
  const FrameGuard frame(*this, macro.file, macro.body->line->number);
  for (std::size_t i = 0; i < arguments.size(); ++i) symbols_.set_local(macro.parameters[i], {arguments[i]});
  execute(macro.body->body);
  return true;
}

void Interpreter::align_for_code() {
  constexpr std::uint64_t kWord = isa::kInstructionBytes;
  const std::uint64_t here = emitter_.address();
  const std::uint64_t aligned = (here + kWord - 1) / kWord * kWord;
  if (aligned == here && !emitter_.in_partial_byte()) return;
  warn(0, "zeros inserted: instructions start at multiples of 8 bytes");
  emitter_.pad_to(aligned, origin());
  labels_.realign(here, aligned);
}

void Interpreter::emit_line(TokenCursor& cursor) {
  const ParsedLine line = parse_operations(cursor, *this);
  if (line.operations.empty()) return;
  if (line.starts_with_semicolon && join(line.operations, line.ends_with_semicolon)) return;
  const EncodedInstruction encoded = encode_line(line.operations);
  for (const EncodingWarning& warning : encoded.warnings) warn(warning.column, warning.message);
  align_for_code();
  check_output(isa::kInstructionBytes);
  Item item;
  item.origin = origin();
  item.branch_target = encoded.branch_target;
  item.open = line.ends_with_semicolon;
  if (item.open) item.operations = line.operations;
  emitter_.add_instruction(encoded.word, std::move(item));
}

/// Tries to put the operations into the instruction before.
bool Interpreter::join(const std::vector<Operation>& operations, bool open) {
  const Item* last = emitter_.joinable();
  if (last == nullptr || emitter_.address() != last->address + last->bytes) return false;
  Item item;
  item.origin = last->origin;
  item.open = open;
  item.operations = last->operations;
  item.operations.insert(item.operations.end(), operations.begin(), operations.end());
  try {
    const EncodedInstruction encoded = encode_line(item.operations);
    // What fits into the word need not be allowed: a TMU request and a TMU load stay apart.
    if (special_accesses(effects_of(isa::Instruction(encoded.word))) > 1) return false;
    emitter_.replace_last(encoded.word, std::move(item));
    return true;
  } catch (const StatementError&) {
    return false;
  }
}

// ---- messages

Diagnostic Interpreter::located(Severity severity, unsigned column, std::string message) const {
  Diagnostic diagnostic{severity, {}, std::move(message)};
  if (frames_.empty()) return diagnostic;
  diagnostic.where = {frames_.back().file->name(), frames_.back().line, column};
  for (auto frame = frames_.rbegin() + 1; frame != frames_.rend(); ++frame) {
    if (frame->line != 0) diagnostic.invoked_from.push_back({frame->file->name(), frame->line, 0});
  }
  return diagnostic;
}

void Interpreter::report(Severity severity, unsigned column, std::string message) {
  report(StatementError{column, {}, located(severity, column, std::move(message))});
}

void Interpreter::report(const StatementError& error) {
  Diagnostic diagnostic =
      error.located ? *error.located : located(Severity::error, error.column, error.message);
  const bool is_error = diagnostic.severity == Severity::error;
  if (diagnostics_.size() < std::size_t{10} * options_.limits.errors || is_error)
    diagnostics_.push_back(std::move(diagnostic));
  if (is_error && ++errors_ >= options_.limits.errors) stop("too many errors: the rest is not read");
}

void Interpreter::stop(std::string message) {
  diagnostics_.push_back(located(Severity::error, 0, std::move(message)));
  throw LimitReached{};
}

// ---- what expressions refer to

const Value* Interpreter::constant(std::string_view name) {
  const Symbol* symbol = symbols_.find(name);
  return symbol == nullptr ? nullptr : std::get_if<Value>(&symbol->meaning);
}

bool Interpreter::is_function(std::string_view name) {
  const Symbol* symbol = symbols_.find(name);
  return symbol != nullptr && std::holds_alternative<Function>(symbol->meaning);
}

Value Interpreter::call(std::string_view name, std::vector<Value> arguments, unsigned column) {
  count_statement();
  const Function function = std::get<Function>(symbols_.find(name)->meaning);
  if (arguments.size() != function.parameters.size()) {
    fail(column, std::string("the function ") + std::string(name) + " takes " +
                     std::to_string(function.parameters.size()) + " arguments, found " +
                     std::to_string(arguments.size()));
  }
  const ScopedContext context(symbols_);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    symbols_.set_local(function.parameters[i], {arguments[i]});
  const FrameGuard frame(*this, function.file, function.line->number);
  try {
    return run_function(function);
  } catch (StatementError& error) {
    if (!error.located) error.located = located(Severity::error, error.column, error.message);
    throw;
  }
}

Value Interpreter::run_function(const Function& function) {
  if (function.block == nullptr) {
    TokenCursor cursor = cursor_at(*function.line, function.first);
    Value value = evaluate(cursor, *this);
    expect_end(cursor);
    return value;
  }
  std::optional<Value> result;
  const Restore<std::optional<Value>*> guard(function_result_, &result);
  execute(function.block->body);
  if (!result) fail(0, "this function came to its end without a value");
  return *result;
}

LabelValue Interpreter::label(std::string_view name, unsigned column) {
  if (const auto address = labels_.find(name)) return {static_cast<std::int64_t>(*address)};
  if (labels_.first_pass()) return {0};
  Suggestion suggestion(name);
  for (const auto& definition : labels_.previous_definitions()) suggestion.consider(definition.name);
  fail(column, std::string("there is no label :") + std::string(name) + suggestion.text(":"));
}

void Interpreter::offer_names(Suggestion& suggestion) { symbols_.offer_names(suggestion); }

}  // namespace quadcl::qpu::assembly
