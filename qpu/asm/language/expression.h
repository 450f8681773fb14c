// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "qpu/asm/language/lexer.h"
#include "qpu/asm/language/suggestion.h"
#include "qpu/asm/language/value.h"

namespace quadcl::qpu::assembly {

/// Reads along the tokens of a line. The last token is always `end` and is never passed.
class TokenCursor {
 public:
  explicit TokenCursor(std::span<const Token> tokens) : tokens_(tokens) {}

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  const Token& take() {
    const Token& token = peek();
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
  }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool at_op(std::string_view text) const { return at(TokenKind::op) && peek().text == text; }
  bool accept(TokenKind kind) {
    if (!at(kind)) return false;
    take();
    return true;
  }
  bool at_end() const { return at(TokenKind::end); }
  unsigned column() const { return peek().column; }
  std::span<const Token> rest() const { return tokens_.subspan(position_); }

 private:
  std::span<const Token> tokens_;
  std::size_t position_ = 0;
};

/// The names that an expression can use.
class ExpressionContext {
 public:
  virtual ~ExpressionContext() = default;
  virtual const Value* constant(std::string_view name) = 0;
  virtual bool is_function(std::string_view name) = 0;
  virtual Value call(std::string_view name, std::vector<Value> arguments, unsigned column) = 0;
  virtual LabelValue label(std::string_view name, unsigned column) = 0;
  /// Offers all names that are defined here.
  virtual void offer_names(Suggestion&) {}

  int depth = 0;  ///< nesting of all evaluations, including functions called from functions
};

/// Evaluates one expression and leaves the cursor behind it. Throws StatementError.
Value evaluate(TokenCursor& cursor, ExpressionContext& context);

/// Evaluates expressions separated by commas, at least one, up to the end of the line.
std::vector<Value> evaluate_list(TokenCursor& cursor, ExpressionContext& context);

/// A suffix that is valid only on an operation or its destination: `setf`, `ifz`, `z`...
struct OperationSuffix {
  bool set_flags = false;
  std::optional<isa::Condition> condition = {};
};
std::optional<OperationSuffix> parse_operation_suffix(std::string_view text);

/// Fails with "expected ..., found ..." at the token under the cursor.
[[noreturn]] void fail_expected(const TokenCursor& cursor, std::string_view wanted);
/// Fails unless the line ends here.
void expect_end(const TokenCursor& cursor);
std::string describe(const Token& token);

}  // namespace quadcl::qpu::assembly
