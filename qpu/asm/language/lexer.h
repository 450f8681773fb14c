// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace quadcl::qpu::assembly {

enum class TokenKind : std::uint8_t {
  end,
  identifier,
  integer,
  real,
  suffix,          ///< ".setf" or a directive; the text is without the dot
  label,           ///< ":name", or "name:" at the start of a line; the text is without the colon
  relative_label,  ///< "r:name"; the text is the name
  colon,           ///< a colon without a name: an anonymous label
  double_colon,    ///< "::name": an exported label; the text is the name
  op,
  comma,
  semicolon,
  open_parenthesis,
  close_parenthesis,
  open_bracket,
  close_bracket,
  string,   ///< "text" without its quotes
  invalid,  ///< `text` could not be read
};

struct Token {
  TokenKind kind = TokenKind::end;
  unsigned column = 0;            ///< from 1
  unsigned offset = 0;            ///< in the line, from 0
  bool after_space = false;       ///< separated from the token before
  std::string_view text;          ///< points into the source text
  std::int64_t integer = 0;       ///< value of an integer token
  double real = 0;                ///< value of a real token
  const char* problem = nullptr;  ///< why a token is invalid
};

/// The tokens of one line, without its comment, followed by an `end` token. Never fails: text without meaning
/// becomes an `invalid` token, which does no harm in lines that are not assembled.
std::vector<Token> tokenise(std::string_view line);

/// Whether it can be the definition of a label.
constexpr bool is_label(TokenKind kind) {
  return kind == TokenKind::label || kind == TokenKind::double_colon || kind == TokenKind::colon;
}

bool is_identifier_start(char c);
bool is_identifier_char(char c);

}  // namespace quadcl::qpu::assembly
