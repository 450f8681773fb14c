// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "qpu/asm/interpreter/labels.h"
#include "qpu/asm/interpreter/reporter.h"
#include "qpu/asm/interpreter/symbols.h"
#include "qpu/asm/language/expression.h"

namespace quadcl::qpu::assembly {

/// Executes the functions that expressions call.
class FunctionRunner {
 public:
  /// The value of a `.set` function or a `.func`. Its arguments must be symbols already.
  virtual Value run_function(const Function& function) = 0;
  /// Counts the call; throws LimitReached if there were too many.
  virtual void count_statement() = 0;

 protected:
  ~FunctionRunner() = default;
};

/// The meanings of names at this point of the program.
class Names final : public ExpressionContext {
 public:
  Names(SymbolTable& symbols, const LabelTable& labels, Reporter& reporter, FunctionRunner& functions)
      : symbols_(symbols), labels_(labels), reporter_(reporter), functions_(functions) {}

  const Value* constant(std::string_view name) override;
  bool is_function(std::string_view name) override;
  Value call(std::string_view name, std::vector<Value> arguments, unsigned column) override;
  LabelValue label(std::string_view name, unsigned column) override;
  void offer_names(Suggestion& suggestion) override;

 private:
  SymbolTable& symbols_;
  const LabelTable& labels_;
  Reporter& reporter_;
  FunctionRunner& functions_;
};

}  // namespace quadcl::qpu::assembly
