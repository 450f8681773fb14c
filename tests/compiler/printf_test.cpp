// SPDX-License-Identifier: Apache-2.0
// printf in kernels: every conversion, whole calls, nothing lost.
#include <catch2/catch.hpp>

#include <stdio.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

/// What `action` writes to standard output.
template <typename Action>
std::string captured(Action action) {
  char path[] = "/tmp/quadcl-printf-XXXXXX";
  const int file = mkstemp(path);
  fflush(stdout);
  const int before = dup(1);
  dup2(file, 1);
  action();
  fflush(stdout);
  dup2(before, 1);
  close(before);
  close(file);
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  unlink(path);
  return text.str();
}

}  // namespace

TEST_CASE("conversions of printf") {
  Program program(
      "kernel void k(global int* o) {\n"
      "  o[0] = printf(\"%d|%5.2f|%s|%c|%x|%%|%-6d|%+.3e\\n\", -7, 3.14159f, \"text\", 'q', 255u, 42, "
      "12345.678);\n"
      "  printf(\"%v4hld|%v2hlf|%#v4hhx|%ld|%lu\\n\", (int4)(1, -2, 3, -4), (float2)(0.5f, 1.5f),\n"
      "         (uchar4)(1, 2, 254, 255), -5000000000l, 18446744073709551615ul);\n"
      "  printf(\"plain\\n\"); printf(\"%hhd %hd\\n\", (char)-1, (short)-300); }");
  std::vector<int> out{99};
  const std::string text = captured([&] { REQUIRE(program.run("k", range({1, 1, 1}), out)); });
  CHECK(out[0] == 0);
  CHECK(text ==
        "-7| 3.14|text|q|ff|%|42    |+1.235e+04\n"
        "1,-2,3,-4|0.500000,1.500000|0x1,0x2,0xfe,0xff|-5000000000|18446744073709551615\n"
        "plain\n-1 -300\n");
}

TEST_CASE("calls of printf stay whole, and in order for each work-item") {
  Program program(
      "kernel void k(void) { int i = get_global_id(0); printf(\"<%d a>\", i); printf(\"<%d b>\", i); }");
  const std::string text = captured([&] { REQUIRE(program.run("k", range({5000, 1, 1}, {50, 1, 1}))); });
  for (int i = 0; i < 5000; ++i) {
    const auto a = text.find("<" + std::to_string(i) + " a>");
    const auto b = text.find("<" + std::to_string(i) + " b>");
    REQUIRE(a != std::string::npos);
    REQUIRE(b != std::string::npos);
    CHECK(a < b);
  }
}

TEST_CASE("a format that asks for more than it gets returns -1") {
  Program program(
      "kernel void k(global int* o) { o[0] = printf(\"%d %d\\n\", 1); o[1] = printf(\"%f\\n\", 1); }");
  std::vector<int> out(2);
  const std::string text = captured([&] { REQUIRE(program.run("k", range({1, 1, 1}), out)); });
  CHECK(out == std::vector<int>{-1, -1});
  CHECK(text.empty());
}
