// SPDX-License-Identifier: Apache-2.0
#include "mutants/edits.h"

#include <algorithm>

namespace recognise_test {
namespace {

bool ends_operand(const Token& token) {
  return token == ")" || token == "]" || is_number(token) || (is_word(token) && !is_type(token));
}

}  // namespace

Places places(const Source& source, const std::function<bool(std::size_t)>& test) {
  Places found;
  for (std::size_t i = 0; i < source.size(); ++i)
    if (test(i)) found.push_back(i);
  return found;
}

bool is_one_of(const Token& token, const Words& words) {
  return std::find(words.begin(), words.end(), token.text) != words.end();
}

Places places_of(const Source& source, const Words& words) {
  return places(source, [&](std::size_t i) { return is_one_of(source[i], words); });
}

void insert(Source& source, std::size_t at, const std::string& text) {
  Source tokens = read_tokens(text);
  if (tokens.empty()) return;
  tokens.front().before = " ";
  if (at < source.size() && source[at].before.empty()) source[at].before = " ";
  source.insert(source.begin() + static_cast<std::ptrdiff_t>(at), tokens.begin(), tokens.end());
}

void erase(Source& source, Range range) {
  source.erase(source.begin() + static_cast<std::ptrdiff_t>(range.begin),
               source.begin() + static_cast<std::ptrdiff_t>(range.end));
}

std::string text_of(const Source& source, Range range) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; ++i) text += source[i].before + source[i].text;
  return text;
}

Places binary_operators(const Source& source, const Words& operators) {
  return places(source, [&](std::size_t i) {
    return i > 0 && i + 1 < source.size() && is_one_of(source[i], operators) && ends_operand(source[i - 1]) &&
           !is_one_of(source[i - 1], {"const", "restrict", "return"}) &&
           !(source[i - 1] == ")" && source[i] == "*" && is_type(source[i - 2]));
  });
}

Range operand_from(const Source& source, std::size_t begin) {
  std::size_t end = begin;
  while (end < source.size() && is_one_of(source[end], {"-", "+", "!", "*", "&"})) ++end;
  if (end >= source.size()) return {begin, begin};
  end = source[end] == "(" ? closing(source, end) + 1 : end + 1;
  while (end < source.size() && is_one_of(source[end], {"(", "[", "."}))
    end = source[end] == "." ? end + 2 : closing(source, end) + 1;
  return {begin, std::min(end, source.size())};
}

Range operand_before(const Source& source, std::size_t end) {
  for (std::size_t begin = end; begin-- > 0;) {
    if (!is_word(source[begin]) && !is_number(source[begin]) && !(source[begin] == "(")) continue;
    if (begin > 0 &&
        (is_one_of(source[begin - 1], {"."}) || (source[begin] == "(" && is_word(source[begin - 1]))))
      continue;
    const Range operand = operand_from(source, begin);
    if (operand.end == end) return operand;
    if (operand.end > end) break;
  }
  return {end, end};
}

Words integers_before(const Source& source, std::size_t place) {
  Words names;
  for (const Declaration& declaration : declarations(source)) {
    const bool fits =
        is_integer_type(source[declaration.type]) && !declaration.is_pointer && !declaration.is_local;
    if (fits && declaration.end < place) names.push_back(source[declaration.name].text);
  }
  return names;
}

Places integer_uses(const Source& source) {
  const std::vector<Declaration> all = declarations(source);
  const Words names = integers_before(source, source.size());
  return places(source, [&](std::size_t i) {
    if (!is_one_of(source[i], names) || source[i].in_directive || i == 0 || i + 1 >= source.size())
      return false;
    const bool declares =
        std::any_of(all.begin(), all.end(), [&](const Declaration& d) { return d.name == i; });
    return !declares && !is_one_of(source[i - 1], {"++", "--", "."}) &&
           !is_one_of(source[i + 1], {"++", "--", "=", "+=", "-=", "*=", "/=", "["});
  });
}

Words integer_parameters(const Source& source) {
  Words names;
  for (const Declaration& declaration : declarations(source))
    if (declaration.is_parameter && !declaration.is_pointer && is_integer_type(source[declaration.type]))
      names.push_back(source[declaration.name].text);
  return names;
}

Places uses_of_sizes(const Source& source, const Words& names, Dice& dice) {
  const auto is_limit = [&](std::size_t i) {
    return i > 0 && !source[i].in_directive && is_one_of(source[i - 1], {"<", "<="}) &&
           (is_number(source[i]) || is_one_of(source[i], names));
  };
  Places found = integer_uses(source);
  std::erase_if(found, [&](std::size_t i) { return !is_one_of(source[i], names) || is_limit(i); });
  const Places limits = places(source, is_limit);
  return found.empty() || (!limits.empty() && dice.percent(50)) ? limits : found;
}

std::string any_integer(const Source& source, std::size_t place, Dice& dice) {
  const Words names = integers_before(source, place);
  if (!names.empty() && dice.percent(60)) return dice.one_of(names);
  return std::to_string(dice.below(4));
}

Range any_statement(const Source& source, Dice& dice, bool with_declarations) {
  std::vector<Range> statements = simple_statements(source);
  if (!with_declarations) {
    std::erase_if(statements, [&](Range range) {
      return std::any_of(source.begin() + static_cast<std::ptrdiff_t>(range.begin),
                         source.begin() + static_cast<std::ptrdiff_t>(range.end), is_type) &&
             !(source[range.begin] == "for");
    });
  }
  return statements.empty() ? Range{} : dice.one_of(statements);
}

Range statement_to_limit(const Source& source, Dice& dice) {
  if (dice.percent(30)) return any_statement(source, dice, false);
  const auto all = simple_statements(source);
  return all.empty() ? Range{} : all.back();
}

}  // namespace recognise_test
