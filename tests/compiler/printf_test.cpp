// SPDX-License-Identifier: Apache-2.0
// printf in kernels by many threads: whole calls, nothing lost.
#include <catch2/catch.hpp>

#include <stdio.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

/// The text that `action` writes to standard output.
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
