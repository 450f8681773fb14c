// SPDX-License-Identifier: Apache-2.0
// Properties of the language that need care on a CPU.
#include <catch2/catch.hpp>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

TEST_CASE("integer division by zero and of the least value by -1 is no trap") {
  Program program(
      "kernel void k(global int* a, global int* b, global long* c, int zero) { int i = get_global_id(0);\n"
      "  a[i] = a[i] / b[i]; c[i] = c[i] % b[i]; a[i] += (100u / (uint)(b[i] + zero)) * 0;\n"
      "  int4 v = (int4)(8, 9, 10, 11) / (int4)(b[i], 3, zero, 5); a[i] += v.y + v.w; }");
  std::vector<int> a{100, INT32_MIN, 7}, b{0, -1, 2};
  std::vector<std::int64_t> c{5, INT64_MIN, 9};
  REQUIRE(program.run("k", range({3, 1, 1}), a, b, c, 0));
  CHECK(a[2] == 3 + 3 + 2);
  CHECK(c[2] == 1);
}

TEST_CASE("program-scope constants and variables") {
  Program program(
      "constant int table[4] = {5, 6, 7, 8}; global int counter = 40; global int* where = &counter;\n"
      "kernel void k(global int* o) { o[get_global_id(0)] = table[get_global_id(0)] + *where; }\n"
      "kernel void bump(void) { counter += 1; }",
      "-cl-std=CL3.0");
  std::vector<int> out(4);
  REQUIRE(program.run("bump", range({1, 1, 1})));
  REQUIRE(program.run("bump", range({1, 1, 1})));
  REQUIRE(program.run("k", range({4, 1, 1}), out));
  CHECK(out == std::vector<int>{47, 48, 49, 50});
}

TEST_CASE("generic pointers reach private, local and global memory") {
  Program program(
      "int load(int* p) { return *p; }\n"
      "kernel void k(global int* o) { local int l[4]; int m[4]; int i = get_local_id(0);\n"
      "  l[i] = 10 + i; m[0] = 20 + i; m[1] = 1; int* p = i & 1 ? (int*)&l[i] : i & 2 ? &m[0] : "
      "(int*)&o[i];\n"
      "  o[i] = load(p); }",
      "-cl-std=CL3.0");
  std::vector<int> out{30, 31, 32, 33};
  REQUIRE(program.run("k", range({4, 1, 1}, {4, 1, 1}), out));
  CHECK(out == std::vector<int>{30, 11, 22, 13});
}

TEST_CASE("a kernel calls another kernel") {
  Program program(
      "kernel void inner(global int* o) { o[get_global_id(0)] += 1; }\n"
      "kernel void outer(global int* o) { inner(o); barrier(0); inner(o); }");
  std::vector<int> out(4);
  REQUIRE(program.run("outer", range({4, 1, 1}, {2, 1, 1}), out));
  REQUIRE(program.run("inner", range({4, 1, 1}), out));
  CHECK(out == std::vector<int>(4, 3));
}

TEST_CASE("large private arrays") {
  Program program(
      "kernel void k(global int* o, int n) { int a[20000]; int i = get_global_id(0);\n"
      "  for (int j = 0; j < n; ++j) a[j] = i + j; int s = 0;\n"
      "  for (int j = 0; j < n; ++j) s += a[(j * 7919) % n]; o[i] = s; }");
  std::vector<int> out(40);
  REQUIRE(program.run("k", range({40, 1, 1}, {20, 1, 1}), out, 20000));
  for (int i = 0; i < 40; ++i) CHECK(out[i] == static_cast<int>(20000u * i + 199990000u));
}

TEST_CASE("too much local memory and too large a work-group are refused") {
  Program program("kernel void k(global int* o, local int* l) { l[get_local_id(0)] = 1; o[0] = l[0]; }");
  std::vector<int> out(1);
  CHECK(program.run("k", range({1, 1, 1}), out, Local{65536}));
  CHECK_FALSE(program.run("k", range({1, 1, 1}), out, Local{65537}));
  CHECK_FALSE(program.run("k", range({8192, 1, 1}, {8192, 1, 1}), out, Local{65536}));
}
