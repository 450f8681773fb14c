// SPDX-License-Identifier: Apache-2.0
#include "random_expression.h"

#include <algorithm>
#include <bit>

namespace quadcl::test {
namespace {

using Binary = std::uint32_t (*)(std::uint32_t, std::uint32_t);
struct Operator {
  const char* before;
  const char* between;
  const char* after;
  Binary apply;
};
const Operator kOperators[] = {
    {"(", " + ", ")", [](std::uint32_t a, std::uint32_t b) { return a + b; }},
    {"(", " - ", ")", [](std::uint32_t a, std::uint32_t b) { return a - b; }},
    {"(", " * ", ")", [](std::uint32_t a, std::uint32_t b) { return a * b; }},
    {"(", " ^ ", ")", [](std::uint32_t a, std::uint32_t b) { return a ^ b; }},
    {"(", " & ", ")", [](std::uint32_t a, std::uint32_t b) { return a & b; }},
    {"(", " >> ", ")", [](std::uint32_t a, std::uint32_t b) { return a >> (b & 31); }},  // as OpenCL C masks
    {"(", " / (1 | ", "))", [](std::uint32_t a, std::uint32_t b) { return a / (1 | b); }},
    {"(", " % (1 | ", "))", [](std::uint32_t a, std::uint32_t b) { return a % (1 | b); }},
    {"mul_hi(", ", ", ")",
     [](std::uint32_t a, std::uint32_t b) { return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32); }},
    {"rotate(", ", ", ")",
     [](std::uint32_t a, std::uint32_t b) { return std::rotl(a, static_cast<int>(b & 31)); }},
    {"min(", ", ", ")", [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); }},
    {"add_sat(", ", ", ")", [](std::uint32_t a, std::uint32_t b) { return a + b < a ? ~0u : a + b; }},
    {"(uint)(", " < ", ")", [](std::uint32_t a, std::uint32_t b) { return std::uint32_t{a < b}; }},
    {"dot2(", ", ", ")", [](std::uint32_t a, std::uint32_t b) { return a * b + (a + 1) * (b ^ 5) + 7 * a; }},
};

struct Relation {
  std::string text;
  bool (*holds)(int, int);
};
const Relation kRelations[] = {
    {" != ", [](int a, int b) { return a != b; }},
    {" == ", [](int a, int b) { return a == b; }},
    {" < ", [](int a, int b) { return a < b; }},
    {" >= ", [](int a, int b) { return a >= b; }},
};

}  // namespace

Expression ExpressionGenerator::leaf() {
  const unsigned i = pick(kVariables);
  switch (pick(10)) {
    case 9: {
      const std::uint32_t factor = 2 + pick(8), mask = (8u << pick(8)) - 1;
      return {"in[l * " + std::to_string(factor) + " & " + std::to_string(mask) + "]",
              [factor, mask](const Item& item, const Group&) { return table(item.id * factor & mask); }};
    }
    case 8:
      return {"in[v" + std::to_string(i) + " & 1023]",
              [i](const Item& item, const Group&) { return table(item.v[i] & 1023); }};
    case 7: {
      const std::uint32_t first = pick(100);
      return {"in[p * 70 + " + std::to_string(first) + "]",
              [first](const Item&, const Group& group) { return table(group.parameter * 70 + first); }};
    }
    case 0: {
      const auto c = static_cast<std::uint32_t>(pick(2) != 0 ? pick(10) : random_());
      return {std::to_string(c) + "u", [c](const Item&, const Group&) { return c; }};
    }
    case 1:
      return {"l", [](const Item& item, const Group&) { return item.id; }};
    case 2:
      return {"p", [](const Item&, const Group& group) { return group.parameter; }};
    case 3: {
      if (!indexes_array_) return {"w.y", [](const Item& item, const Group&) { return item.w[1]; }};
      const std::string index = "v" + std::to_string(i);
      return {"a[" + index + " & 3]", [i](const Item& item, const Group&) { return item.a[item.v[i] & 3]; }};
    }
    case 4: {
      const Place place = any_place();
      return {place.text,
              [place](const Item& item, const Group& group) { return item.t[place.index(group)]; }};
    }
    default:
      return {"v" + std::to_string(i), [i](const Item& item, const Group&) { return item.v[i]; }};
  }
}

/// With a number that may be beyond what the other can be.
Expression ExpressionGenerator::narrow_comparison(unsigned depth) {
  const Relation& relation = kRelations[pick(std::size(kRelations))];
  Expression e = expression(depth);
  const bool is_byte = pick(2) != 0;
  const std::uint32_t mask = is_byte ? 511 : 131071;
  const int least = is_byte ? -64 : -65536;
  const std::string number = "(int)(" + e.text + " & " + std::to_string(mask) + ")";
  return {
      (is_byte ? "(uint)(m8" : "(uint)(m16") + relation.text + number + " - " + std::to_string(-least) + ")",
      [&relation, e, is_byte, mask, least](const Item& item, const Group& group) {
        const int left = is_byte ? int{item.m8} : int{item.m16};
        return std::uint32_t{relation.holds(left, static_cast<int>(e.value(item, group) & mask) + least)};
      }};
}

Expression ExpressionGenerator::expression(unsigned depth) {
  if (depth == 0 || pick(4) == 0) return leaf();
  if (pick(12) == 0) return narrow_comparison(depth - 1);
  const Operator& o = kOperators[pick(std::size(kOperators))];
  Expression a = expression(depth - 1), b = expression(depth - 1);
  return {o.before + a.text + o.between + b.text + o.after,
          [&o, a = a.value, b = b.value](const Item& item, const Group& group) {
            return o.apply(a(item, group), b(item, group));
          }};
}

Place ExpressionGenerator::any_place() {
  const unsigned first = pick(places_);
  const bool shifted = pick(2) != 0;
  const std::string number = std::to_string(first);
  return {shifted ? "T((p + " + number + ") % " + std::to_string(places_) + ")" : "T(" + number + ")",
          shifted, first, places_};
}

}  // namespace quadcl::test
