// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "qpu/asm/language/value.h"

namespace quadcl::qpu::assembly {

struct UnaryOperator {
  std::string_view name;
  Value (*apply)(const Value& operand, unsigned column);
};

struct BinaryOperator {
  std::string_view name;
  int precedence;  ///< higher binds tighter
  Value (*apply)(const Value& left, const Value& right, unsigned column);
};

/// nullptr if there is no such operator. `apply` throws StatementError for operands of the wrong kind.
const UnaryOperator* find_unary_operator(std::string_view name);
const BinaryOperator* find_binary_operator(std::string_view name);

/// An order of all values: by kind, then by value; empty if one is a NaN.
std::optional<int> compare(const Value& left, const Value& right);

}  // namespace quadcl::qpu::assembly
