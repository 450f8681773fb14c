// SPDX-License-Identifier: Apache-2.0
// Barriers wherever OpenCL C allows them, with local sizes of all shapes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

std::vector<int> counting(std::size_t size, int first = 0) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), first);
  return values;
}

}  // namespace

TEST_CASE("a tree reduction: barriers in a loop") {
  Program program(
      "kernel void sum(global const int* in, global int* out, local int* part) {\n"
      "  uint l = get_local_id(0);\n"
      "  part[l] = in[get_global_id(0)];\n"
      "  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    if (l < step) part[l] += part[l + step];\n"
      "  }\n"
      "  if (l == 0) out[get_group_id(0)] = part[0]; }");
  for (const std::size_t local : {1, 2, 64, 1024}) {
    auto in = counting(4096, 3);
    std::vector<int> out(4096 / local);
    REQUIRE(program.run("sum", range({4096, 1, 1}, {local, 1, 1}), in, out, Local{local * 4}));
    for (std::size_t g = 0; g < out.size(); ++g)
      CHECK(out[g] == std::accumulate(in.begin() + g * local, in.begin() + (g + 1) * local, 0));
  }
}

TEST_CASE("values that live across barriers: scalars, vectors, private arrays") {
  Program program(
      "kernel void k(global int* out) {\n"
      "  local int4 shared[32]; int mine[4]; uint l = get_local_id(0), n = get_local_size(0);\n"
      "  int a = l * 3; float f = l + 0.5f; int4 v = (int4)(l, l + 1, l + 2, l + 3);\n"
      "  for (int i = 0; i < 4; ++i) mine[i] = a + i;\n"
      "  shared[l] = v; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  int4 w = shared[(l + 1) % n]; mine[l & 3] += w.y;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  shared[l] = (int4)(mine[0], mine[1], mine[2], mine[3]); barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  int4 x = shared[(l + n - 1) % n];\n"
      "  out[get_global_id(0)] = x.x + 2 * x.y + 3 * x.z + 4 * x.w + a + (int)f + v.w; }");
  std::vector<int> out(96);
  REQUIRE(program.run("k", range({96, 1, 1}, {32, 1, 1}), out));
  for (int i = 0; i < 96; ++i) {
    const int l = i % 32;
    const int before = (l + 31) % 32;
    int mine[4];
    for (int j = 0; j < 4; ++j) mine[j] = before * 3 + j;
    mine[before & 3] += (before + 1) % 32 + 1;
    CHECK(out[i] == mine[0] + 2 * mine[1] + 3 * mine[2] + 4 * mine[3] + l * 3 + l + l + 3);
  }
}

TEST_CASE("nested loops with barriers and loop-carried values") {
  Program program(
      "kernel void k(global int* out, int outer, int inner) {\n"
      "  local int s[8]; int l = get_local_id(0), sum = 0; s[l] = l;\n"
      "  for (int i = 0; i < outer; ++i) {\n"
      "    int row = i * 100;\n"
      "    for (int j = 0; j < inner; ++j) {\n"
      "      barrier(CLK_LOCAL_MEM_FENCE); int next = s[(l + 1) & 7]; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "      s[l] = next; sum += next * (j + 1) + row;\n"
      "    }\n"
      "    if (i & 1) sum ^= l;\n"
      "  }\n"
      "  out[get_global_id(0)] = sum; }");
  std::vector<int> out(24);
  REQUIRE(program.run("k", range({24, 1, 1}, {8, 1, 1}), out, 3, 5));
  for (int i = 0; i < 24; ++i) {
    int sum = 0;
    for (int a = 0, iteration = 1; a < 3; ++a) {
      for (int j = 0; j < 5; ++j, ++iteration) sum += (i % 8 + iteration) % 8 * (j + 1) + a * 100;
      if (a & 1) sum ^= i % 8;
    }
    CHECK(out[i] == sum);
  }
}

TEST_CASE("barriers inside functions, and a group in three dimensions") {
  Program program(
      "int swap(local int* s, int value, int from, int to) {\n"
      "  s[from] = value; barrier(CLK_LOCAL_MEM_FENCE); int r = s[to]; barrier(CLK_LOCAL_MEM_FENCE); return "
      "r; }\n"
      "kernel void k(global int* out) {\n"
      "  local int s[60];\n"
      "  int n = get_local_size(0) * get_local_size(1) * get_local_size(2), l = get_local_linear_id();\n"
      "  int v = swap(s, get_global_linear_id(), l, n - 1 - l);\n"
      "  out[get_global_linear_id()] = swap(s, v, n - 1 - l, l); }",
      "-cl-std=CL3.0");
  std::vector<int> out(6 * 10 * 4, -1);
  REQUIRE(program.run("k", range({6, 10, 4}, {3, 5, 4}), out));
  CHECK(out == counting(240));
}

