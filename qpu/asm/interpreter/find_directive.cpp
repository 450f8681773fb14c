// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/interpreter/find_directive.h"

#include "qpu/asm/language/suggestion.h"

namespace quadcl::qpu::assembly {

namespace {

constexpr auto kFamilies = {constant_directives, block_directives, data_directives};

}  // namespace

const Directive* find_directive(std::string_view name) {
  for (const auto family : kFamilies) {
    for (const Directive& directive : family()) {
      if (directive.name == name) return &directive;
    }
  }
  return nullptr;
}

std::string suggest_directive(std::string_view name) {
  Suggestion suggestion(name);
  for (const auto family : kFamilies) {
    for (const Directive& directive : family()) suggestion.consider(directive.name);
  }
  return suggestion.text(".");
}

}  // namespace quadcl::qpu::assembly
