// SPDX-License-Identifier: Apache-2.0
// Kernels that do not see work-groups run in other ones than the launch asks for.
#include <catch2/catch.hpp>

#include <cstdint>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

bool may_join_groups(const std::string& body, const std::string& more = "") {
  CAPTURE(body);
  const std::string source =
      more + "kernel void k(global const int* a, global int* b, global float* f, int n) {\n" + body + "}\n";
  return Program(source, "-cl-std=CL2.0").kernel("k").code.may_join_groups;
}

}  // namespace

TEST_CASE("joined groups: kernels that only know their place in the NDRange") {
  CHECK(
      may_join_groups("size_t x = get_global_id(0), y = get_global_id(1); b[y * n + x] = a[y * n + x] + 1;"));
  CHECK(may_join_groups(
      "int i = get_global_id(0) + get_global_offset(0); if (i < n) b[i] = get_global_size(0);"));
  CHECK(may_join_groups("b[get_global_linear_id()] = get_work_dim();"));
  CHECK(may_join_groups("int i = get_global_id(0); b[i] = b[a[i]];"));
  CHECK(may_join_groups("int i = get_global_id(0); b[i] = a[(int)f[i]];"));
  CHECK(may_join_groups("int i = get_global_id(0); b[i] = table[i * 3 & 7];",
                        "constant int table[] = {3, 1, 4, 1, 5, 9, 2, 6};\n"));
  CHECK(may_join_groups("int i = get_global_id(0); b[i] = a[(i + 1) % n] + a[i == 0 ? n - 1 : i - 1];"));
  CHECK(may_join_groups("uint i = get_global_id(0); b[i] = a[(i + 1) % (uint)n] + a[i != 7 ? i + 1 : 0];"));
  CHECK(may_join_groups("atomic_inc(&b[get_global_id(0)]);"));
  CHECK(may_join_groups("b[place()] = 1;", "size_t place() { return get_global_id(0); }\n"));
}

TEST_CASE("joined groups: not if the kernel sees its work-group") {
  for (const char* seen : {"get_local_id(0)", "get_group_id(0)", "get_local_size(0)", "get_num_groups(0)",
                           "get_enqueued_local_size(0)", "get_local_linear_id()", "work_group_reduce_add(n)"})
    CHECK_FALSE(may_join_groups("b[get_global_id(0)] = " + std::string(seen) + ";"));
  CHECK_FALSE(may_join_groups("b[place()] = 1;", "size_t place() { return get_local_id(0); }\n"));
  CHECK_FALSE(may_join_groups(
      "int i = get_global_id(0); b[i] = 1; barrier(CLK_GLOBAL_MEM_FENCE); b[i] += b[i + 1];"));
  CHECK_FALSE(
      may_join_groups("local int t[4]; int i = get_global_id(0); t[i & 3] = a[i]; b[i] = t[(i + 1) & 3];"));
  CHECK_FALSE(
      may_join_groups("local int t; volatile int* p = (volatile int*)&t; *p = n; b[get_global_id(0)] = *p;"));
  const Program program(
      "kernel void k(global int* b, local int* t) { int i = get_global_id(0); t[0] = i; b[i] = t[0]; }");
  CHECK_FALSE(program.kernel("k").code.may_join_groups);
}

TEST_CASE("joined groups: not if longer rows might be slower, or wait for their own work-items") {
  CHECK_FALSE(
      may_join_groups("size_t x = get_global_id(0), y = get_global_id(1); b[x * n + y] = a[y * n + x];"));
  CHECK_FALSE(may_join_groups("int i = get_global_id(0); b[i] = a[i % 3];"));
  CHECK_FALSE(may_join_groups("int i = get_global_id(0); b[i] = a[i == n ? 0 : i * n];"));
  CHECK_FALSE(may_join_groups("int i = get_global_id(0); while (atomic_add(&b[i], 0) == 0) ; b[i + 1] = 1;"));
  CHECK_FALSE(may_join_groups(
      "int i = get_global_id(0); volatile global int* flag = b; while (flag[i] == 0) ; b[i + 1] = 1;"));
}

TEST_CASE("joined groups: every work-item runs once, with the ids of the NDRange") {
  const auto [global, local] =
      GENERATE(table<std::array<std::size_t, 3>, std::array<std::size_t, 3>>({{{1600, 33, 1}, {16, 16, 1}},
                                                                              {{1000, 7, 1}, {16, 2, 1}},
                                                                              {{4099, 1, 1}, {1, 1, 1}},
                                                                              {{4099, 1, 1}, {7, 1, 1}},
                                                                              {{70, 60, 5}, {10, 3, 2}},
                                                                              {{300, 1, 40}, {3, 1, 40}}}));
  CAPTURE(global, local);
  Program program(
      "kernel void k(global uint* count, global uint* sum) {\n"
      "  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
      "  size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;\n"
      "  count[at] += 1; sum[at] = x + 7 * y + 31 * z; }\n",
      "-cl-std=CL2.0");
  REQUIRE(program.kernel("k").code.may_join_groups);
  const std::size_t items = global[0] * global[1] * global[2];
  std::vector<std::uint32_t> count(items), sum(items), expected;
  for (std::size_t z = 0; z < global[2]; ++z)
    for (std::size_t y = 0; y < global[1]; ++y)
      for (std::size_t x = 0; x < global[0]; ++x)
        expected.push_back(static_cast<std::uint32_t>(x + 7 * y + 31 * z));
  REQUIRE(program.run("k", range(global, local), count, sum));
  CHECK(count == std::vector<std::uint32_t>(items, 1));
  CHECK(sum == expected);
}
