// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/expression.h"

#include <algorithm>
#include <array>

#include "qpu/asm/language/error.h"
#include "qpu/asm/language/intrinsics.h"
#include "qpu/asm/language/operators.h"
#include "qpu/asm/language/standard_include.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr int kMaximumDepth = 200;

struct ConditionAlias {
  std::string_view name;
  isa::Condition condition;
};
constexpr std::array<ConditionAlias, 6> kConditionAliases{{
    {"zs", isa::Condition::zero_set},
    {"zc", isa::Condition::zero_clear},
    {"ns", isa::Condition::negative_set},
    {"nc", isa::Condition::negative_clear},
    {"cs", isa::Condition::carry_set},
    {"always", isa::Condition::always},
}};

std::optional<isa::Condition> find_condition(std::string_view name) {
  for (const ConditionAlias& alias : kConditionAliases) {
    if (alias.name == name) return alias.condition;
  }
  for (unsigned i = 0; i < isa::conditions().size(); ++i) {
    if (!name.empty() && isa::conditions()[i].name == name) return static_cast<isa::Condition>(i);
  }
  return std::nullopt;
}

/// Tokens that can start an operand.
bool starts_value(const Token& token) {
  switch (token.kind) {
    case TokenKind::identifier:
    case TokenKind::integer:
    case TokenKind::real:
    case TokenKind::label:
    case TokenKind::relative_label:
    case TokenKind::open_parenthesis:
    case TokenKind::open_bracket:
    case TokenKind::invalid:
      return true;
    case TokenKind::op:
      return find_unary_operator(token.text) != nullptr;
    default:
      return false;
  }
}

class Evaluator {
 public:
  Evaluator(TokenCursor& cursor, ExpressionContext& context) : cursor_(cursor), context_(context) {}

  Value binary(int minimum_precedence) {
    Value left = unary();
    for (;;) {
      const BinaryOperator* op = next_binary();
      if (op == nullptr || op->precedence < minimum_precedence) return left;
      const unsigned column = cursor_.take().column;
      const Value right = binary(op->precedence + 1);
      left = op->apply(left, right, column);
    }
  }

 private:
  /// Counts the nesting, so that no input can exhaust the stack.
  struct Level {
    explicit Level(Evaluator& e) : evaluator(e) {
      if (++e.context_.depth <= kMaximumDepth) return;
      --e.context_.depth;
      fail(e.cursor_.column(), "this expression is nested too deeply");
    }
    ~Level() { --evaluator.context_.depth; }
    Level(const Level&) = delete;
    Evaluator& evaluator;
  };

  const BinaryOperator* next_binary() const {
    return cursor_.at(TokenKind::op) ? find_binary_operator(cursor_.peek().text) : nullptr;
  }

