// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/names.h"

#include <string>
#include <utility>

namespace quadcl::qpu::assembly {

const Value* Names::constant(std::string_view name) {
  const Symbol* symbol = symbols_.find(name);
  return symbol == nullptr ? nullptr : std::get_if<Value>(&symbol->meaning);
}

bool Names::is_function(std::string_view name) {
  const Symbol* symbol = symbols_.find(name);
  return symbol != nullptr && std::holds_alternative<Function>(symbol->meaning);
}

Value Names::call(std::string_view name, std::vector<Value> arguments, unsigned column) {
  functions_.count_statement();
  const Function function = std::get<Function>(symbols_.find(name)->meaning);
  if (arguments.size() != function.parameters.size()) {
    fail(column, "the function " + std::string(name) + " takes " +
                     std::to_string(function.parameters.size()) + " arguments, found " +
                     std::to_string(arguments.size()));
  }
  const ScopedContext context(symbols_);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    symbols_.set_local(function.parameters[i], {arguments[i]});
  }
  const Reporter::Frame frame(reporter_, function.file, function.line->number);
  try {
    return functions_.run_function(function);
  } catch (StatementError& error) {
    if (!error.located) error.located = reporter_.located(Severity::error, error.column, error.message);
    throw;
  }
}

LabelValue Names::label(std::string_view name, unsigned column) {
  if (const auto address = labels_.find(name)) return {static_cast<std::int64_t>(*address)};
  if (labels_.first_pass()) return {0};
  Suggestion suggestion(name);
  for (const auto& definition : labels_.previous_definitions()) suggestion.consider(definition.name);
  fail(column, "there is no label :" + std::string(name) + suggestion.text(":"));
}

void Names::offer_names(Suggestion& suggestion) { symbols_.offer_names(suggestion); }

}  // namespace quadcl::qpu::assembly
