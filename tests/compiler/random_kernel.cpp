// SPDX-License-Identifier: Apache-2.0
#include "random_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <random>

#include "periodic_indices.h"
#include "random_expression.h"

namespace quadcl::test {
namespace {

/// Calls `action` with every active item.
template <typename Action>
void for_active(Group& group, const Mask& mask, const Action& action) {
  for (std::size_t n = 0; n < mask.size(); ++n) {
    if (mask[n] && !group.items[n].result) action(group.items[n]);
  }
}

class Generator : public ExpressionGenerator {
 public:
  explicit Generator(unsigned seed) : ExpressionGenerator(seed) {}

  Statement body() {
    has_barriers_ = pick(3) != 0;
    indexes_array_ = pick(2) != 0;
    const unsigned depth = pick(4), length = 3 + pick(6);  // LLVM's vectoriser takes the small ones
    if (has_barriers_) return block(depth, true, length);
    const std::uint32_t limit = pick(700);
    Statement rest = block(depth, true, length);
    return {"if (g >= " + std::to_string(limit) + "u) return;\n" + rest.text,
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                if (item.global >= limit) item.result = 0;
              });
              rest.run(group, mask);
            }};
  }

 private:
  Statement assignment() {
    const unsigned i = pick(kVariables);
    Expression e = expression(3);
    const bool to_array = indexes_array_ && pick(4) == 0;
    const std::string name = to_array ? "a[v" + std::to_string(i) + " & 3]" : "v" + std::to_string(i);
    return {name + " = " + e.text + ";\n", [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t value = e.value(item, group);
                (to_array ? item.a[item.v[i] & 3] : item.v[i]) = value;
              });
            }};
  }

  Statement narrow_assignment() {
    Expression e = expression(2);
    const bool is_byte = pick(2) != 0;
    return {(is_byte ? "m8 = (uchar)(" : "m16 = (short)(") + e.text + ");\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t value = e.value(item, group);
                if (is_byte) {
                  item.m8 = static_cast<std::uint8_t>(value);
                } else {
                  item.m16 = static_cast<std::int16_t>(value);
                }
              });
            }};
  }

  /// Components of a vector change together and are read one by one.
  Statement vector_statement() {
    const unsigned i = pick(kVariables);
    Expression e = expression(2);
    const std::string v = "v" + std::to_string(i);
    return {"w = w.wzyx * (" + e.text + ") + (uint4)(" + v + ", 1, l, " + v + " >> 3); " + v +
                " ^= w.y + w.hi.x;\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t x = e.value(item, group), old = item.v[i];
                const std::uint32_t w[4] = {item.w[3] * x + old, item.w[2] * x + 1, item.w[1] * x + item.id,
                                            item.w[0] * x + (old >> 3)};
                std::copy_n(w, 4, item.w);
                item.v[i] ^= w[1] + w[2];
              });
            }};
  }

  /// Strided loads before and after a strided store, possibly to the same place.
  Statement change_places() {
    const Place before = any_place(), changed = any_place(), after = any_place();
    const unsigned i = pick(kVariables);
    Expression e = expression(2);
    const std::string v = "v" + std::to_string(i);
    return {v + " ^= " + before.text + "; " + changed.text + " = " + e.text + " + " + v + "; " + v +
                " -= 7 * " + after.text + ";\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                item.v[i] ^= item.t[before.index(group)];
                item.t[changed.index(group)] = e.value(item, group) + item.v[i];
                item.v[i] -= 7 * item.t[after.index(group)];
              });
            }};
  }

  /// A function changes an array element through a pointer.
  Statement call_with_pointer() {
    const unsigned i = pick(kVariables);
    Expression e = expression(2);
    return {"mix(&a[v" + std::to_string(i) + " & 3], " + e.text + ");\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                std::uint32_t& place = item.a[item.v[i] & 3];
                const std::uint32_t x = e.value(item, group);
                place = (x & 1) != 0 ? place * 3 + x : place ^ x;
              });
            }};
  }

  /// A loop that is interchanged: neighbours read consecutive elements, the same number of times.
  Statement sum_of_rows() {
    const unsigned i = pick(kVariables);
    const unsigned factor = pick(kVariables);
    const std::string counter = "i" + std::to_string(loops_++), v = "v" + std::to_string(i);
    return {"for (uint " + counter + " = 0; " + counter + " < (p & 7); ++" + counter + ") " + v + " += in[" +
                counter + " * " + std::to_string(kMostItems) + " + g] * (v" + std::to_string(factor) + " ^ " +
                counter + ");\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                for (std::uint32_t j = 0; j < (group.parameter & 7); ++j)
                  item.v[i] += table(j * kMostItems + item.global) * (item.v[factor] ^ j);
              });
            }};
  }

  /// A product of matrices: all rows of work-items load the same elements of one factor; the work-items of a
  /// row load the same element of the other one.
  Statement product() {
    const unsigned i = pick(kVariables), factor = pick(kVariables);
    const std::string counter = "i" + std::to_string(loops_++), v = "v" + std::to_string(i);
    return {"for (uint " + counter + " = 0; " + counter + " < p + 9; ++" + counter + ") " + v + " += in[" +
                counter + " * 50 + x] * (in[row * 16 + " + counter + "] ^ v" + std::to_string(factor) +
                ");\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                for (std::uint32_t j = 0; j < group.parameter + 9; ++j)
                  item.v[i] += table(j * 50 + item.x) * (table(item.row * 16 + j) ^ item.v[factor]);
              });
            }};
  }

  /// A loop over multiples of its counter that are cut off.
  Statement masked_multiples() {
    const unsigned i = pick(kVariables), factor = pick(kVariables);
    const std::uint32_t multiple = 2 + pick(8), mask = (8u << pick(7)) - 1;
    const std::string counter = "i" + std::to_string(loops_++), v = "v" + std::to_string(i);
    return {"for (uint " + counter + " = 0; " + counter + " < p + 20; ++" + counter + ") " + v + " += in[" +
                counter + " * " + std::to_string(multiple) + " & " + std::to_string(mask) + "] ^ v" +
                std::to_string(factor) + ";\n",
            [=](Group& group, const Mask& mask_of_items) {
              for_active(group, mask_of_items, [&](Item& item) {
                for (std::uint32_t j = 0; j < group.parameter + 20; ++j)
                  item.v[i] += table(j * multiple & mask) ^ item.v[factor];
              });
            }};
  }

  /// A strided loop: the work-items share the iterations, with a ragged end. Some counters are wider than the
  /// sum that they start at.
  Statement share_of_table() {
    const unsigned i = pick(kVariables);
    const unsigned factor = pick(kVariables);
    const bool is_wide = pick(3) == 0;
    const bool from_global = pick(2) != 0, by_group = pick(2) != 0;
    const std::uint32_t first = pick(20), multiple = 1 + pick(9), step = 1 + pick(300);
    const std::string counter = "i" + std::to_string(loops_++), v = "v" + std::to_string(i);
    return {(is_wide ? "for (long " : "for (uint ") + counter + (is_wide ? " = (int)(" : " = (") +
                (from_global ? "g" : "l") + " + " + std::to_string(first) + "); " + counter + " < " +
                std::to_string(multiple) + " * (p + 40); " + counter +
                " += " + (by_group ? "n" : std::to_string(step)) + ") " + v + " = " + v + " * 3 + (in[" +
                counter + "] ^ v" + std::to_string(factor) + ");\n",
            [=](Group& group, const Mask& mask) {
              const std::uint32_t add = by_group ? static_cast<std::uint32_t>(group.items.size()) : step;
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t own = from_global ? item.global : item.id;
                for (std::uint32_t j = own + first; j < multiple * (group.parameter + 40); j += add)
                  item.v[i] = item.v[i] * 3 + (table(j) ^ item.v[factor]);
              });
            }};
  }

  /// Indices of 32 bits with signs, which LLVM extends by shifts.
  Statement read_at_signed_index() {
    const unsigned i = pick(kVariables), factor = 1 + pick(3), first = pick(100);
    const bool backwards = pick(2) != 0;
    const std::string v = "v" + std::to_string(i);
    return {v + " += in[(int)g * " + std::to_string(factor) + (backwards ? " - (int)x" : " + (int)x") +
                " + " + std::to_string(first) + "];\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                item.v[i] += table(item.global * factor + (backwards ? -item.x : item.x) + first);
              });
            }};
  }

  Statement read_at_periodic_index() {
    const Periodic& periodic = kPeriodic[pick(std::size(kPeriodic))];
    const unsigned i = pick(kVariables), which = pick(3);
    const std::uint32_t first = pick(100);
    const char* const of[] = {"g", "l", "x"};
    std::string index = "(uint)(" + std::string(periodic.text) + ")";
    for (std::size_t at = 0; (at = index.find('I', at)) != std::string::npos;)
      index.replace(at, 1, of[which]);
    const std::string v = "v" + std::to_string(i);
    return {v + " = " + v + " * 3 + in[" + index + " + " + std::to_string(first) + "]; if (" + index + " > " +
                std::to_string(first) + ") " + v + " ^= 5;\n",
            [=, &periodic](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t own[] = {item.global, item.id, item.x};
                const std::uint32_t place = periodic.value(own[which], group.parameter);
                item.v[i] = item.v[i] * 3 + table(place + first);
                if (place > first) item.v[i] ^= 5;
              });
            }};
  }

  Statement read_table() {
    const unsigned choice = pick(7);
    if (choice == 0) return product();
    if (choice == 1) return read_at_signed_index();
    if (choice == 4) return masked_multiples();
    if (choice > 4) return read_at_periodic_index();
    return choice == 2 ? sum_of_rows() : share_of_table();
  }

  /// Later barriers are for those that go on, which is more than OpenCL C promises.
  Statement early_return() {
    Expression e = expression(1), value = expression(1);
    return {"if ((" + e.text + " & 15) == 3) { out[g] = " + value.text + "; return; }\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                if ((e.value(item, group) & 15) == 3) item.result = value.value(item, group);
              });
            }};
  }

  /// Every work-item reads another one's value, with barriers between.
  Statement exchange() {
    const unsigned i = pick(kVariables);
    const unsigned distance = pick(9);
    Expression e = expression(2);
    const std::string fence = "barrier(CLK_LOCAL_MEM_FENCE);\n";
    return {"s[l] = " + e.text + ";\n" + fence + "v" + std::to_string(i) + " = s[(l + " +
                std::to_string(distance) + ") % n];\n" + fence,
            [=](Group& group, const Mask& mask) {
              auto& shared = group.shared;
              for_active(group, mask, [&](Item& item) { shared[item.id] = e.value(item, group); });
              for_active(group, mask,
                         [&](Item& item) { item.v[i] = shared[(item.id + distance) % shared.size()]; });
            }};
  }

  /// The largest of three bytes in a row: between the barriers, nothing but bytes.
  Statement exchange_bytes() {
    const unsigned i = pick(kVariables);
    Expression e = expression(2);
    const std::string fence = "barrier(CLK_LOCAL_MEM_FENCE);\n", v = "v" + std::to_string(i);
    return {
        "b[l] = (uchar)(" + e.text + ");\n" + fence +
            "{ int i = l; uchar m = b[i]; if (i + 2 < (int)n) m = max(m, max(b[i + 1], (uchar)(b[i + 2] + "
            "3)));\n" +
            "  c[i] = m ^ (uchar)7; }\n" + fence + v + " += c[l];\n",
        [=](Group& group, const Mask& mask) {
          auto& bytes = group.bytes;
          for_active(group, mask,
                     [&](Item& item) { bytes[item.id] = static_cast<std::uint8_t>(e.value(item, group)); });
          for_active(group, mask, [&](Item& item) {
            std::uint8_t most = bytes[item.id];
            if (item.id + 2 < bytes.size())
              most = std::max({most, bytes[item.id + 1], static_cast<std::uint8_t>(bytes[item.id + 2] + 3)});
            item.v[i] += static_cast<std::uint8_t>(most ^ 7);
          });
        }};
  }

  /// A condition that holds for a range of adjacent work-items: its text and its meaning.
  struct Condition {
    std::string text;
    std::function<bool(std::uint32_t l, std::uint32_t n)> holds;
  };
  Condition condition() {
    const std::uint32_t a = pick(40), b = pick(40);
    const std::string first = std::to_string(a), last = std::to_string(b);
    switch (pick(5)) {
      case 0:
        return {"l < " + first, [a](std::uint32_t l, std::uint32_t) { return l < a; }};
      case 1:
        return {"l >= " + first + " && l <= " + last,
                [a, b](std::uint32_t l, std::uint32_t) { return l >= a && l <= b; }};
      case 2:
        return {"!(l == " + first + "u % n)", [a](std::uint32_t l, std::uint32_t n) { return l != a % n; }};
      case 3:
        return {"l == " + first + "u % n", [a](std::uint32_t l, std::uint32_t n) { return l == a % n; }};
      default:
        return {"(int)l - " + first + " > -" + last, [a, b](std::uint32_t l, std::uint32_t) {
                  return static_cast<int>(l) - static_cast<int>(a) > -static_cast<int>(b);
                }};
    }
  }

  /// Some work-items change their values in local memory, then all read the value of one.
  Statement conditional_exchange() {
    const unsigned i = pick(kVariables), j = pick(kVariables);
    const std::uint32_t reader = pick(50);
    const Condition allowed = condition();
    Expression e = expression(2), change = expression(1);
    const std::string fence = "barrier(CLK_LOCAL_MEM_FENCE);\n", v = "v" + std::to_string(i);
    return {"s[l] = " + e.text + ";\n" + fence + "if (" + allowed.text + ") s[l] = s[l] * 5 + " +
                change.text + ";\n" + fence + "if (s[" + std::to_string(reader) + "u % n] & 1) " + v +
                " += v" + std::to_string(j) + " + 1; else " + v + " ^= s[" + std::to_string(reader) +
                "u % n];\n" + fence,
            [=](Group& group, const Mask& mask) {
              const auto n = static_cast<std::uint32_t>(group.items.size());
              auto& shared = group.shared;
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t value = e.value(item, group);
                shared[item.id] = allowed.holds(item.id, n) ? value * 5 + change.value(item, group) : value;
              });
              const std::uint32_t read = shared[reader % n];
              for_active(group, mask, [&](Item& item) {
                item.v[i] = (read & 1) != 0 ? item.v[i] + item.v[j] + 1 : item.v[i] ^ read;
              });
            }};
  }

  /// All work-items add to counts, in turns or in any order; then each reads one.
  Statement histogram() {
    const unsigned i = pick(kVariables), reader = pick(kCounts);
    const bool is_conditional = pick(2) != 0;
    Expression place = expression(1), value = expression(1);
    const std::string fence = "barrier(CLK_LOCAL_MEM_FENCE);\n", counter = "i" + std::to_string(loops_++);
    const std::string added = "(" + value.text + ") + " + counter;
    return {fence + "for (uint " + counter + " = 0; " + counter + " <= (p & 7); ++" + counter + ") " +
                (is_conditional ? "if ((" + added + ") & 1) " : "") + "atomic_add(&h[((" + place.text +
                ") ^ " + counter + ") & 31], " + added + ");\n" + fence + "v" + std::to_string(i) +
                " += h[(l + " + std::to_string(reader) + ") & 31];\n" + fence,
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                for (std::uint32_t j = 0; j <= (group.parameter & 7); ++j) {
                  const std::uint32_t sum = value.value(item, group) + j;
                  if (is_conditional && (sum & 1) == 0) continue;
                  group.counts[(place.value(item, group) ^ j) % kCounts] += sum;
                }
              });
              for_active(group, mask,
                         [&](Item& item) { item.v[i] += group.counts[(item.id + reader) % kCounts]; });
            }};
  }

  Statement any_exchange() {
    const unsigned choice = pick(4);
    if (choice == 3) return histogram();
    if (choice == 0) return exchange_bytes();
    return choice == 1 ? exchange() : conditional_exchange();
  }

  Statement conditional_block(unsigned depth) {
    const Condition allowed = condition();
    Statement inner = block(depth - 1, false, 3);
    return {"if (" + allowed.text + ") {\n" + inner.text + "}\n", [=](Group& group, const Mask& mask) {
              Mask taken(mask.size());
              const auto n = static_cast<std::uint32_t>(mask.size());
              for (std::uint32_t l = 0; l < n; ++l) taken[l] = mask[l] && allowed.holds(l, n);
              inner.run(group, taken);
            }};
  }

  Statement divergent_branch(unsigned depth) {
    if (pick(3) == 0) return conditional_block(depth);
    Expression e = expression(2);
    Statement yes = block(depth - 1, false, 3), no = block(depth - 1, false, 2);
    const std::string condition = pick(4) == 0 ? "__builtin_expect(" + e.text + " & 1, 0)" : e.text + " & 1";
    return {"if (" + condition + ") {\n" + yes.text + "} else {\n" + no.text + "}\n",
            [=](Group& group, const Mask& mask) {
              Mask taken(mask.size()), other(mask.size());
              for (std::size_t n = 0; n < mask.size(); ++n) {
                if (mask[n]) ((e.value(group.items[n], group) & 1) != 0 ? taken : other)[n] = true;
              }
              yes.run(group, taken);
              no.run(group, other);
            }};
  }

  Statement uniform_branch(unsigned depth) {
    const std::uint32_t bit = 1u << pick(4);
    Statement yes = block(depth - 1, true, 3), no = block(depth - 1, true, 2);
    return {
        "if (p & " + std::to_string(bit) + "u) {\n" + yes.text + "} else {\n" + no.text + "}\n",
        [=](Group& group, const Mask& mask) { ((group.parameter & bit) != 0 ? yes : no).run(group, mask); }};
  }

  /// Runs 0 to 3 times, equal for all work-items. May contain barriers if `uniform`.
  Statement loop(unsigned depth, bool uniform) {
    const unsigned shift = pick(3);
    Statement inner = block(depth - 1, uniform, 3);
    const std::string counter = "i" + std::to_string(loops_++);
    return {"for (uint " + counter + " = 0; " + counter + " < (p >> " + std::to_string(shift) + " & 3); ++" +
                counter + ") {\n" + inner.text + "}\n",
            [=](Group& group, const Mask& mask) {
              for (std::uint32_t i = 0; i < (group.parameter >> shift & 3); ++i) inner.run(group, mask);
            }};
  }

  /// Each work-item runs it a different number of times.
  Statement divergent_loop(unsigned depth) {
    const unsigned i = pick(kVariables);
    Statement inner = block(depth - 1, false, 2);
    const std::string counter = "i" + std::to_string(loops_++);
    const std::string bound = "m" + counter;
    return {"uint " + bound + " = v" + std::to_string(i) + " & 3;\nfor (uint " + counter + " = 0; " +
                counter + " < " + bound + "; ++" + counter + ") {\n" + inner.text + "}\n",
            [=](Group& group, const Mask& mask) {
              std::vector<std::uint32_t> bounds;
              for (const Item& item : group.items) bounds.push_back(item.v[i] & 3);
              for (std::uint32_t iteration = 0; iteration < 3; ++iteration) {
                Mask active = mask;
                for (std::size_t n = 0; n < mask.size(); ++n) active[n] = mask[n] && iteration < bounds[n];
                inner.run(group, active);
              }
            }};
  }

  /// Work-items leave the loop, or the iteration, in its middle.
  Statement interrupted_loop(unsigned depth) {
    const bool leaves = pick(2) != 0;
    Expression bound = expression(1), e = expression(2);
    Statement first = block(depth - 1, false, 2), second = block(depth - 1, false, 2);
    const std::string counter = "i" + std::to_string(loops_++);
    return {"for (uint " + counter + " = 0; " + counter + " < 4 && " + counter + " <= (" + bound.text +
                " & 7); ++" + counter + ") {\n" + first.text + "if (" + e.text + " & 1) " +
                (leaves ? "break" : "continue") + ";\n" + second.text + "}\n",
            [=](Group& group, const Mask& mask) {
              Mask inside = mask;
              for (std::uint32_t iteration = 0; iteration < 4; ++iteration) {
                restrict(group, inside,
                         [&](const Item& item) { return iteration <= (bound.value(item, group) & 7); });
                first.run(group, inside);
                Mask rest = inside;
                restrict(group, rest, [&](const Item& item) { return (e.value(item, group) & 1) == 0; });
                second.run(group, rest);
                if (leaves) inside = rest;
              }
            }};
  }

  /// Keeps the work-items with a property.
  template <typename Property>
  static void restrict(const Group& group, Mask& mask, const Property& property) {
    for (std::size_t n = 0; n < mask.size(); ++n)
      mask[n] = mask[n] && !group.items[n].result && property(group.items[n]);
  }

  /// With a case that falls through to the next.
  Statement choice_of_four(unsigned depth) {
    Expression e = expression(2);
    Statement zero = block(depth - 1, false, 2), one = block(depth - 1, false, 1),
              two = block(depth - 1, false, 1), others = block(depth - 1, false, 1);
    return {"switch (" + e.text + " & 3) {\ncase 0: {" + zero.text + "} break;\ncase 1: {" + one.text +
                "}\ncase 2: {" + two.text + "} break;\ndefault: {" + others.text + "}\n}\n",
            [=](Group& group, const Mask& mask) {
              std::array<Mask, 4> taken{mask, mask, mask, mask};
              for (std::uint32_t n = 0; n < 4; ++n)
                restrict(group, taken[n], [&](const Item& item) { return (e.value(item, group) & 3) == n; });
              zero.run(group, taken[0]);
              one.run(group, taken[1]);
              for (std::size_t n = 0; n < mask.size(); ++n) taken[2][n] = taken[1][n] || taken[2][n];
              two.run(group, taken[2]);
              others.run(group, taken[3]);
            }};
  }

  /// One of the work-item's places, selected by its own value.
  Statement change_own_place() {
    const unsigned i = pick(kVariables), count = places_;
    Expression e = expression(2);
    const std::string place = "T(v" + std::to_string(i) + " % " + std::to_string(count) + ")";
    return {place + " = " + place + " * 3 + " + e.text + ";\n", [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                std::uint32_t& value = item.t[item.v[i] % count];
                value = value * 3 + e.value(item, group);
              });
            }};
  }

  /// The first of the work-item's places, a number of its own or all, which LLVM sets at once.
  Statement set_places() {
    const unsigned i = pick(kVariables), count = places_;
    const bool sets_all = pick(3) == 0;
    const std::uint32_t value = pick(2) != 0 ? 0 : ~0u;
    const std::string counter = "i" + std::to_string(loops_++), all = std::to_string(count);
    const std::string bound = sets_all ? all : "v" + std::to_string(i) + " % " + all;
    return {"{ uint m = " + bound + "; for (uint " + counter + " = 0; " + counter + " < m; ++" + counter +
                ") T(" + counter + ") = " + std::to_string(value) + "u; }\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                std::fill_n(item.t, sets_all ? count : item.v[i] % count, value);
              });
            }};
  }

  /// A comparison that holds for some work-items.
  Statement compare_and_exchange() {
    const unsigned i = pick(kVariables), at = pick(places_);
    Expression e = expression(1), changed = expression(1);
    const std::string v = "v" + std::to_string(i), place = "T(" + std::to_string(at) + ")";
    return {v + " = atomic_cmpxchg(&" + place + ", " + e.text + " & 1 ? " + place + " : " + e.text + ", " +
                changed.text + ");\n",
            [=](Group& group, const Mask& mask) {
              for_active(group, mask, [&](Item& item) {
                const std::uint32_t old = item.t[at], x = e.value(item, group),
                                    next = changed.value(item, group);
                if ((x & 1) != 0 || x == old) item.t[at] = next;
                item.v[i] = old;
              });
            }};
  }

  Statement change_memory() {
    const unsigned choice = pick(4);
    if (choice == 0) return set_places();
    return choice == 1 ? compare_and_exchange() : change_own_place();
  }

  Statement statement(unsigned depth, bool uniform) {
    const unsigned choice = pick(depth == 0 ? 8 : 15);
    if (choice == 7) return change_memory();
    if (choice == 12) return interrupted_loop(depth);
    if (choice == 13) return choice_of_four(depth);
    if (choice == 14) return interrupted_loop(depth);
    if (choice < 2) return pick(6) == 0 ? narrow_assignment() : assignment();
    if (choice == 2) return pick(2) != 0 ? change_places() : assignment();
    if (choice == 3) return vector_statement();
    if (choice == 4) return indexes_array_ && pick(2) != 0 ? call_with_pointer() : read_table();
    if (choice == 5) return has_barriers_ && pick(4) != 0 ? read_table() : early_return();
    if (choice < 7 && uniform && has_barriers_) return any_exchange();
    if (choice < 7) return assignment();
    if (choice == 8) return divergent_branch(depth);
    if (choice == 9) return divergent_loop(depth);
    if (choice == 10 && uniform) return uniform_branch(depth);
    return loop(depth, uniform);
  }

  Statement block(unsigned depth, bool uniform, unsigned length) {
    std::vector<Statement> statements;
    std::string text;
    for (unsigned i = 0; i < length; ++i) {
      statements.push_back(statement(depth, uniform));
      text += statements.back().text;
    }
    return {text, [statements](Group& group, const Mask& mask) {
              for (const Statement& s : statements) s.run(group, mask);
            }};
  }

  unsigned loops_ = 0;
  bool has_barriers_ = true;
};

}  // namespace

RandomKernel random_kernel(unsigned seed) {
  Generator generator(seed);
  RandomKernel kernel{.body = generator.body(), .places = generator.places()};
  const std::uint32_t locals[] = {1, 7, 16, 64, 256};
  kernel.local = locals[generator.pick(5)];
  kernel.items = 1 + generator.pick(kMostItems);
  kernel.parameter = generator.pick(64);
  if (generator.pick(3) == 0) {
    const std::uint32_t widths[] = {3, 8, 16, 36}, rows[] = {1, 4, 5, 7, 27};
    kernel.width = widths[generator.pick(4)];
    kernel.local = kernel.width * std::min(rows[generator.pick(5)], locals[4] / kernel.width);
    kernel.items = kernel.width * std::max(kernel.items / kernel.width, 1u);
  }
  return kernel;
}

}  // namespace quadcl::test