  Value unary() {
    const Level level(*this);
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::op) return unary_operator(token);
    if (token.kind == TokenKind::identifier && is_named_operator(token)) return unary_operator(token);
    return suffixed(primary());
  }

  Value unary_operator(const Token& token) {
    const UnaryOperator* op = find_unary_operator(token.text);
    if (op == nullptr) fail_expected(cursor_, "a value");
    cursor_.take();
    if (token.text == "-" && !starts_value(cursor_.peek())) return suffixed(*find_register("-"));
    return op->apply(unary(), token.column);
  }

  /// `exp` and `log` are also registers. They are functions only if a value follows.
  bool is_named_operator(const Token& token) const {
    if (find_unary_operator(token.text) == nullptr || context_.constant(token.text) != nullptr) return false;
    if (context_.is_function(token.text)) return false;
    const Token& next = cursor_.peek(1);
    if (!find_register(token.text)) return true;
    if (next.kind == TokenKind::op) return next.after_space && !cursor_.peek(2).after_space;
    return starts_value(next);
  }

  Value primary() {
    const Token& token = cursor_.peek();
    switch (token.kind) {
      case TokenKind::integer:
        return cursor_.take().integer;
      case TokenKind::real:
        return cursor_.take().real;
      case TokenKind::label:
      case TokenKind::relative_label:
        return label(cursor_.take());
      case TokenKind::identifier:
        return name(cursor_.take());
      case TokenKind::open_parenthesis:
        return parenthesised();
      case TokenKind::open_bracket:
        return per_element();
      case TokenKind::invalid:
        fail(token.column, std::string("'") + std::string(token.text) + "': " + token.problem);
      default:
        fail_expected(cursor_, "a value");
    }
  }

  Value label(const Token& token) {
    LabelValue value = context_.label(token.text, token.column);
    value.relative = token.kind == TokenKind::relative_label;
    return value;
  }

  Value name(const Token& token) {
    if (cursor_.at(TokenKind::open_parenthesis)) {
      if (context_.is_function(token.text)) return context_.call(token.text, arguments(), token.column);
      if (const Intrinsic* intrinsic = find_intrinsic(token.text)) {
        return call_intrinsic(*intrinsic, arguments(), token.column);
      }
    }
    if (const Value* value = context_.constant(token.text)) return *value;
    if (auto reg = find_register(token.text)) return *reg;
    if (auto semaphore = find_semaphore(token.text)) return *semaphore;
    fail_unknown(token);
  }

  [[noreturn]] void fail_unknown(const Token& token) {
    const std::string quoted = std::string("'") + std::string(token.text) + "'";
    if (context_.is_function(token.text)) {
      fail(token.column, quoted + " is a function: its arguments in parentheses are missing");
    }
    if (standard_include_defines(token.text)) {
      fail(token.column, quoted + " is not defined here, but the standard include does: .include <vc4.qinc>");
    }
    Suggestion suggestion(token.text);
    offer_registers(suggestion);
    context_.offer_names(suggestion);
    fail(token.column, quoted +
                           " is not defined: neither a register, nor set by .set, nor an argument here"
                           " (a label is written :" +
                           std::string(token.text) + ")" + suggestion.text());
  }

  std::vector<Value> arguments() {
    cursor_.take();
    std::vector<Value> values;
    if (cursor_.accept(TokenKind::close_parenthesis)) return values;
    do {
      values.push_back(binary(0));
    } while (cursor_.accept(TokenKind::comma));
    if (!cursor_.accept(TokenKind::close_parenthesis)) fail_expected(cursor_, "',' or ')'");
    return values;
  }

  Value parenthesised() {
    cursor_.take();
    Value value = binary(0);
    if (!cursor_.accept(TokenKind::close_parenthesis)) fail_expected(cursor_, "')'");
    return value;
  }

  /// [0,1,-2,...]: 16 values, all in -2..1 or all in 0..3.
  Value per_element() {
    const unsigned column = cursor_.take().column;
    std::vector<std::int64_t> elements;
    do {
      elements.push_back(element());
    } while (cursor_.accept(TokenKind::comma));
    if (!cursor_.accept(TokenKind::close_bracket)) fail_expected(cursor_, "',' or ']'");
    if (elements.size() != isa::kLanes) {
      fail(column, std::string("a per-element constant has 16 values, this one has ") +
                       std::to_string(elements.size()));
    }
    return pack_elements(elements, column);
  }

  std::int64_t element() {
    const unsigned column = cursor_.column();
    const Value value = binary(0);
    const auto* integer = std::get_if<std::int64_t>(&value);
    if (integer == nullptr || *integer < -2 || *integer > 3) {
      fail(column, "an element is an integer from -2 to 1 or from 0 to 3, not " + describe(value));
    }
    return *integer;
  }

  static Value pack_elements(const std::vector<std::int64_t>& elements, unsigned column) {
    const bool is_unsigned = std::any_of(elements.begin(), elements.end(), [](auto e) { return e > 1; });
    const bool is_signed = std::any_of(elements.begin(), elements.end(), [](auto e) { return e < 0; });
    if (is_unsigned && is_signed) {
      fail(column, "the elements must all lie in -2..1 or all in 0..3: there is no type that holds both");
    }
    PerElementValue value;
    value.type =
        is_unsigned ? isa::ImmediateType::per_element_unsigned : isa::ImmediateType::per_element_signed;
    for (unsigned lane = 0; lane < elements.size(); ++lane) {
      const auto bits = static_cast<std::uint32_t>(elements[lane]);
      value.bits |= (bits & 1) << lane | (bits >> 1 & 1) << (16 + lane);
    }
    return value;
  }

  Value suffixed(Value value) {
    while (cursor_.at(TokenKind::suffix) && !cursor_.peek().after_space) {
      const Token& token = cursor_.take();
      auto* reg = std::get_if<RegisterValue>(&value);
      if (reg == nullptr) {
        fail(token.column, std::string("the suffix .") + std::string(token.text) +
                               " belongs on a register, not on " + std::string(kind_name(value)));
      }
      apply_suffix(*reg, token);
    }
    return value;
  }

  static void apply_suffix(RegisterValue& reg, const Token& token) {
    if (auto suffix = parse_operation_suffix(token.text)) {
      reg.set_flags |= suffix->set_flags;
      if (suffix->condition) reg.condition = suffix->condition;
      return;
    }
    const auto pack = parse_pack_suffix(without_pack_prefix(token.text));
    if (!pack) {
      fail(token.column,
           std::string("unknown suffix .") + std::string(token.text) +
               ": a pack mode such as .16a or .8bsi, a condition such as .ifz, or .setf is expected");
    }
    if (reg.pack != PackSuffix{} && reg.pack != *pack) {
      fail(token.column, "this register has a pack mode already");
    }
    reg.pack = *pack;
  }

  static std::string_view without_pack_prefix(std::string_view text) {
    for (std::string_view prefix : {std::string_view("unpack"), std::string_view("pack")}) {
      if (text.starts_with(prefix)) return text.substr(prefix.size());
    }
    return text;
  }

  TokenCursor& cursor_;
  ExpressionContext& context_;
};

}  // namespace

Value evaluate(TokenCursor& cursor, ExpressionContext& context) {
  return Evaluator(cursor, context).binary(0);
}

std::vector<Value> evaluate_list(TokenCursor& cursor, ExpressionContext& context) {
  std::vector<Value> values;
  do {
    values.push_back(evaluate(cursor, context));
  } while (cursor.accept(TokenKind::comma));
  expect_end(cursor);
  return values;
}

std::optional<OperationSuffix> parse_operation_suffix(std::string_view text) {
  if (text == "setf" || text == "sf") return OperationSuffix{true};
  const std::string_view name = text.starts_with("if") ? text.substr(2) : text;
  if (auto condition = find_condition(name)) return OperationSuffix{false, condition};
  return std::nullopt;
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the line";
  if (token.kind == TokenKind::suffix) return std::string("'.") + std::string(token.text) + "'";
  if (token.kind == TokenKind::label) return std::string("':") + std::string(token.text) + "'";
  return std::string("'") + std::string(token.text) + "'";
}

void fail_expected(const TokenCursor& cursor, std::string_view wanted) {
  const Token& token = cursor.peek();
  if (token.kind == TokenKind::invalid) fail(token.column, describe(token) + ": " + token.problem);
  fail(token.column, std::string("expected ") + std::string(wanted) + ", found " + describe(token));
}

void expect_end(const TokenCursor& cursor) {
  if (!cursor.at_end()) fail_expected(cursor, "the end of the line");
}

}  // namespace quadcl::qpu::assembly
