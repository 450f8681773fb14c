// SPDX-License-Identifier: Apache-2.0
#include "mutants/mutations.h"

#include <algorithm>

#include "mutants/edits.h"
#include "mutants/far_sizes.h"
#include "mutants/narrow_sizes.h"

namespace recognise_test {
namespace {

const Words& index_types() {
  static const Words kTypes{"int", "uint", "size_t", "long", "ulong", "short", "ushort", "char", "uchar"};
  return kTypes;
}

/// The token becomes another of the words.
bool exchange(Source& source, const Places& found, const Words& words, Dice& dice) {
  if (found.empty()) return false;
  Token& token = source[dice.one_of(found)];
  const std::string before = token.text;
  token.text = dice.one_of(words);
  return token.text != before;
}

bool change_operator(Source& source, Dice& dice) {
  const Words operators{"+", "-", "*", "/", "%"};
  return exchange(source, binary_operators(source, operators), operators, dice);
}

bool change_comparison(Source& source, Dice& dice) {
  const Words operators{"<", "<=", ">", ">=", "==", "!="};
  return exchange(source, binary_operators(source, operators), operators, dice);
}

bool change_number(Source& source, Dice& dice) {
  const Places found = places(source, [&](std::size_t i) { return is_number(source[i]); });
  if (found.empty()) return false;
  Token& token = source[dice.one_of(found)];
  if (token.text.find_first_of(".xXfF") != std::string::npos) {
    token.text = dice.one_of(Words{"0.0f", "1.0f", "2.0f", "-1.0f", "0.5f", "-0.0f"});
    return true;
  }
  const unsigned long value = std::stoul(token.text);
  const unsigned long changed[] = {value + 1, value > 0 ? value - 1 : 1, value * 2, value / 2, 0, 1,
                                   value + 4};
  token.text = std::to_string(changed[dice.below(std::size(changed))]);
  return true;
}

bool change_index(Source& source, Dice& dice) {
  const Places found = places(source, [&](std::size_t i) {
    return source[i] == "[" && !source[i].in_directive && i + 2 < source.size() && !(source[i + 1] == "]");
  });
  if (found.empty()) return false;
  const std::size_t open = dice.one_of(found), close = closing(source, open);
  if (close == source.size()) return false;
  switch (dice.below(4)) {
    case 0:
      insert(source, open + 1, any_integer(source, open, dice) + " + ");
      break;
    case 1:
      insert(source, close, (dice.percent(50) ? " + " : " - ") + any_integer(source, open, dice));
      break;
    case 2:
      insert(source, close, ") * " + any_integer(source, open, dice));
      insert(source, open + 1, "(");
      break;
    default:
      insert(source, close, ") " + dice.one_of(Words{"%", "/"}) + " " + any_integer(source, open, dice));
      insert(source, open + 1, "(");
  }
  return true;
}

bool change_assignment(Source& source, Dice& dice) {
  std::vector<Declaration> all = declarations(source);
  const Places found = places(source, [&](std::size_t i) {
    if (!is_one_of(source[i], {"=", "+=", "-=", "*="}) || source[i].in_directive) return false;
    return std::none_of(all.begin(), all.end(),
                        [&](const Declaration& d) { return d.name < i && i < d.end; });
  });
  return exchange(source, found, {"=", "+=", "-=", "*="}, dice);
}

bool change_step(Source& source, Dice& dice) {
  const Places found = places_of(source, {"++", "--"});
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  const bool is_prefix = place + 1 < source.size() && is_word(source[place + 1]);
  if (dice.percent(20)) {
    source[place].text = source[place] == "++" ? "--" : "++";
    return true;
  }
  if (is_prefix) std::swap(source[place].text, source[place + 1].text);
  source[is_prefix ? place + 1 : place].text = "+=";
  insert(source, place + (is_prefix ? 2 : 1), any_integer(source, place, dice));
  return true;
}

bool drop_term(Source& source, Dice& dice) {
  const Places found = binary_operators(source, {"+", "-", "*", "/", "%"});
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  Range range = operand_from(source, place + 1);
  if (dice.percent(40)) {
    range = operand_before(source, place);
    ++range.end;
  } else {
    range.begin = place;
  }
  if (range.end <= range.begin + 1) return false;
  erase(source, range);
  return true;
}

bool exchange_operands(Source& source, Dice& dice) {
  const Places found = binary_operators(source, {"+", "*", "-"});
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  const Range left = operand_before(source, place), right = operand_from(source, place + 1);
  if (left.begin == left.end || right.begin == right.end) return false;
  const std::string text = text_of(source, right) + " " + source[place].text + text_of(source, left);
  const Token between = source[place];
  erase(source, {left.begin, right.end});
  insert(source, left.begin, text);
  return true;
}

bool exchange_parameters(Source& source, Dice& dice) {
  std::vector<Declaration> parameters = declarations(source);
  std::erase_if(parameters, [](const Declaration& d) { return !d.is_parameter; });
  if (parameters.size() < 2) return false;
  const Declaration &x = dice.one_of(parameters), &y = dice.one_of(parameters);
  const bool fits = x.name != y.name && x.is_pointer == y.is_pointer && x.is_local == y.is_local &&
                    source[x.type].text == source[y.type].text;
  if (fits) std::swap(source[x.name].text, source[y.name].text);
  return fits;
}

bool change_variable(Source& source, Dice& dice) {
  const std::vector<Declaration> all = declarations(source);
  const Words integers = integers_before(source, source.size());
  const Places found = places(source, [&](std::size_t i) {
    return is_one_of(source[i], integers) && !source[i].in_directive &&
           std::none_of(all.begin(), all.end(), [&](const Declaration& d) { return d.name == i; });
  });
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  return exchange(source, {place}, integers_before(source, place), dice);
}

bool exchange_buffers(Source& source, Dice& dice) {
  Words names;
  for (const Declaration& d : declarations(source))
    if (d.is_pointer || (d.end < source.size() && d.name + 1 < source.size() && source[d.name + 1] == "["))
      names.push_back(source[d.name].text);
  if (names.size() < 2) return false;
  const Places found = places(source, [&](std::size_t i) {
    return is_one_of(source[i], names) && i + 1 < source.size() && source[i + 1] == "[" && i > 0 &&
           !is_type(source[i - 1]) && !(source[i - 1] == "*");
  });
  return exchange(source, found, names, dice);
}

bool change_type(Source& source, Dice& dice) {
  const std::vector<Declaration> all = declarations(source);
  Places found;
  for (const Declaration& d : all)
    if (is_integer_type(source[d.type]) && !d.is_pointer) found.push_back(d.type);
  return exchange(source, found, index_types(), dice);
}

bool change_element(Source& source, Dice& dice) {
  return exchange(source, places_of(source, {"float", "float2", "float4", "int", "uint"}),
                  {"float", "float2", "float4", "int", "uint", "double"}, dice);
}

bool cast_index(Source& source, Dice& dice) {
  const Words names = integers_before(source, source.size());
  const Places found = places(source, [&](std::size_t i) {
    return is_one_of(source[i], names) && i > 0 && is_one_of(source[i - 1], {"[", "+", "*", "(", "-"});
  });
  if (found.empty()) return false;
  insert(source, dice.one_of(found), "(" + dice.one_of(index_types()) + ")");
  return true;
}

bool remove_statement(Source& source, Dice& dice) {
  const Range range = any_statement(source, dice, false);
  if (range.begin == range.end) return false;
  erase(source, range);
  insert(source, range.begin, ";");
  return true;
}

bool repeat_statement(Source& source, Dice& dice) {
  const Range range = any_statement(source, dice, false);
  if (range.begin == range.end) return false;
  insert(source, range.begin, text_of(source, range));
  return true;
}

bool exchange_statements(Source& source, Dice& dice) {
  const std::vector<Range> all = simple_statements(source);
  if (all.size() < 2) return false;
  const std::size_t i = dice.below(all.size() - 1);
  if (all[i].end != all[i + 1].begin) return false;
  const std::string first = text_of(source, all[i]);
  erase(source, all[i]);
  insert(source, all[i + 1].end - (all[i].end - all[i].begin), first);
  return true;
}

bool remove_barrier(Source& source, Dice& dice) {
  const Places found = places_of(source, {"barrier"});
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  erase(source, {place, closing(source, place + 1) + 1});
  return true;
}

bool add_barrier(Source& source, Dice& dice) {
  const std::vector<Range> all = simple_statements(source);
  if (all.empty()) return false;
  insert(source, dice.one_of(all).end, "barrier(CLK_LOCAL_MEM_FENCE);");
  return true;
}

/// A statement gets an `if` or a loop in front of it.
bool make_conditional(Source& source, Dice& dice) {
  const Range range = any_statement(source, dice, false);
  if (range.begin == range.end) return false;
  const std::string x = any_integer(source, range.begin, dice), y = any_integer(source, range.begin, dice);
  const std::string comparison = dice.one_of(Words{"<", ">=", "==", "!="});
  insert(source, range.begin,
         dice.percent(50) ? "for (int again = 0; again < " + x + "; ++again)"
                          : "if (" + x + " " + comparison + " " + y + ")");
  return true;
}

bool leave_early(Source& source, Dice& dice) {
  const Range range = any_statement(source, dice, true);
  if (range.begin == range.end) return false;
  const std::string x = any_integer(source, range.begin, dice), y = any_integer(source, range.begin, dice);
  insert(source, range.begin,
         "if (" + x + " " + dice.one_of(Words{"<", ">=", "=="}) + " " + y + ") " +
             dice.one_of(Words{"return;", "break;", "continue;"}));
  return true;
}

bool change_condition(Source& source, Dice& dice) {
  const Places found = places_of(source, {"if"});
  if (found.empty()) return false;
  const std::size_t open = dice.one_of(found) + 1, close = closing(source, open);
  if (close == source.size()) return false;
  switch (dice.below(3)) {
    case 0:
      erase(source, {open + 1, close});
      insert(source, open + 1, "1");
      break;
    case 1:
      insert(source, close, ")");
      insert(source, open + 1, "!(");
      break;
    default:
      insert(source, close,
             ") " + dice.one_of(Words{"&&", "||"}) + " " + any_integer(source, open, dice) + " < " +
                 any_integer(source, open, dice));
      insert(source, open + 1, "(");
  }
  return true;
}

bool change_id(Source& source, Dice& dice) {
  const Words functions{"get_global_id",   "get_local_id",   "get_group_id",     "get_local_size",
                        "get_global_size", "get_num_groups", "get_global_offset"};
  return exchange(source, places_of(source, functions), functions, dice);
}

bool make_volatile(Source& source, Dice& dice) {
  std::vector<Declaration> all = declarations(source);
  std::erase_if(all, [](const Declaration& d) { return d.in_parentheses && !d.is_parameter; });
  if (all.empty()) return false;
  insert(source, dice.one_of(all).type, "volatile");
  return true;
}

/// A stored value gets a factor, summand or choice.
bool change_result(Source& source, Dice& dice) {
  const Range range = any_statement(source, dice, false);
  const Places found = places(source, [&](std::size_t i) {
    return i >= range.begin && i < range.end && is_one_of(source[i], {"=", "+=", "-="});
  });
  if (found.empty()) return false;
  const std::size_t end = range.end - 1, begin = found.back() + 1;
  const std::string x = any_integer(source, range.begin, dice), y = any_integer(source, range.begin, dice);
  const std::string after =
      dice.one_of(Words{") * 2.0f", ") + 1.0f", ") * -1.0f", ") * 1.0f", ") + 0.0f", "), 0.0f)", ") : 0.0f"});
  insert(source, end, after);
  insert(source, begin, after == "), 0.0f)" ? "fmax((" : after == ") : 0.0f" ? x + " < " + y + " ? (" : "(");
  return true;
}

bool negate_operand(Source& source, Dice& dice) {
  const Places found = binary_operators(source, {"*", "+", "-"});
  if (found.empty()) return false;
  insert(source, dice.one_of(found) + 1, "-");
  return true;
}

/// An element counts only on a condition.
bool choose_element(Source& source, Dice& dice) {
  const Places found = places(source, [&](std::size_t i) {
    if (i == 0 || !is_word(source[i]) || i + 1 >= source.size() || !(source[i + 1] == "[") ||
        is_type(source[i - 1]))
      return false;
    const std::size_t end = operand_from(source, i).end;
    return end < source.size() && is_one_of(source[end], {"*", "+", ";", ")", ","}) && !is_type(source[i]) &&
           is_one_of(source[i - 1], {"=", "+=", "*", "+", "("});
  });
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found), end = operand_from(source, place).end;
  const std::string x = any_integer(source, place, dice), y = any_integer(source, place, dice);
  insert(source, end, " : 0)");
  insert(source, place, "(" + x + dice.one_of(Words{" < ", " >= ", " == "}) + y + " ? ");
  return true;
}

bool exchange_subscripts(Source& source, Dice& dice) {
  const Places found = places(source, [&](std::size_t i) {
    return i > 0 && i + 1 < source.size() && source[i] == "[" && is_word(source[i - 1]) &&
           closing(source, i) + 1 < source.size() && source[closing(source, i) + 1] == "[";
  });
  if (found.empty()) return false;
  const std::size_t first = dice.one_of(found), second = closing(source, first) + 1;
  const std::string x = text_of(source, {first, second}),
                    y = text_of(source, {second, closing(source, second) + 1});
  erase(source, {first, closing(source, second) + 1});
  insert(source, first, y + x);
  return true;
}

bool parenthesise(Source& source, Dice& dice) {
  const Places found = binary_operators(source, {"+", "-"});
  if (found.empty()) return false;
  const std::size_t place = dice.one_of(found);
  const Range left = operand_before(source, place), right = operand_from(source, place + 1);
  if (left.begin == left.end || right.begin == right.end) return false;
  insert(source, right.end, ")");
  insert(source, left.begin, "(");
  return true;
}

struct Mutation {
  const char* name;
  unsigned weight;
  bool (*apply)(Source&, Dice&);
};

constexpr Mutation kMutations[] = {
    {"operator", 8, change_operator},
    {"comparison", 7, change_comparison},
    {"number", 10, change_number},
    {"index", 10, change_index},
    {"assignment", 6, change_assignment},
    {"step", 5, change_step},
    {"dropped term", 8, drop_term},
    {"exchanged operands", 8, exchange_operands},
    {"exchanged parameters", 6, exchange_parameters},
    {"variable", 10, change_variable},
    {"buffer", 5, exchange_buffers},
    {"index type", 8, change_type},
    {"element type", 2, change_element},
    {"cast", 6, cast_index},
    {"removed statement", 4, remove_statement},
    {"repeated statement", 6, repeat_statement},
    {"exchanged statements", 6, exchange_statements},
    {"removed barrier", 4, remove_barrier},
    {"added barrier", 4, add_barrier},
    {"conditional statement", 10, make_conditional},
    {"early end", 4, leave_early},
    {"condition", 5, change_condition},
    {"id", 5, change_id},
    {"volatile", 2, make_volatile},
    {"result", 8, change_result},
    {"sign", 3, negate_operand},
    {"chosen element", 5, choose_element},
    {"subscripts", 4, exchange_subscripts},
    {"parentheses", 4, parenthesise},
    {"bound", 12, choose_bound},
    {"far condition", 10, add_far_condition},
    {"narrow bound", 10, choose_narrow_bound},
    {"narrow condition", 8, add_narrow_condition},
};

const Mutation& any_mutation(const Words& kinds, Dice& dice) {
  const auto weight = [&](const Mutation& mutation) {
    return kinds.empty() || std::ranges::find(kinds, mutation.name) != kinds.end() ? mutation.weight : 0;
  };
  std::size_t total = 0;
  for (const Mutation& mutation : kMutations) total += weight(mutation);
  std::size_t place = dice.below(total);
  for (const Mutation& mutation : kMutations) {
    if (place < weight(mutation)) return mutation;
    place -= weight(mutation);
  }
  return kMutations[0];
}

}  // namespace

std::string mutate(Source& source, const Words& kinds, Dice& dice) {
  constexpr int kMostAttempts = 100;
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const Mutation& mutation = any_mutation(kinds, dice);
    Source changed = source;
    if (!mutation.apply(changed, dice)) continue;
    source = read_tokens(to_text(changed));
    return mutation.name;
  }
  return {};
}

std::vector<std::string> mutation_names() {
  std::vector<std::string> names;
  for (const Mutation& mutation : kMutations) names.emplace_back(mutation.name);
  return names;
}

}  // namespace recognise_test
