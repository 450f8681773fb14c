// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "qpu/asm/language/expression.h"

namespace quadcl::qpu::assembly {

class Interpreter;

/// The meanings of names at this point of the program.
class Names final : public ExpressionContext {
 public:
  explicit Names(Interpreter& interpreter) : interpreter_(interpreter) {}

  const Value* constant(std::string_view name) override;
  bool is_function(std::string_view name) override;
  Value call(std::string_view name, std::vector<Value> arguments, unsigned column) override;
  LabelValue label(std::string_view name, unsigned column) override;
  void offer_names(Suggestion& suggestion) override;

 private:
  Interpreter& interpreter_;
};

}  // namespace quadcl::qpu::assembly
