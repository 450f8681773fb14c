// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/symbols.h"

namespace quadcl::qpu::assembly {

const Symbol* SymbolTable::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto it = scope->find(name); it != scope->end()) return &it->second;
  }
  return nullptr;
}

bool SymbolTable::set(Scope& scope, std::string_view name, Symbol symbol) {
  const auto it = scope.find(name);
  if (it != scope.end() && it->second.is_final) return false;
  scope.insert_or_assign(std::string(name), std::move(symbol));
  return true;
}

bool SymbolTable::unset(std::string_view name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (scope->erase(std::string(name)) != 0) return true;
  }
  return false;
}

void SymbolTable::offer_names(Suggestion& suggestion) const {
  for (const Scope& scope : scopes_) {
    for (const auto& [name, symbol] : scope) suggestion.consider(name);
  }
}

}  // namespace quadcl::qpu::assembly
