// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/language/lexer.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <string>

namespace quadcl::qpu::assembly {

bool is_identifier_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_identifier_char(char c) { return is_identifier_start(c) || is_digit(c); }

namespace {

// Longest first, so that the first match is the right one.
constexpr std::array<std::string_view, 38> kOperators{
    "><<<", ">>><", "!^^", "!==", "===", "<=>", "<<<", ">>>", "><<", ">><", "**", "<<", ">>",
    ">=",   "<=",   "==",  "!=",  "&&",  "||",  "^^",  "!^",  "+",   "-",   "*",  "/",  "%",
    ">",    "<",    "&",   "^",   "|",   "~",   "!",   "=",   "?",   "@",   "$",  "\\"};

struct Punctuation {
  char character;
  TokenKind kind;
};
constexpr std::array<Punctuation, 6> kPunctuation{{
    {',', TokenKind::comma},
    {';', TokenKind::semicolon},
    {'(', TokenKind::open_parenthesis},
    {')', TokenKind::close_parenthesis},
    {'[', TokenKind::open_bracket},
    {']', TokenKind::close_bracket},
}};

class Lexer {
 public:
  explicit Lexer(std::string_view line) : line_(line) {}

  std::vector<Token> run() {
    for (;;) {
      Token token = next();
      only_labels_ &= is_label(token.kind);
      tokens_.push_back(token);
      if (token.kind == TokenKind::end) return std::move(tokens_);
    }
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return position_ + ahead < line_.size() ? line_[position_ + ahead] : '\0';
  }

  Token next() {
    const std::size_t before = position_;
    while (peek() == ' ' || peek() == '\t' || peek() == '\r' || peek() == '\f' || peek() == '\v') ++position_;
    token_ = Token{};
    token_.after_space = position_ != before;
    token_.offset = static_cast<unsigned>(position_);
    token_.column = token_.offset + 1;
    if (position_ >= line_.size() || peek() == '#') return finish(TokenKind::end, 0);
    return read();
  }

  Token read() {
    const char c = peek();
    if (c == '.' && is_identifier_char(peek(1))) return read_suffix();
    if (c == ':') return read_colon();
    if (c == 'r' && peek(1) == ':' && is_identifier_char(peek(2)))
      return read_name(TokenKind::relative_label, 2);
    if (defines_label()) return read_definition();
    if (is_identifier_start(c)) return finish(TokenKind::identifier, name_length(0));
    if (is_digit(c)) return read_number();
    if (c == '"') return read_string();
    for (const Punctuation& p : kPunctuation) {
      if (c == p.character) return finish(p.kind, 1);
    }
    for (std::string_view op : kOperators) {
      if (line_.substr(position_, op.size()) == op) return finish(TokenKind::op, op.size());
    }
    token_.problem = "this character has no meaning here";
    return finish(TokenKind::invalid, 1);
  }

  std::size_t name_length(std::size_t skip) const {
    std::size_t length = skip;
    while (is_identifier_char(peek(length))) ++length;
    return length;
  }

  Token finish(TokenKind kind, std::size_t length) {
    token_.kind = kind;
    token_.text = line_.substr(std::min(position_, line_.size()), length);
    position_ += length;
    return token_;
  }

  /// A token whose text omits its first `skip` characters.
  Token read_name(TokenKind kind, std::size_t skip) {
    Token token = finish(kind, name_length(skip));
    token.text.remove_prefix(skip);
    return token;
  }

  /// The definition of a label as other assemblers write it: `name:` or `1:` before everything else.
  bool defines_label() const {
    return only_labels_ && is_identifier_char(peek()) && peek(name_length(0)) == ':';
  }

  Token read_definition() {
    const Token token = finish(TokenKind::label, name_length(0));
    ++position_;
    return token;
  }

  Token read_suffix() { return read_name(TokenKind::suffix, 1); }

  Token read_colon() {
    if (is_identifier_char(peek(1))) return read_name(TokenKind::label, 1);
    if (peek(1) == ':' && is_identifier_char(peek(2))) return read_name(TokenKind::double_colon, 2);
    return finish(TokenKind::colon, 1);
  }

  Token read_string() {
    const std::size_t close = line_.find('"', position_ + 1);
    if (close == std::string_view::npos) {
      token_.problem = "the closing \" is missing";
      return finish(TokenKind::invalid, line_.size() - position_);
    }
    Token token = finish(TokenKind::string, close + 1 - position_);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
  }

  bool is_hexadecimal() const { return peek() == '0' && (peek(1) == 'x' || peek(1) == 'X'); }
  bool is_binary() const { return peek() == '0' && (peek(1) == 'b' || peek(1) == 'B'); }

  /// All characters of the number, including the sign of an exponent.
  std::size_t number_length() const {
    const bool decimal = !is_hexadecimal() && !is_binary();
    std::size_t length = 0;
    for (;; ++length) {
      const char c = peek(length);
      const char last = length > 0 ? peek(length - 1) : '\0';
      const bool exponent_sign = decimal && (c == '+' || c == '-') && (last == 'e' || last == 'E');
      if (!is_identifier_char(c) && c != '.' && !exponent_sign) return length;
      if (exponent_sign && !is_digit(peek(length + 1))) return length;
    }
  }

  Token read_number() {
    const bool hexadecimal = is_hexadecimal();
    const bool binary = is_binary();
    Token token = finish(TokenKind::integer, number_length());
    if (hexadecimal) return read_integer(token, token.text.substr(2), 16);
    if (binary) return read_integer(token, token.text.substr(2), 2);
    if (token.text.find_first_of(".eE") != std::string_view::npos) return read_real(token);
    const bool octal = token.text.size() > 1 && token.text[0] == '0';
    return read_integer(token, token.text, octal ? 8 : 10);
  }

  static Token read_integer(Token token, std::string_view digits, int base) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    token.integer = static_cast<std::int64_t>(value);
    if (error == std::errc::result_out_of_range) {
      token.kind = TokenKind::invalid;
      token.problem = "the number does not fit into 64 bits";
    } else if (error != std::errc{} || end != digits.data() + digits.size()) {
      token.kind = TokenKind::invalid;
      token.problem = "not a number: decimal 42, 0x2a, octal 052, 0b101010 and 4.2e1 are understood";
    }
    return token;
  }

  static Token read_real(Token token) {
    // A suffix may follow a closing parenthesis or a name, never a number: "1.8a" is a misspelt number.
    const std::string text(token.text);
    char* end = nullptr;
    token.real = std::strtod(text.c_str(), &end);
    token.kind = TokenKind::real;
    if (end != text.c_str() + text.size()) {
      token.kind = TokenKind::invalid;
      token.problem = "not a number: decimal 42, 0x2a, octal 052, 0b101010 and 4.2e1 are understood";
    }
    return token;
  }

  std::string_view line_;
  std::size_t position_ = 0;
  bool only_labels_ = true;  ///< so far
  Token token_;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenise(std::string_view line) { return Lexer(line).run(); }

}  // namespace quadcl::qpu::assembly
