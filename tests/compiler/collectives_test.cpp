// SPDX-License-Identifier: Apache-2.0
// Work-group collectives, and the address space of generic pointers.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

/// `count` irregular numbers, so that a wrong order shows.
std::vector<int> scattered(std::size_t count) {
  std::vector<int> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i * 7919 % 1013) - 500;
  return values;
}

}  // namespace

TEST_CASE("collectives combine the values of a work-group") {
  Program program(
      "kernel void k(global const int* in, global int* out) {\n"
      "  size_t i = get_global_id(0), n = get_global_size(0);\n"
      "  out[i] = work_group_reduce_add(in[i]);\n"
      "  out[n + i] = work_group_scan_inclusive_max(in[i]);\n"
      "  out[2 * n + i] = work_group_scan_exclusive_add(in[i]);\n"
      "  out[3 * n + i] = work_group_scan_exclusive_min(in[i]);\n"
      "  out[4 * n + i] = work_group_broadcast(in[i], 3);\n"
      "  out[5 * n + i] = 2 * work_group_all(in[i] > -500) + work_group_any(in[i] == -500); }",
      "-cl-std=CL3.0");
  const std::size_t groups[][2] = {{64, 16}, {60, 15}, {45, 20}, {14, 5}};  // the last two are ragged
  for (const auto& [global, local] : groups) {
    INFO(global << " in groups of " << local);
    std::vector<int> in = scattered(global);
    std::vector<int> out(6 * global);
    REQUIRE(program.run("k", range({global, 1, 1}, {local, 1, 1}), in, out));
    std::vector<int> expected(6 * global);
    for (std::size_t first = 0; first < global; first += local) {
      const std::size_t last = std::min(first + local, global);
      const auto begin = in.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = in.begin() + static_cast<std::ptrdiff_t>(last);
      for (std::size_t i = first; i < last; ++i) {
        const auto here = in.begin() + static_cast<std::ptrdiff_t>(i);
        expected[i] = std::accumulate(begin, end, 0);
        expected[global + i] = *std::max_element(begin, here + 1);
        expected[2 * global + i] = std::accumulate(begin, here, 0);
        expected[3 * global + i] = here == begin ? INT32_MAX : *std::min_element(begin, here);
        expected[4 * global + i] = begin[3];
        expected[5 * global + i] =
            2 * (std::find(begin, end, -500) == end) + (std::find(begin, end, -500) != end);
      }
    }
    CHECK(out == expected);
  }
}

TEST_CASE("a collective in a loop gets the values of its own iteration") {
  Program program(
      "kernel void k(global float* x) { float sum = x[get_global_id(0)];\n"
      "  for (int i = 0; i < 3; ++i) sum = work_group_reduce_add(sum);\n"
      "  x[get_global_id(0)] = sum; }",
      "-cl-std=CL3.0");
  std::vector<float> x{1, 2, 3, 4};
  REQUIRE(program.run("k", range({4, 1, 1}, {4, 1, 1}), x));
  CHECK(x == std::vector<float>(4, 10 * 4 * 4));
}

TEST_CASE("a broadcast names a work-item in up to three dimensions") {
  Program program(
      "kernel void k(global uint* out) { uint id = (uint)get_local_linear_id();\n"
      "  out[2 * id] = work_group_broadcast(id, 1, 2, 1);\n"
      "  out[2 * id + 1] = work_group_reduce_max(id); }",
      "-cl-std=CL3.0");
  std::vector<std::uint32_t> out(2 * 24);
  REQUIRE(program.run("k", range({2, 3, 4}, {2, 3, 4}), out));
  for (std::size_t i = 0; i < out.size(); i += 2) {
    CHECK(out[i] == (1 * 3 + 2) * 2 + 1);
    CHECK(out[i + 1] == 23);
  }
}

TEST_CASE("a generic pointer knows its address space") {
  Program program(
      "int space(int* p) { return (to_global(p) == p) + 2 * (to_local(p) == p) + 4 * (to_private(p) == p) +\n"
      "  8 * (get_fence(p) == CLK_GLOBAL_MEM_FENCE) + 16 * (get_fence(p) == CLK_LOCAL_MEM_FENCE); }\n"
      "kernel void k(global int* g, local int* l, int choice) {\n"
      "  local int s; int v = 1; int kept = choice;\n"
      "  int* all[] = {g, l, &v, &kept, &s};\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  int* p = all[(choice + get_local_id(0)) % 5]; v = *p;\n"
      "  g[get_global_id(0)] = space(p); g[5 + get_global_id(0)] = space(g) + kept; }",
      "-cl-std=CL3.0");
  std::vector<int> g(10);
  REQUIRE(program.run("k", range({5, 1, 1}, {5, 1, 1}), g, Local{64}, 0));
  CHECK(std::vector<int>(g.begin(), g.begin() + 5) == std::vector<int>{9, 18, 4, 4, 18});
  CHECK(std::vector<int>(g.begin() + 5, g.end()) == std::vector<int>(5, 9));
}
