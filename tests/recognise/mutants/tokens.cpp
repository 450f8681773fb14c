// SPDX-License-Identifier: Apache-2.0
#include "mutants/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace recognise_test {
namespace {

constexpr std::array<std::string_view, 23> kSymbols{"<<=", ">>=", "->", "++", "--", "+=", "-=", "*=",
                                                    "/=",  "%=",  "==", "!=", "<=", ">=", "&&", "||",
                                                    "<<",  ">>",  "|=", "&=", "^=", "##", "#"};
constexpr std::array<std::string_view, 12> kIntegerTypes{"int",      "uint",  "size_t", "long",
                                                         "ulong",    "short", "char",   "uchar",
                                                         "unsigned", "bool",  "ushort", "ptrdiff_t"};
constexpr std::array<std::string_view, 3> kOtherScalars{"float", "double", "half"};

bool starts_word(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Lexer {
 public:
  explicit Lexer(const std::string& text) : text_(text) {}

  Source all() {
    Source source;
    bool in_directive = false;
    while (true) {
      const std::string before = skip_space();
      if (position_ == text_.size()) return source;
      if (before.find('\n') != std::string::npos) in_directive = false;
      if (text_[position_] == '#') in_directive = true;
      source.push_back({before, text_.substr(position_, length()), in_directive});
      position_ += source.back().text.size();
    }
  }

 private:
  bool at(std::string_view text) const { return text_.compare(position_, text.size(), text) == 0; }

  std::string skip_space() {
    std::string space;
    while (position_ < text_.size()) {
      if (at("//")) {
        position_ = std::min(text_.find('\n', position_), text_.size());
      } else if (at("/*")) {
        position_ = std::min(text_.find("*/", position_), text_.size() - 2) + 2;
        space += ' ';
      } else if (at("\\\n")) {
        position_ += 2;
      } else if (std::isspace(static_cast<unsigned char>(text_[position_])) != 0) {
        space += text_[position_++];
      } else {
        break;
      }
    }
    return space;
  }

  std::size_t length() const {
    std::size_t end = position_ + 1;
    const char first = text_[position_];
    if (starts_word(first)) {
      while (end < text_.size() && continues_word(text_[end])) ++end;
    } else if (is_digit(first) || (first == '.' && end < text_.size() && is_digit(text_[end]))) {
      while (end < text_.size() && (continues_word(text_[end]) || text_[end] == '.')) ++end;
    } else {
      for (const std::string_view symbol : kSymbols)
        if (at(symbol)) return symbol.size();
    }
    return end - position_;
  }

  const std::string& text_;
  std::size_t position_ = 0;
};

/// A type without its vector width.
std::string_view scalar_of(std::string_view type) {
  while (!type.empty() && is_digit(type.back())) type.remove_suffix(1);
  return type;
}

template <typename List>
bool holds(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// The depth of every token in braces and in parentheses.
struct Depth {
  int braces = 0, parentheses = 0;
};
std::vector<Depth> depths(const Source& source) {
  std::vector<Depth> result;
  Depth depth;
  for (const Token& token : source) {
    if (!token.in_directive) {
      if (token == "}") --depth.braces;
      if (token == ")") --depth.parentheses;
    }
    result.push_back(depth);
    if (!token.in_directive) {
      if (token == "{") ++depth.braces;
      if (token == "(") ++depth.parentheses;
    }
  }
  return result;
}

/// The end of a declarator: ',' or ';', or the end of the enclosing parentheses.
std::size_t declarator_end(const Source& source, std::size_t from) {
  for (std::size_t i = from; i < source.size(); ++i) {
    if (source[i] == "(" || source[i] == "[" || source[i] == "{") {
      i = closing(source, i);
    } else if (source[i] == "," || source[i] == ";" || source[i] == ")") {
      return i;
    }
  }
  return source.size();
}

bool says_local(const Source& source, std::size_t type) {
  for (std::size_t i = type; i-- > 0;) {
    if (source[i] == "local" || source[i] == "__local") return true;
    if (!holds(
            std::array<std::string_view, 6>{"const", "volatile", "global", "__global", "private", "constant"},
            source[i].text))
      return false;
  }
  return false;
}

}  // namespace

Source read_tokens(const std::string& text) {
  Source source = Lexer(text).all();
  if (!source.empty()) source.front().before.clear();
  return source;
}

std::string to_text(const Source& source) {
  std::string text;
  for (const Token& token : source) text += token.before + token.text;
  return text + '\n';
}

bool is_word(const Token& token) { return starts_word(token.text[0]); }
bool is_number(const Token& token) { return is_digit(token.text[0]) || token.text[0] == '.'; }
bool is_integer_type(const Token& token) { return holds(kIntegerTypes, token.text); }
bool is_type(const Token& token) {
  const std::string_view scalar = scalar_of(token.text);
  return holds(kIntegerTypes, scalar) || holds(kOtherScalars, scalar);
}

std::size_t closing(const Source& source, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < source.size(); ++i) {
    if (source[i].in_directive) continue;
    if (source[i] == "(" || source[i] == "[" || source[i] == "{") ++depth;
    if (source[i] == ")" || source[i] == "]" || source[i] == "}") --depth;
    if (depth == 0) return i;
  }
  return source.size();
}

std::vector<Declaration> declarations(const Source& source) {
  std::vector<Declaration> result;
  const std::vector<Depth> depth = depths(source);
  for (std::size_t t = 0; t + 1 < source.size(); ++t) {
    const bool is_cast = t > 0 && source[t - 1] == "(" && source[t + 1] == ")";
    if (!is_type(source[t]) || source[t].in_directive || is_cast) continue;
    Declaration declaration;
    declaration.type = t;
    declaration.is_parameter = depth[t].braces == 0;
    declaration.in_parentheses = depth[t].parentheses > 0;
    declaration.is_local = says_local(source, t);
    std::size_t i = t + 1;
    while (i < source.size()) {
      declaration.is_pointer = false;
      for (; i < source.size() && (source[i] == "*" || source[i] == "const" || source[i] == "restrict" ||
                                   source[i] == "volatile" || is_type(source[i]));
           ++i)
        declaration.is_pointer |= source[i] == "*";
      const bool is_name = i + 1 < source.size() && is_word(source[i]) && !(source[i + 1] == "(");
      if (!is_name) break;
      declaration.name = i;
      declaration.end = declarator_end(source, i);
      declaration.is_initialised = false;
      for (std::size_t j = i; j < declaration.end; ++j) declaration.is_initialised |= source[j] == "=";
      result.push_back(declaration);
      i = declaration.end;
      if (declaration.is_parameter || i >= source.size() || !(source[i] == ",")) break;
      ++i;
    }
    if (i > t) t = std::max(t, i - 1);
  }
  return result;
}

std::vector<Range> simple_statements(const Source& source) {
  std::vector<Range> result;
  const std::vector<Depth> depth = depths(source);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const bool initialises = source[i] == "{" && i > 0 && source[i - 1] == "=";
    const bool outside = depth[i].braces == 0 || source[i].in_directive;
    if (initialises) {
      i = closing(source, i);
    } else if (outside || source[i] == "{" || source[i] == "}") {
      begin = i + 1;
    } else if (source[i] == ";" && depth[i].parentheses == 0) {
      result.push_back({begin, i + 1});
      begin = i + 1;
    }
  }
  return result;
}

}  // namespace recognise_test
