// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/directive_table.h"

#include "qpu/asm/language/suggestion.h"

namespace quadcl::qpu::assembly {

const Directive* DirectiveTable::find(std::string_view name) const {
  for (const auto family : families_) {
    for (const Directive& directive : family) {
      if (directive.name == name) return &directive;
    }
  }
  return nullptr;
}

std::string DirectiveTable::suggest(std::string_view name) const {
  Suggestion suggestion(name);
  for (const auto family : families_) {
    for (const Directive& directive : family) suggestion.consider(directive.name);
  }
  return suggestion.text(".");
}

}  // namespace quadcl::qpu::assembly
