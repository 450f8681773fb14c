// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/asm/assembler_options.h"
#include "qpu/asm/interpreter/code_writer.h"
#include "qpu/asm/interpreter/directive_table.h"
#include "qpu/asm/interpreter/labels.h"
#include "qpu/asm/interpreter/names.h"
#include "qpu/asm/interpreter/reporter.h"
#include "qpu/asm/interpreter/symbols.h"
#include "qpu/asm/language/source_library.h"

namespace quadcl::qpu::assembly {

struct Macro {
  std::vector<std::string> parameters;
  const SourceFile* file;
  const BlockPart* body;
};

/// An export by `.global`.
struct Exports {
  std::map<std::string, std::int64_t> constants;
  std::vector<std::string> labels;
};

/// Executes the statements of a program once, from the first line to the last. Directives are separate
/// functions (directives.h) that work on the parts of this class.
class Interpreter final : private FunctionRunner {
 public:
  /// `labels` has the labels of the previous pass, `previous` its output.
  Interpreter(const AssemblerOptions& options, const DirectiveTable& directives, SourceLibrary& library,
              LabelTable& labels, const Emitter& previous, const SourceFile& main);
  Interpreter(const Interpreter&) = delete;

  /// Throws LimitReached, after it was reported.
  void run();

  Reporter& reporter() { return reporter_; }
  SymbolTable& symbols() { return symbols_; }
  LabelTable& labels() { return labels_; }
  CodeWriter& writer() { return writer_; }
  ExpressionContext& names() { return names_; }
  Exports& exports() { return exports_; }

  void execute(std::span<const Statement> statements);
  void include(std::string_view name, bool angle_brackets, unsigned column);
  void define_macro(std::string name, Macro macro) {
    macros_.insert_or_assign(std::move(name), std::move(macro));
  }
  /// Counts a statement, an iteration or a call. The limit ends programs that would run for ever.
  void count_statement() override;

 private:
  Value run_function(const Function& function) override;
  void define_option(const std::string& name, const std::string& text);
  void preinclude(const std::string& name);

  void execute_one(const Statement& statement);
  void dispatch(const Statement& statement);
  void directive(const Statement& statement);
  void label(const Statement& statement);
  void code(const Statement& statement);
  void function_value(TokenCursor& cursor);
  bool macro_call(TokenCursor& cursor);
  void expand(const Macro& macro, const std::vector<Value>& arguments);
  void require_no_function(const Statement& statement) const;

  const AssemblerOptions& options_;
  const DirectiveTable& directives_;
  const SourceFile& main_;
  SourceLibrary& library_;
  LabelTable& labels_;
  Reporter reporter_;
  SymbolTable symbols_;
  CodeWriter writer_;
  Names names_;
  std::map<std::string, Macro, std::less<>> macros_;
  Exports exports_;
  std::uint64_t statements_ = 0;
  unsigned include_depth_ = 0;
  unsigned macro_depth_ = 0;
  unsigned execution_depth_ = 0;
  std::optional<Value>* function_result_ = nullptr;  ///< not null while a `.func` runs
};

}  // namespace quadcl::qpu::assembly
