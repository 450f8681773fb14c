// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/asm/language/expression.h"
#include "qpu/asm/language/source.h"

// Reads what follows the names of directives.
namespace quadcl::qpu::assembly {

TokenCursor cursor_at(const SourceLine& line, std::size_t first);
std::string_view take_name(TokenCursor& cursor, std::string_view wanted);
/// `(a, b)` of a function or `, a, b` of a macro; commas may be left out.
std::vector<std::string> take_parameters(TokenCursor& cursor);
/// The value of a condition.
bool truth(TokenCursor& cursor, ExpressionContext& context);

}  // namespace quadcl::qpu::assembly
