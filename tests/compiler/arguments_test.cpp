// SPDX-License-Identifier: Apache-2.0
// Kernel arguments of every kind reach the kernel.
#include <catch2/catch.hpp>

#include <numeric>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

TEST_CASE("vector addition") {
  Program program(
      "kernel void add(global const float* a, global const float* b, global float* c) {"
      "  size_t i = get_global_id(0); c[i] = a[i] + b[i]; }");
  constexpr std::size_t kSize = 1003;
  std::vector<float> a(kSize), b(kSize), c(kSize, -1);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 5000.0f);
  REQUIRE(program.run("add", range({kSize, 1, 1}), a, b, c));
  for (std::size_t i = 0; i < kSize; ++i) CHECK(c[i] == static_cast<float>(5000 + 2 * i));
}

TEST_CASE("scalars, vectors and structs by value") {
  Program program(
      "typedef struct { int x; char y[5]; double z; } S;\n"
      "kernel void k(char c, ushort s, long l, double d, float4 v, int3 w, S q, global double* out) {\n"
      "  q.x += get_global_id(0);\n"
      "  out[get_global_id(0)] = c + s + l + d + v.x + 2 * v.w + w.z + q.x + q.y[4] + q.z; }");
  struct alignas(16) Float4 {
    float x, y, z, w;
  };
  struct alignas(16) Int3 {
    int x, y, z, padding;
  };
  struct S {
    int x;
    char y[5];
    double z;
  };
  std::vector<double> out(7);
  REQUIRE(program.run("k", range({7, 1, 1}), char(-3), static_cast<unsigned short>(60000), -5000000000L, 0.25,
                      Float4{1, 2, 3, 4}, Int3{7, 8, 9, 0}, S{100, {1, 2, 3, 4, 5}, 0.5}, out));
  for (int i = 0; i < 7; ++i)
    CHECK(out[i] == -3 + 60000 - 5000000000.0 + 0.25 + 1 + 8 + 9 + 100 + i + 5 + 0.5);
}

TEST_CASE("a NULL buffer is a null pointer") {
  Program program("kernel void k(global int* a, global int* out) { out[0] = a == 0; }");
  std::vector<int> none, out(1);
  REQUIRE(program.run("k", range({1, 1, 1}), none, out));
  CHECK(out[0] == 1);
}

TEST_CASE("local memory as an argument is shared by the group and apart from other arguments") {
  Program program(
      "kernel void reverse(global int* data, local int* a, local short* b) {\n"
      "  int i = get_local_id(0), n = get_local_size(0);\n"
      "  a[i] = data[get_global_id(0)]; b[i] = 1000 + i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  data[get_global_id(0)] = a[n - 1 - i] * 10000 + b[n - 1 - i]; }");
  std::vector<int> data(64);
  std::iota(data.begin(), data.end(), 0);
  REQUIRE(program.run("reverse", range({64, 1, 1}, {16, 1, 1}), data, Local{64}, Local{32}));
  for (int i = 0; i < 64; ++i) CHECK(data[i] == (i / 16 * 16 + 15 - i % 16) * 10000 + 1015 - i % 16);
}
