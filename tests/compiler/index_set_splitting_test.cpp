// SPDX-License-Identifier: Apache-2.0
// Conditions around the body of a kernel, with values at the ends of their types, where they wrap around.
#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

template <typename T>
struct NameOf;
template <>
struct NameOf<std::int8_t> {
  static constexpr const char *value = "char", *as_unsigned = "uchar";
};
template <>
struct NameOf<std::uint8_t> {
  static constexpr const char *value = "uchar", *as_unsigned = "uchar";
};
template <>
struct NameOf<std::int32_t> {
  static constexpr const char *value = "int", *as_unsigned = "uint";
};
template <>
struct NameOf<std::uint32_t> {
  static constexpr const char *value = "uint", *as_unsigned = "uint";
};
template <>
struct NameOf<std::int64_t> {
  static constexpr const char *value = "long", *as_unsigned = "ulong";
};
template <>
struct NameOf<std::uint64_t> {
  static constexpr const char *value = "ulong", *as_unsigned = "ulong";
};

/// In OpenCL C and in C++.
template <typename T>
struct Condition {
  const char* text;
  bool (*holds)(T v, T b, T c, bool flag);
};

template <typename T>
std::vector<Condition<T>> conditions() {
  return {{"v < b", [](T v, T b, T, bool) { return v < b; }},
          {"v <= b", [](T v, T b, T, bool) { return v <= b; }},
          {"v > b", [](T v, T b, T, bool) { return v > b; }},
          {"b <= v", [](T v, T b, T, bool) { return v >= b; }},
          {"v == b", [](T v, T b, T, bool) { return v == b; }},
          {"v != b", [](T v, T b, T, bool) { return v != b; }},
          {"v >= b && v < c", [](T v, T b, T c, bool) { return v >= b && v < c; }},
          {"!(v < b || v > c)", [](T v, T b, T c, bool) { return v >= b && v <= c; }},
          {"v > b && v == c", [](T v, T b, T c, bool) { return v > b && v == c; }},
          {"v < b || v > c", [](T v, T b, T c, bool) { return v < b || v > c; }},
          {"v < b && flags[i]", [](T v, T b, T, bool flag) { return v < b && flag; }},
          {"b < c && v < c", [](T v, T b, T c, bool) { return b < c && v < c; }}};
}

template <typename T>
std::string source() {
  const std::string type = NameOf<T>::value;
  const std::string as_unsigned = NameOf<T>::as_unsigned;
  std::string text;
  int number = 0;
  for (const auto& condition : conditions<T>())
    text += "kernel void k" + std::to_string(number++) + "(global uchar* out, global const uchar* flags, " +
            type + " start, " + type + " b, " + type + " c) {\n  size_t i = get_global_id(0);\n  " + type +
            " v = (" + type + ")((" + as_unsigned + ")start + (" + as_unsigned + ")i);\n  if (" +
            condition.text + ") out[i] += 1; }\n";
  return text;
}

/// Zero, both ends of the type, and the values that a group of work-items reaches from there.
template <typename T>
std::vector<T> numbers() {
  using Limits = std::numeric_limits<T>;
  return {0, 1, 19, T(-1), T(-23), Limits::max(), T(Limits::max() - 9), Limits::min(), T(Limits::min() + 9)};
}

}  // namespace

TEMPLATE_TEST_CASE("conditions around a kernel hold for the work-items they hold for", "", std::int8_t,
                   std::uint8_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  using T = TestType;
  constexpr std::size_t kItems = 300;  // more values than an 8-bit type has
  Program program(source<T>());
  std::vector<std::uint8_t> flags(kItems);
  for (std::size_t i = 0; i < kItems; ++i) flags[i] = i % 3 == 0 ? 1 : 0;
  const auto all = conditions<T>();
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (const T start : numbers<T>()) {
      for (const T b : numbers<T>()) {
        for (const T c : {T(b + 5), T(b - 40), T(7)}) {
          for (const std::size_t local : {kItems, std::size_t{20}}) {
            std::vector<std::uint8_t> out(kItems, 0), expected(kItems, 0);
            for (std::size_t i = 0; i < kItems; ++i)
              expected[i] =
                  all[k].holds(static_cast<T>(static_cast<std::uint64_t>(start) + i), b, c, flags[i] != 0);
            REQUIRE(program.run("k" + std::to_string(k), range({kItems, 1, 1}, {local, 1, 1}), out, flags,
                                start, b, c));
            if (out == expected) continue;
            FAIL(all[k].text << " for v from " << +start << ", b = " << +b << ", c = " << +c
                             << ", local size " << local);
          }
        }
      }
    }
  }
}

TEST_CASE("conditions in two dimensions, and a branch that a row takes together") {
  Program program(
      "kernel void k(global int* out, global const int* row, int columns, int rows, int width) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  if (x > 0 && x < columns - 1 && y < rows) {\n"
      "    if (y == 0) out[x] = row[3]; else out[y * width + x] = out[y * width + x] + row[y]; } }");
  const std::size_t width = 48, height = 8;
  std::vector<int> row(height);
  for (std::size_t y = 0; y < height; ++y) row[y] = static_cast<int>(100 + y);
  for (const int columns : {0, 1, 2, 3, 31, 48, 60}) {
    for (const int rows : {0, 1, 5, 8, 100}) {
      for (const std::array<std::size_t, 3> local :
           {std::array<std::size_t, 3>{16, 2, 1}, {48, 8, 1}, {4, 1, 1}}) {
        std::vector<int> out(width * height, 7), expected = out;
        for (std::size_t y = 0; y < height; ++y) {
          for (std::size_t x = 1; x < width; ++x) {
            if (static_cast<int>(x) >= columns - 1 || static_cast<int>(y) >= rows) continue;
            int& place = expected[y * width + x];
            place = y == 0 ? row[3] : place + row[y];
          }
        }
        CAPTURE(columns, rows, local[0], local[1]);
        REQUIRE(program.run("k", range({width, height, 1}, local), out, row, columns, rows,
                            static_cast<int>(width)));
        CHECK(out == expected);
      }
    }
  }
}
