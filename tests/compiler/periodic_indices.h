// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace quadcl::test {

/// Indices of random kernels that are linear within periods, which rows of work-items cross here and there, or
/// whose order within blocks of work-items is known.
struct Periodic {
  const char* text;
  std::uint32_t (*value)(std::uint32_t i, std::uint32_t p);
};

inline constexpr Periodic kPeriodic[] = {
    {"I % (p + 20)", [](std::uint32_t i, std::uint32_t p) { return i % (p + 20); }},
    {"I / (p + 20)", [](std::uint32_t i, std::uint32_t p) { return i / (p + 20); }},
    {"((int)I - 30) % (int)(p + 20) + 90",
     [](std::uint32_t i, std::uint32_t p) {
       return static_cast<std::uint32_t>((static_cast<int>(i) - 30) % static_cast<int>(p + 20) + 90);
     }},
    {"((int)I - 30) / (20 - (int)p) + 700",
     [](std::uint32_t i, std::uint32_t p) {
       const int divisor = 20 - static_cast<int>(p);
       return static_cast<std::uint32_t>((static_cast<int>(i) - 30) / (divisor == 0 ? 1 : divisor) + 700);
     }},
    {"(int)I / (int)(p + 1) * 3 + (int)I % (int)(p + 1)",
     [](std::uint32_t i, std::uint32_t p) { return i / (p + 1) * 3 + i % (p + 1); }},
    {"I ^ (p & 56)", [](std::uint32_t i, std::uint32_t p) { return i ^ (p & 56); }},
    {"I | (p & 48)", [](std::uint32_t i, std::uint32_t p) { return i | (p & 48); }},
    {"2 * I - (I & p)", [](std::uint32_t i, std::uint32_t p) { return 2 * i - (i & p); }},
    {"(I >> (p & 7)) * 5", [](std::uint32_t i, std::uint32_t p) { return (i >> (p & 7)) * 5; }},
    {"I / 100 * 100 + 99 - I % 100",
     [](std::uint32_t i, std::uint32_t) { return i / 100 * 100 + 99 - i % 100; }},
    {"I & 31", [](std::uint32_t i, std::uint32_t) { return i & 31; }},
    {"I ^ 1", [](std::uint32_t i, std::uint32_t) { return i ^ 1; }},
    {"I / 2", [](std::uint32_t i, std::uint32_t) { return i / 2; }},
    {"(int)I / 4 * 8 + (int)I % 4 + 4",
     [](std::uint32_t i, std::uint32_t) { return i / 4 * 8 + i % 4 + 4; }},
    {"(I & ~7) + (I ^ 7) % 8 / 2", [](std::uint32_t i, std::uint32_t) { return (i & ~7U) + (i ^ 7) % 8 / 2; }},
    {"3 * I / 4", [](std::uint32_t i, std::uint32_t) { return 3 * i / 4; }},
    {"((int)I - 24 >> 1 ^ 2) + 90",
     [](std::uint32_t i, std::uint32_t) {
       return static_cast<std::uint32_t>(((static_cast<int>(i) - 24) >> 1 ^ 2) + 90);
     }},
    {"((int)I - 24) / 4 + 90",
     [](std::uint32_t i, std::uint32_t) {
       return static_cast<std::uint32_t>((static_cast<int>(i) - 24) / 4 + 90);
     }},
    {"(ushort)(I | 6) & 509",
     [](std::uint32_t i, std::uint32_t) { return static_cast<std::uint32_t>((i | 6) & 509); }},
};

}  // namespace quadcl::test
