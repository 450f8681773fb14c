// SPDX-License-Identifier: Apache-2.0
#include "mutants/narrow_sizes.h"

#include "mutants/added_argument.h"
#include "mutants/edits.h"

namespace recognise_test {
namespace {

const Words& types() {
  static const Words kTypes{"short", "char", "short", "char", "ushort", "uchar"};
  return kTypes;
}

bool add_narrow_argument(Source& source, Dice& dice) {
  return add_argument(source, AddedArgument::narrow, types(), dice);
}

std::string any_divisor(Dice& dice) {
  return dice.one_of(Words{"2", "2", "3", "4", "-2", "-2", "-3", "-4", "-1"});
}

/// Arithmetic with the argument.
std::string arithmetic(Dice& dice) {
  const std::string narrow = name_of(AddedArgument::narrow);
  switch (dice.below(8)) {
    case 0:
    case 1:
    case 2:
      return narrow + " / " + any_divisor(dice);
    case 3:
      return narrow + " % " + any_divisor(dice);
    case 4:  // OpenCL C takes counts modulo the width.
      return "(" + narrow + " >> " + dice.one_of(Words{"1", "1", "2", "-1", "-30"}) + ")";
    case 5:
      return "(" + dice.one_of(types()) + ")(" + narrow + " * " + any_divisor(dice) + ")";
    case 6:
      return "(" + dice.one_of(types()) + ")(" + narrow + " / " + any_divisor(dice) + ")";
    default:
      return narrow;
  }
}

/// At most the old number, so that indices stay inside of buffers.
std::string bounded(const std::string& number, Dice& dice) {
  const std::string old = "(int)" + number, value = arithmetic(dice);
  switch (dice.below(6)) {
    case 0:
    case 1:
      return "min(" + old + ", " + old + " - " + value + ")";
    case 2:
      return "min(" + old + ", " + dice.one_of(Words{"16", "8", "24"}) + " - " + value + ")";
    case 3:
      return "min(" + old + ", max(" + value + ", " + dice.one_of(Words{"0", "1", "4"}) + "))";
    case 4:
      return "clamp(" + value + ", 0, " + old + ")";
    default:
      return "min(" + old + ", (int)(" + value + "))";
  }
}

}  // namespace

bool choose_narrow_bound(Source& source, Dice& dice) {
  if (!add_narrow_argument(source, dice)) return false;
  const Words names = integer_parameters(source);
  const Places found = uses_of_sizes(source, names, dice);
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  const std::string text = bounded(source[place].text, dice);
  erase(source, {place, place + 1});
  insert(source, place, text);
  return true;
}

bool add_narrow_condition(Source& source, Dice& dice) {
  if (!add_narrow_argument(source, dice)) return false;
  const Range range = statement_to_limit(source, dice);
  if (range.begin == range.end) return false;
  std::string value = arithmetic(dice);
  if (dice.percent(40)) value = dice.one_of(Words{"16", "32", "8"}) + " - " + value;
  insert(source, range.begin,
         "if ((int)" + any_integer(source, range.begin, dice) + dice.one_of(Words{" < ", " <= ", " >= "}) +
             value + ")");
  return true;
}

}  // namespace recognise_test