TEST_CASE("a value that is the same for all lives across barriers, also where work-items leave early") {
  Program program(
      "kernel void k(global const int* in, global int* out, local int* shared, int iterations, int items) {\n"
      "  int l = get_local_id(0), n = get_local_size(0), total = 0;\n"
      "  if (get_global_id(0) >= items) return;\n"
      "  for (int iteration = 1, factor = 3; iteration <= iterations; ++iteration, factor = factor * 5 + "
      "iteration) {\n"
      "    shared[l] = in[get_global_id(0)] * factor;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    if (iteration % 2 == 0) factor -= 7;\n"
      "    total += shared[l ^ 1] + factor;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  out[get_global_id(0)] = total; }");
  for (const int items : {64, 24, 2}) {
    auto in = counting(64, 1);
    std::vector<int> out(64, -1);
    REQUIRE(program.run("k", range({64, 1, 1}, {16, 1, 1}), in, out, Local{64}, 6, items));
    for (int i = 0; i < 64; ++i) {
      int total = 0;
      for (int iteration = 1, factor = 3; iteration <= 6; ++iteration, factor = factor * 5 + iteration) {
        total += in[i ^ 1] * factor;
        if (iteration % 2 == 0) factor -= 7;
        total += factor;
      }
      CHECK(out[i] == (i < items ? total : -1));
    }
  }
}

TEST_CASE("atomics on local memory count every work-item") {
  Program program(
      "kernel void k(global const uint* in, global uint* out) {\n"
      "  local uint bins[4]; local int least, most, swapped; uint l = get_local_id(0);\n"
      "  if (l < 4) bins[l] = 0;\n"
      "  if (l == 0) { least = 1000; most = -1000; swapped = 0; }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  const uint before = atomic_inc(&bins[in[l] & 3]);\n"
      "  atomic_min(&least, (int)in[l]); atomic_max(&most, (int)in[l]);\n"
      "  atomic_cmpxchg(&swapped, (int)l, (int)l + 1);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (l < 4) out[l] = bins[l];\n"
      "  if (l == 0) { out[4] = least; out[5] = most; out[6] = swapped; }\n"
      "  atomic_add(&out[7 + (in[l] & 3)], before); }");
  std::vector<unsigned> in(128), out(11, 0), counts(4, 0), before(4, 0);
  for (unsigned i = 0; i < in.size(); ++i) {
    in[i] = i * 37 % 101;
    before[in[i] & 3] += counts[in[i] & 3]++;
  }
  REQUIRE(program.run("k", range({128, 1, 1}, {128, 1, 1}), in, out));
  for (unsigned i = 0; i < 4; ++i) {
    CHECK(out[i] == counts[i]);
    CHECK(out[7 + i] == before[i]);  // whatever the order, the numbers 0 to count - 1
  }
  CHECK(out[4] == *std::min_element(in.begin(), in.end()));
  CHECK(out[5] == *std::max_element(in.begin(), in.end()));
  CHECK(out[6] == 128);  // work-items of a group run in order between barriers
}

TEST_CASE("a lock in local memory lets one work-item after the other in") {
  Program program(
      "kernel void k(global int* sum) {\n"
      "  local int lock, data; int l = get_local_id(0);\n"
      "  if (l == 0) { lock = 0; data = 0; }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (atomic_cmpxchg(&lock, 0, 1) == 0) { int d = data; data = d + l + 1; atomic_xchg(&lock, 0); }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (l == 0) sum[0] = data; }");
  for (const std::size_t items : {1, 4, 16, 64}) {
    std::vector<int> sum(1, -1);
    REQUIRE(program.run("k", range({items, 1, 1}, {items, 1, 1}), sum));
    // Work-items of a group run in order between barriers, so the lock is always free.
    CHECK(sum[0] == static_cast<int>(items * (items + 1) / 2));
  }
}

TEST_CASE("a required work-group size, with groups of that size only and with smaller ones at the end") {
  const std::string kernel =
      "kernel __attribute__((reqd_work_group_size(8, 2, 1))) void k(global int* out) {\n"
      "  local int shared[16]; uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);\n"
      "  uint n = get_local_size(0) * get_local_size(1);\n"
      "  shared[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = shared[n - 1 - l] + 100 * n; }";
  Program equal(kernel), ragged(kernel, "-cl-std=CL3.0");
  std::vector<int> out(16 * 4);
  REQUIRE(equal.run("k", range({16, 4, 1}, {8, 2, 1}), out));
  for (int i = 0; i < 64; ++i) CHECK(out[i] == 1600 + 15 - (i / 16 % 2 * 8 + i % 8));
  std::vector<int> cut(11 * 3);
  REQUIRE(ragged.run("k", range({11, 3, 1}, {8, 2, 1}), cut));
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 11; ++x) {
      const int width = x < 8 ? 8 : 3, height = y < 2 ? 2 : 1;
      CHECK(cut[y * 11 + x] == 100 * width * height + width * height - 1 - (y % 2 * width + x % 8));
    }
  }
}

TEST_CASE("loads and stores of one work-item keep their order where they stride through memory") {
  Program program(
      "kernel void k(global uint* places, uint second, global uint* out) {\n"
      "  uint g = get_global_id(0); places[2 * g] = g; places[2 * g + 1] = 5;\n"
      "  uint old = places[2 * g + second]; places[2 * g + second] = g + 1000;\n"
      "  uint first = places[2 * g]; places[2 * g + second] = first + old;\n"
      "  out[g] = first + 7 * places[2 * g + 1]; }");
  std::vector<unsigned> places(512), out(256);
  for (const unsigned second : {0u, 1u}) {
    REQUIRE(program.run("k", range({256, 1, 1}, {64, 1, 1}), places, second, out));
    for (unsigned g = 0; g < out.size(); ++g)
      CHECK(out[g] == (second == 0 ? g + 1000 + 7 * 5 : g + 7 * (g + 5)));
  }
}
