// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "qpu/asm/interpreter/interpreter.h"
#include "qpu/asm/language/source.h"

// The directives of the assembler, in families: each has a file.
namespace quadcl::qpu::assembly {

struct Directive {
  std::string_view name;
  void (*execute)(Interpreter& interpreter, const Statement& statement, TokenCursor& cursor);
  bool in_function = false;  ///< allowed inside of `.func`
};

std::span<const Directive> constant_directives();  ///< meanings of names
std::span<const Directive> block_directives();     ///< blocks of other lines
std::span<const Directive> data_directives();      ///< data, alignment, segments

/// Null if there is no directive of that name.
const Directive* find_directive(std::string_view name);
/// ": did you mean .rep?", or empty.
std::string suggest_directive(std::string_view name);

}  // namespace quadcl::qpu::assembly
