// SPDX-License-Identifier: Apache-2.0
#include "mutants/far_sizes.h"

#include <algorithm>

#include "mutants/added_argument.h"
#include "mutants/edits.h"

namespace recognise_test {
namespace {

constexpr const char* kFar = name_of(AddedArgument::far);

const Words& types() {
  static const Words kTypes{"int", "uint", "long", "ulong"};
  return kTypes;
}

bool add_far_argument(Source& source, Dice& dice) {
  return add_argument(source, AddedArgument::far, types(), dice);
}

/// The far argument in half of the cases, else one of the others.
std::string any_name(const Words& names, Dice& dice) { return dice.percent(50) ? kFar : dice.one_of(names); }

/// A name or a small number.
std::string plain(const Words& names, Dice& dice) {
  return dice.percent(70) ? any_name(names, dice) : dice.one_of(Words{"0", "1", "2", "4"});
}

/// Arithmetic that may wrap around, mostly with `first`.
std::string wrapping(const std::string& first, const Words& names, Dice& dice) {
  const std::string name = any_name(names, dice);
  switch (dice.below(6)) {
    case 0:
      return "-" + name;
    case 1:
      return first + " * " + name;
    case 2:
      return name + dice.one_of(Words{" + ", " - "}) +
             dice.one_of(Words{"16", "65536", "0x7fffffff", "0x80000000u", "0xffffffffu"});
    default:
      return first + " - " + name;
  }
}

std::string in_type(const std::string& type, const std::string& expression) {
  return "(" + type + ")(" + expression + ")";
}

/// 32 bits more often than 64.
const std::string& any_type(Dice& dice) { return types()[dice.percent(70) ? dice.below(2) : dice.below(4)]; }

/// Mostly chooses at most the old number, so indices stay inside of buffers.
std::string chosen(const std::string& number, const Words& names, Dice& dice) {
  const std::string type = any_type(dice), first = plain(names, dice);
  const std::string x = in_type(type, number), y = in_type(type, first),
                    z = in_type(type, wrapping(first, names, dice));
  switch (dice.below(8)) {
    case 0:
    case 1:
      return "min(" + x + ", max(" + y + ", " + z + "))";
    case 2:
      return "min(" + x + ", max(" + z + ", " + y + "))";
    case 3:
      return "max(" + x + ", " + z + ")";
    case 4:
      return "min(" + x + ", " + z + ")";
    case 5:
      return "clamp(" + z + ", " + in_type(type, "0") + ", " + x + ")";
    case 6:
      return "select(" + x + ", min(" + x + ", " + y + "), " + in_type(type, y + " < " + z) + ")";
    default:
      return "(" + y + " < " + z + " ? " + x + " : min(" + x + ", " + y + "))";
  }
}

/// Names that are declared in a `for`.
Words counters(const Source& source) {
  Words names;
  for (const Declaration& declaration : declarations(source))
    if (declaration.in_parentheses && !declaration.is_parameter)
      names.push_back(source[declaration.name].text);
  return names;
}

/// The argument also moves the row of an element that a loop reads: k * width becomes k * (width + far).
void widen_rows(Source& source, Dice& dice) {
  const Words names = counters(source);
  Places found = integer_uses(source);
  std::erase_if(found,
                [&](std::size_t i) { return !(source[i - 1] == "*") || !is_one_of(source[i - 2], names); });
  if (found.empty()) return;
  const std::size_t place = dice.one_of(found);
  insert(source, place + 1, std::string("+ ") + kFar + ")");
  insert(source, place, "(");
}

}  // namespace

bool choose_bound(Source& source, Dice& dice) {
  if (!add_far_argument(source, dice)) return false;
  const Words names = integer_parameters(source);
  const Places found = uses_of_sizes(source, names, dice);
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  const std::string text = chosen(source[place].text, names, dice);
  erase(source, {place, place + 1});
  insert(source, place, text);
  return true;
}

bool add_far_condition(Source& source, Dice& dice) {
  if (!add_far_argument(source, dice)) return false;
  if (dice.percent(50)) widen_rows(source, dice);
  const Range range = statement_to_limit(source, dice);
  if (range.begin == range.end) return false;
  const Words names = integers_before(source, range.begin), of_arguments = integer_parameters(source);
  Words ids = names;
  std::erase_if(ids, [&](const std::string& name) { return std::ranges::count(of_arguments, name) != 0; });
  std::string condition;
  if (!ids.empty() && dice.percent(60)) {
    condition = in_type(dice.percent(80) ? "int" : any_type(dice), dice.one_of(ids) + " * " + kFar) + " >= 0";
  } else {
    const std::string type = any_type(dice), first = plain(names, dice);
    condition = in_type(type, first) + dice.one_of(Words{" >= ", " < ", " <= "}) +
                in_type(type, wrapping(first, names, dice));
  }
  insert(source, range.begin, "if (" + condition + ")");
  return true;
}

}  // namespace recognise_test
