// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qpu/asm/assembler.h"
#include "qpu/asm/emitter.h"
#include "qpu/asm/error.h"
#include "qpu/asm/expression.h"
#include "qpu/asm/labels.h"
#include "qpu/asm/source.h"
#include "qpu/asm/symbols.h"

namespace quadcl::qpu::assembly {

/// A file's text from disk; nothing if it cannot be read.
std::optional<std::string> read_source(const std::string& path);

/// Reads and keeps the source texts of one run.
class SourceLibrary {
 public:
  explicit SourceLibrary(const AssemblerOptions& options) : options_(options) {}

  const SourceFile* add(std::string name, std::string text);
  /// The file that `.include` means, or nullptr. `from` is the including file.
  const SourceFile* include(std::string_view name, bool angle_brackets, const std::string& from);

 private:
  const SourceFile* load(const std::string& path);
  std::optional<std::string> read(const std::string& path) const;

  const AssemblerOptions& options_;
  std::map<std::string, std::unique_ptr<SourceFile>, std::less<>> files_;
};

/// Executes the statements of a program pass by pass until its labels have settled.
class Interpreter : private ExpressionContext {
 public:
  explicit Interpreter(const AssemblerOptions& options);

  Program run(const SourceFile& main);
  SourceLibrary& library() { return library_; }

 private:
  struct Macro {
    std::vector<std::string> parameters;
    const SourceFile* file;
    const BlockPart* body;
  };
  /// One level of "where are we": a file, an included file, a macro body, a function body.
  struct Frame {
    const SourceFile* file;
    unsigned line;
  };
  class FrameGuard;

  using Handler = void (Interpreter::*)(const Statement&, TokenCursor&);
  struct DirectiveRow {
    std::string_view name;
    Handler handler;
    bool in_function;  ///< allowed inside of `.func`
  };
  static std::span<const DirectiveRow> directives();
  static const DirectiveRow* find_directive(std::string_view name);

  // -- passes (interpreter.cpp)
  void run_pass(const SourceFile& main);
  void report_structure(const SourceFile& file);
  void define_options();
  void define_option(const std::string& name, const std::string& text);
  void preinclude(const std::string& name);
  void finish_pass();
  Program make_program();
  void add_lines(Program& program);

  // -- statements (interpreter.cpp)
  void execute(std::span<const Statement> statements);
  void execute_one(const Statement& statement);
  void dispatch(const Statement& statement);
  void count_statement();
  void label(const Statement& statement);
  void code(const Statement& statement);
  void function_value(TokenCursor& cursor);
  bool macro_call(TokenCursor& cursor);
  void emit_line(TokenCursor& cursor);
  bool join(const std::vector<Operation>& operations, bool open);
  void align_for_code();
  void require_no_function(const Statement& statement) const;

  // -- messages (interpreter.cpp)
  Diagnostic located(Severity severity, unsigned column, std::string message) const;
  void report(Severity severity, unsigned column, std::string message);
  void report(const StatementError& error);
  [[noreturn]] void stop(std::string message);
  void warn(unsigned column, std::string message) { report(Severity::warning, column, std::move(message)); }

  // -- blocks (blocks.cpp)
  void if_block(const Statement&, TokenCursor&);
  bool part_holds(const BlockPart& part);
  bool truth(TokenCursor& cursor);
  void rep_block(const Statement&, TokenCursor&);
  void foreach_block(const Statement&, TokenCursor&);
  void iterate(const Statement& block, std::string_view name, const Value& value);
  void macro_block(const Statement&, TokenCursor&);
  void func_block(const Statement&, TokenCursor&);
  void local_block(const Statement&, TokenCursor&);
  void back_block(const Statement&, TokenCursor&);
  std::string_view take_name(TokenCursor& cursor, std::string_view wanted);
  std::vector<std::string> take_parameters(TokenCursor& cursor);

  // -- directives (directives.cpp)
  void set_directive(const Statement&, TokenCursor&);
  void unset_directive(const Statement&, TokenCursor&);
  void assert_directive(const Statement&, TokenCursor&);
  void include_directive(const Statement&, TokenCursor&);
  void include(std::string_view name, bool angle_brackets, unsigned column);
  void data_directive(const Statement&, TokenCursor&);
  void align_directive(const Statement&, TokenCursor&);
  void global_directive(const Statement&, TokenCursor&);
  void segment_directive(const Statement&, TokenCursor&);
  void clone_directive(const Statement&, TokenCursor&);
  void emit_datum(const Value& value, unsigned column, unsigned bits, bool real);
  void check_output(std::uint64_t more);

  // -- ExpressionContext (interpreter.cpp)
  const Value* constant(std::string_view name) override;
  bool is_function(std::string_view name) override;
  Value call(std::string_view name, std::vector<Value> arguments, unsigned column) override;
  LabelValue label(std::string_view name, unsigned column) override;
  void offer_names(Suggestion& suggestion) override;
  Value run_function(const Function& function);

  Origin origin() const { return {frames_.back().file, frames_.back().line}; }

  const AssemblerOptions& options_;
  SourceLibrary library_;

  // State of the current pass.
  SymbolTable symbols_;
  std::map<std::string, Macro, std::less<>> macros_;
  LabelTable labels_;
  Emitter emitter_;
  std::map<std::string, std::int64_t> global_constants_;
  std::vector<Diagnostic> diagnostics_;
  std::vector<Frame> frames_;
  std::vector<std::string> exported_labels_;
  std::uint64_t statements_ = 0;
  unsigned errors_ = 0;
  unsigned include_depth_ = 0;
  unsigned macro_depth_ = 0;
  unsigned execution_depth_ = 0;
  std::optional<Value>* function_result_ = nullptr;  ///< not null while a `.func` runs

  // Of the pass before.
  std::vector<std::uint8_t> previous_bytes_;
  std::vector<Item> previous_items_;
};

/// Where the interpreter is, for as long as the object lives.
class Interpreter::FrameGuard {
 public:
  FrameGuard(Interpreter& interpreter, const SourceFile* file, unsigned line) : interpreter_(interpreter) {
    interpreter_.frames_.push_back({file, line});
  }
  ~FrameGuard() { interpreter_.frames_.pop_back(); }
  FrameGuard(const FrameGuard&) = delete;

 private:
  Interpreter& interpreter_;
};

}  // namespace quadcl::qpu::assembly
