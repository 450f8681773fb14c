// SPDX-License-Identifier: Apache-2.0
// kernel-run's arguments as text, which all tests in cl/ use.
#include "kernel_arguments.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>

using namespace quadcl::test;

namespace {

template <typename T>
std::vector<T> parsed(const char* type_name, const char* text) {
  const auto bytes = parse_elements(element_type(type_name), text);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::string round_trip(const char* type_name, const char* text) {
  const auto& type = element_type(type_name);
  return format_elements(type, parse_elements(type, text));
}

}  // namespace

TEST_CASE("elements of arguments in text") {
  CHECK(parsed<int>("int*", "1,-2,0x10,3*7,-1..1") == std::vector<int>{1, -2, 16, 7, 7, 7, -1, 0, 1});
  CHECK(parsed<std::uint8_t>("uchar4", "0,255,0xfe,1") == std::vector<std::uint8_t>{0, 255, 254, 1});
  CHECK(parsed<float>("float2*", "0.1,2*-inf,1..2,0x1p-149") ==
        std::vector<float>{0.1f, -INFINITY, -INFINITY, 1, 2, 0x1p-149f});
  CHECK(parsed<std::uint64_t>("ulong", "18446744073709551615") == std::vector<std::uint64_t>{UINT64_MAX});
  CHECK(round_trip("long*", "-9223372036854775808,5") == "-9223372036854775808,5");
  CHECK(round_trip("float", "0.1") == "0.1");
  CHECK(round_trip("double*", "0.1,1e300,-0.0,nan") == "0.1,1e+300,-0,nan");
  CHECK(round_trip("char16", "-1,1") == "-1,1");
}

TEST_CASE("what is no argument is refused") {
  for (const char* text : {"", "x", "1,", "1.5", "128", "-129", "1 ", "0x", "*3", "3*", "1..", "..2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parsed<std::int8_t>("char*", text), std::invalid_argument);
  }
  CHECK_THROWS_AS(parsed<float>("float", "1f"), std::invalid_argument);
  CHECK_THROWS_AS(element_type("S*"), std::invalid_argument);
}
