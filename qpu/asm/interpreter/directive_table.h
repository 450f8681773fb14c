// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/asm/language/expression.h"
#include "qpu/asm/language/source.h"

namespace quadcl::qpu::assembly {

class Interpreter;

struct Directive {
  std::string_view name;
  void (*execute)(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor);
  bool in_function = false;  ///< allowed inside of `.func`
};

/// The directives that a program may use.
class DirectiveTable {
 public:
  DirectiveTable(std::initializer_list<std::span<const Directive>> families) : families_(families) {}

  /// Null if there is none of that name.
  const Directive* find(std::string_view name) const;
  /// ": did you mean .rep?", or empty.
  std::string suggest(std::string_view name) const;

 private:
  std::vector<std::span<const Directive>> families_;
};

}  // namespace quadcl::qpu::assembly
