// SPDX-License-Identifier: Apache-2.0
// OpenCL C as a list of tokens: enough structure to change a kernel at random.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace recognise_test {

struct Token {
  std::string before;  ///< white space
  std::string text;
  bool in_directive = false;

  bool operator==(std::string_view other) const { return text == other; }
};

/// Comments are dropped.
using Source = std::vector<Token>;
Source read_tokens(const std::string& text);
std::string to_text(const Source& source);

bool is_word(const Token& token);
bool is_number(const Token& token);
bool is_integer_type(const Token& token);
bool is_type(const Token& token);

/// The bracket that closes the one at `open`; the size of the source if there is none.
std::size_t closing(const Source& source, std::size_t open);

struct Declaration {
  std::size_t type = 0, name = 0;  ///< tokens
  std::size_t end = 0;             ///< the ';', or the end of a parameter
  bool is_parameter = false;
  bool is_pointer = false;
  bool is_local = false;  ///< declared as such: an array in local memory, or a pointer to it
  bool is_initialised = false;
  bool in_parentheses = false;  ///< of a parameter list or a `for`
};
std::vector<Declaration> declarations(const Source& source);

/// Tokens from `begin` to before `end`.
struct Range {
  std::size_t begin = 0, end = 0;
};
/// Statements without braces in function bodies: declarations, assignments, calls, loops with one statement.
std::vector<Range> simple_statements(const Source& source);

}  // namespace recognise_test
