// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/asm/diagnostic.h"
#include "qpu/asm/language/lexer.h"

namespace quadcl::qpu::assembly {

struct SourceLine {
  unsigned number = 0;
  std::string_view text;
  std::vector<Token> tokens;
};

struct Statement;

/// A directive that opens a part of a block: `.if`, `.elseif`, `.else`, `.rep`, `.macro`...
struct BlockPart {
  const SourceLine* line = nullptr;
  std::size_t first = 0;  ///< index of the token behind the directive
  std::string_view name;
  std::vector<Statement> body;
};

enum class StatementKind : std::uint8_t { label, code, directive, block };

/// One statement of a source text. Nothing is evaluated yet.
struct Statement {
  StatementKind kind = StatementKind::code;
  const SourceLine* line = nullptr;
  std::size_t first = 0;       ///< index of its first token; for a directive, of the token behind its name
  std::string_view name = {};  ///< of a directive
  std::vector<BlockPart> parts = {};  ///< of a block
};

/// A mistake in the nesting of blocks.
struct StructureError {
  Severity severity = Severity::error;
  unsigned line = 0;
  unsigned column = 0;
  std::string message;
};

/// A source text, its lines and its statements. It must not move: other objects point into it.
class SourceFile {
 public:
  SourceFile(std::string name, std::string text);
  SourceFile(const SourceFile&) = delete;

  const std::string& name() const { return name_; }
  const std::vector<Statement>& statements() const { return statements_; }
  const std::vector<StructureError>& errors() const { return errors_; }
  /// The text of a line, from 1 on, without its comment and spaces around it; empty if there is no line.
  std::string_view code(unsigned number) const;

 private:
  void split_lines();

  std::string name_;
  std::string text_;
  std::deque<SourceLine> lines_;
  std::vector<Statement> statements_;
  std::vector<StructureError> errors_;
};

}  // namespace quadcl::qpu::assembly
