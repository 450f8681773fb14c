// SPDX-License-Identifier: Apache-2.0
// Places in a kernel's source that can be changed, and ways to add and remove tokens.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mutants/dice.h"
#include "mutants/tokens.h"

namespace recognise_test {

using Places = std::vector<std::size_t>;
using Words = std::vector<std::string>;

bool is_one_of(const Token& token, const Words& words);
Places places(const Source& source, const std::function<bool(std::size_t)>& test);
Places places_of(const Source& source, const Words& words);
Places binary_operators(const Source& source, const Words& operators);

/// The operand that starts at `begin`: a name or number with its subscripts and members, or parentheses.
Range operand_from(const Source& source, std::size_t begin);
/// The operand that ends before `end`.
Range operand_before(const Source& source, std::size_t end);

/// Names of integer variables that are declared before `place`.
Words integers_before(const Source& source, std::size_t place);
/// Places where an integer variable is used, but not declared, assigned or counted up.
Places integer_uses(const Source& source);
/// The integer parameters, which are mostly sizes.
Words integer_parameters(const Source& source);
/// Places of limits, which follow a '<', or of one of these names elsewhere.
Places uses_of_sizes(const Source& source, const Words& names, Dice& dice);
/// A small expression to add to an index or to compare with.
std::string any_integer(const Source& source, std::size_t place, Dice& dice);
Range any_statement(const Source& source, Dice& dice, bool with_declarations);
/// Mostly the last statement, which stores a result.
Range statement_to_limit(const Source& source, Dice& dice);

std::string text_of(const Source& source, Range range);
void insert(Source& source, std::size_t at, const std::string& text);
void erase(Source& source, Range range);

}  // namespace recognise_test
