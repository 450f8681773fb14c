// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/names.h"

#include <string>
#include <utility>

#include "qpu/asm/interpreter/interpreter.h"

namespace quadcl::qpu::assembly {

const Value* Names::constant(std::string_view name) {
  const Symbol* symbol = interpreter_.symbols().find(name);
  return symbol == nullptr ? nullptr : std::get_if<Value>(&symbol->meaning);
}

bool Names::is_function(std::string_view name) {
  const Symbol* symbol = interpreter_.symbols().find(name);
  return symbol != nullptr && std::holds_alternative<Function>(symbol->meaning);
}

Value Names::call(std::string_view name, std::vector<Value> arguments, unsigned column) {
  interpreter_.count_statement();
  SymbolTable& symbols = interpreter_.symbols();
  const Function function = std::get<Function>(symbols.find(name)->meaning);
  if (arguments.size() != function.parameters.size()) {
    fail(column, "the function " + std::string(name) + " takes " +
                     std::to_string(function.parameters.size()) + " arguments, found " +
                     std::to_string(arguments.size()));
  }
  const ScopedContext context(symbols);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    symbols.set_local(function.parameters[i], {arguments[i]});
  }
  Reporter& reporter = interpreter_.reporter();
  const Reporter::Frame frame(reporter, function.file, function.line->number);
  try {
    return interpreter_.run_function(function);
  } catch (StatementError& error) {
    if (!error.located) error.located = reporter.located(Severity::error, error.column, error.message);
    throw;
  }
}

LabelValue Names::label(std::string_view name, unsigned column) {
  const LabelTable& labels = interpreter_.labels();
  if (const auto address = labels.find(name)) return {static_cast<std::int64_t>(*address)};
  if (labels.first_pass()) return {0};
  Suggestion suggestion(name);
  for (const auto& definition : labels.previous_definitions()) suggestion.consider(definition.name);
  fail(column, "there is no label :" + std::string(name) + suggestion.text(":"));
}

void Names::offer_names(Suggestion& suggestion) { interpreter_.symbols().offer_names(suggestion); }

}  // namespace quadcl::qpu::assembly
