// SPDX-License-Identifier: Apache-2.0
// Expressions: values worked out by hand from the table of operators in docs/qpu-assembler.md.
#include <bit>

#include "assemble.h"

namespace quadcl::qpu::assembly {

namespace {

struct Row {
  const char* expression;
  std::uint32_t value;
};

const Row kIntegers[] = {
    // constants
    {"42", 42},
    {"0x2a", 42},
    {"052", 42},
    {"0b101010", 42},
    {"0XFF", 255},
    {"4294967295", 0xffffffff},
    {"-2147483648", 0x80000000},
    // unary
    {"-5", 0xfffffffb},
    {"~5", 0xfffffffa},
    {"!5", 0},
    {"!0", 1},
    {"+7", 7},
    {"- -7", 7},
    {"abs -5", 5},
    {"floor 2.7", 2},
    {"ceil 2.2", 3},
    {"floor(-2.5)", 0xfffffffd},
    // arithmetic and its order
    {"2 + 3 * 4", 14},
    {"(2 + 3) * 4", 20},
    {"2 ** 3 ** 2", 64},
    {"-2 ** 2", 4},
    {"7 / 2", 3},
    {"-7 / 2", 0xfffffffd},
    {"-7 % 3", 0xffffffff},
    {"10 - 4 - 3", 3},
    {"2 ** 31", 0x80000000},
    // shifts
    {"1 << 4", 16},
    {"1 << 2 + 1", 8},
    {"-16 >> 2", 0xfffffffc},
    {"0x80000000 >> 4", 0x08000000},
    {"16 << -2", 4},
    {"(-1 >>> 40) & 0xffffff", 0xffffff},
    {"1 <<< 4", 16},
    {"1 >> 100", 0},
    {"-1 >> 100", 0xffffffff},
    {"1 >>< 1", 0x80000000},
    {"0x80000001 ><< 1", 3},
    {"(1 >>>< 1) >>> 32", 0x80000000},
    {"(3 ><<< 62) >>> 62", 3},
    // comparisons
    {"1 < 2", 1},
    {"2 <= 2", 1},
    {"1 > 2", 0},
    {"2 >= 3", 0},
    {"-1 < 1", 1},
    {"1 == 1.0", 1},
    {"1 === 1.0", 0},
    {"1.0 === 1.00", 1},
    {"1 !== 1.0", 1},
    {"1 != 2", 1},
    {"3 <=> 4", 0xffffffff},
    {"4 <=> 4", 0},
    {"0.0 / 0.0 <=> 1", 0x80000000},
    {"0.0 / 0.0 == 0.0 / 0.0", 0},
    {"0.0 / 0.0 === 0.0 / 0.0", 1},
    {"ra1 == ra1", 1},
    {"ra1 == rb1", 0},
    {"unif == ra32", 0},
    {"5 < ra0", 1},
    {"ra0 < sacq0", 1},
    {"srel5 < sacq0", 1},
    // bits and truth
    {"12 & 10", 8},
    {"12 | 10", 14},
    {"12 ^ 10", 6},
    {"12 !^ 10", 0xfffffff9},
    {"1 | 2 ^ 3 & 4", 3},
    {"1 && 2", 1},
    {"1 && 0 || 1", 1},
    {"0 || 0", 0},
    {"1 ^^ 1", 0},
    {"1 !^^ 1", 1},
    {"1 == 1 & 3", 1},
};

struct RealRow {
  const char* expression;
  float value;
};

const RealRow kReals[] = {
    {"1.5", 1.5f},      {"5.", 5.0f},          {"1e3", 1000.0f},
    {"1.5e-2", 0.015f}, {"3 / 2.0", 1.5f},     {"2.0 ** 0.5", 1.41421356f},
    {"1.0 << 3", 8.0f}, {"1.0 >> 1", 0.5f},    {"5.5 % 2", 1.5f},
    {"exp2 3", 8.0f},   {"exp2 3 * 2", 16.0f}, {"exp10(2)", 100.0f},
    {"log2 8", 3.0f},   {"log10 1000", 3.0f},  {"log 1", 0.0f},
    {"exp 0", 1.0f},    {"sin 0", 0.0f},       {"cos 0", 1.0f},
    {"tanh 0", 0.0f},   {"erf 0", 0.0f},       {"-1.0", -1.0f},
};

}  // namespace

TEST_CASE("integer expressions") {
  for (const Row& row : kIntegers) {
    INFO(row.expression);
    CHECK(value_of(row.expression) == row.value);
  }
}

TEST_CASE("float expressions") {
  for (const RealRow& row : kReals) {
    INFO(row.expression);
    CHECK(value_of(row.expression) == std::bit_cast<std::uint32_t>(row.value));
  }
}

TEST_CASE("arithmetic on registers moves along their file") {
  CHECK(word_of("mov r0, ra3 + 4") == word_of("mov r0, ra7"));
  CHECK(word_of("mov r0, rb9 - 4") == word_of("mov r0, rb5"));
  CHECK(word_of("mov r0 + 1, r2") == word_of("mov r1, r2"));
  CHECK(word_of("mov -, sacq0 + 5") == word_of("sacq -, 5"));
}

TEST_CASE("registers named like functions stay registers") {
  CHECK(word_of("mov exp, r0") == word_of("mov rb54, r0") - (std::uint64_t{1} << 44));
  CHECK(word_of("mov log, 1.0") == 0xe0020de73f800000);
}

TEST_CASE("a user's name wins over a register and a function") {
  CHECK(value_of("sin", ".set sin, 5") == 5);
  CHECK(word_of(".set r0, ra1\nmov r0, r2") == word_of("mov ra1, r2"));
}

TEST_CASE("functions call functions") {
  CHECK(value_of("f(3)", ".set g(x) x * 2\n.set f(x) g(x) + g(x + 1)") == 14);
}

}  // namespace quadcl::qpu::assembly
