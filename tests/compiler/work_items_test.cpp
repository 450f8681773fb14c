// SPDX-License-Identifier: Apache-2.0
// Work-item functions, for every shape of NDRange.
#include <catch2/catch.hpp>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

constexpr const char* kSource =
    "kernel void k(global ulong* out, int d) {\n"
    "  size_t at = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) +\n"
    "               get_global_id(1) - get_global_offset(1)) * get_global_size(0) +\n"
    "              get_global_id(0) - get_global_offset(0);\n"
    "  global ulong* o = out + 11 * at;\n"
    "  o[0] = get_work_dim(); o[1] = get_global_size(d); o[2] = get_global_id(d); o[3] = get_local_size(d);\n"
    "  o[4] = get_local_id(d); o[5] = get_num_groups(d); o[6] = get_group_id(d); o[7] = "
    "get_global_offset(d);\n"
    "  o[8] = get_enqueued_local_size(d); o[9] = get_global_linear_id(); o[10] = get_local_linear_id(); }\n";

struct Shape {
  std::array<std::size_t, 3> global, local, offset;
};

std::array<std::size_t, 3> coordinates(std::size_t index, const std::array<std::size_t, 3>& sizes) {
  return {index % sizes[0], index / sizes[0] % sizes[1], index / sizes[0] / sizes[1]};
}

}  // namespace

TEST_CASE("work-item functions") {
  Program program(kSource, "-cl-std=CL3.0");
  const Shape shapes[] = {{{24, 1, 1}, {8, 1, 1}, {0, 0, 0}},
                          {{6, 4, 1}, {3, 2, 1}, {100, 7, 0}},
                          {{6, 4, 10}, {2, 4, 5}, {1, 2, 3}},
                          {{7, 5, 3}, {4, 2, 2}, {0, 9, 0}}};  // ragged in every dimension
  for (const Shape& shape : shapes) {
    NDRange space = range(shape.global, shape.local);
    space.offset = shape.offset;
    const std::size_t items = shape.global[0] * shape.global[1] * shape.global[2];
    for (int d = 0; d < 3; ++d) {
      std::vector<std::uint64_t> out(items * 11);
      REQUIRE(program.run("k", space, out, d));
      for (std::size_t i = 0; i < items; ++i) {
        const auto at = coordinates(i, shape.global);
        std::array<std::size_t, 3> local_id, local_size;
        for (int e = 0; e < 3; ++e) {
          local_id[e] = at[e] % shape.local[e];
          local_size[e] = std::min(shape.local[e], shape.global[e] - at[e] / shape.local[e] * shape.local[e]);
        }
        const std::vector<std::uint64_t> got(out.begin() + i * 11, out.begin() + (i + 1) * 11);
        const std::size_t groups = (shape.global[d] + shape.local[d] - 1) / shape.local[d];
        CHECK(got == std::vector<std::uint64_t>{
                         space.dimensions, shape.global[d], at[d] + shape.offset[d], local_size[d],
                         local_id[d], groups, at[d] / shape.local[d], shape.offset[d], shape.local[d], i,
                         (local_id[2] * local_size[1] + local_id[1]) * local_size[0] + local_id[0]});
      }
    }
  }
}

TEST_CASE("every work-item runs once when the device chooses the local size") {
  Program program(
      "kernel void k(global int* o, uint w, uint h) {\n"
      "  o[(get_global_id(2) * h + get_global_id(1)) * w + get_global_id(0)] += 1; }");
  const std::array<std::size_t, 3> sizes[] = {
      {1, 1, 1}, {100003, 1, 1}, {1, 1021, 1}, {31, 37, 41}, {4096, 3, 2}};
  for (const auto& size : sizes) {
    std::vector<int> out(size[0] * size[1] * size[2]);
    REQUIRE(program.run("k", range(size), out, unsigned(size[0]), unsigned(size[1])));
    CHECK(out == std::vector<int>(out.size(), 1));
  }
}

TEST_CASE("kernels with much arithmetic, for groups with short rows") {
  // Each work-item adds up as many ones as its coordinates say. The other sums only make work.
  Program program(
      "kernel void k(global int* out, float one) {\n"
      "  local float shared[1024];\n"
      "  uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);\n"
      "  float sum = 0, a = 0, b = 0, c = 0, d = 0;\n"
      "  for (uint i = 0; i < x + 16 * y + 256 * z; ++i) {\n"
      "    sum += one; a = a * 0.5f + one; b = b * 0.5f + a; c = c * 0.5f + b; d = d * 0.5f + c; }\n"
      "  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
      "  shared[get_local_linear_id()] = d > 1e30f ? 0 : sum;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  out[get_global_linear_id()] = 65536 * (int)sum + (int)shared[(get_local_linear_id() + 1) % items]; }",
      "-cl-std=CL3.0");
  const Shape shapes[] = {{{3, 256, 1}, {1, 256, 1}}, {{9, 128, 1}, {4, 64, 1}},  {{7, 130, 2}, {2, 128, 1}},
                          {{5, 51, 1}, {5, 51, 1}},   {{6, 10, 9}, {3, 5, 7}},    {{15, 68, 1}, {15, 68, 1}},
                          {{2, 3, 65}, {1, 1, 65}},   {{13, 11, 7}, {13, 11, 7}}, {{33, 20, 1}, {16, 16, 1}},
                          {{1, 2, 3}, {1, 1, 1}},     {{64, 1, 1}, {8, 1, 1}}};
  for (const Shape& shape : shapes) {
    const auto& global = shape.global;
    std::vector<int> out(global[0] * global[1] * global[2]);
    REQUIRE(program.run("k", range(global, shape.local), out, 1.0f));
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto at = coordinates(i, global);
      std::array<std::size_t, 3> id, size;
      for (int e = 0; e < 3; ++e) {
        id[e] = at[e] % shape.local[e];
        size[e] = std::min(shape.local[e], global[e] - at[e] / shape.local[e] * shape.local[e]);
      }
      const std::size_t linear = (id[2] * size[1] + id[1]) * size[0] + id[0];
      const auto next = coordinates((linear + 1) % (size[0] * size[1] * size[2]), size);
      const auto sum = [](const std::array<std::size_t, 3>& c) { return c[0] + 16 * c[1] + 256 * c[2]; };
      INFO("local " << shape.local[0] << "x" << shape.local[1] << "x" << shape.local[2] << ", element " << i);
      CHECK(out[i] == static_cast<int>(65536 * sum(id) + sum(next)));
    }
  }
}

TEST_CASE("loops that all work-items go through together, for groups of every shape") {
  Program program(
      "kernel void k(global const int* a, global int* b, uint n, uint iterations) {\n"
      "  local int shared[256]; uint x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);\n"
      "  uint l = get_local_id(1) * get_local_size(0) + get_local_id(0);\n"
      "  int sum = y, last = 0;\n"
      "  for (uint r = 0; r < iterations; ++r) {\n"
      "    for (uint k = 0; k < n; ++k) { last = a[k * w + x]; sum = sum * 3 + last * (int)(k + r); }\n"
      "    shared[l] = sum; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    sum += shared[0]; barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    if (n == 5) sum ^= 1;\n"
      "  }\n"
      "  b[y * w + x] = sum + last; }",
      "-cl-std=CL3.0");
  constexpr std::size_t kWidth = 24, kHeight = 6;
  std::vector<int> a(kWidth * 7);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 29 % 31);
  const std::array<std::size_t, 3> locals[]{{1, 1, 1},  {7, 2, 1}, {8, 1, 1},
                                            {24, 6, 1}, {9, 4, 1}, {3, 6, 1}};
  for (const auto& local : locals) {
    for (const unsigned n : {0u, 1u, 5u, 7u}) {
      std::vector<int> b(kWidth * kHeight, -1);
      REQUIRE(program.run("k", range({kWidth, kHeight, 1}, local), a, b, n, 3u));
      std::vector<unsigned> sums(b.size()), lasts(b.size());
      for (std::size_t i = 0; i < b.size(); ++i) sums[i] = static_cast<unsigned>(i / kWidth);
      for (unsigned r = 0; r < 3; ++r) {
        for (std::size_t i = 0; i < b.size(); ++i) {
          for (unsigned k = 0; k < n; ++k) {
            lasts[i] = static_cast<unsigned>(a[k * kWidth + i % kWidth]);
            sums[i] = sums[i] * 3 + lasts[i] * (k + r);
          }
        }
        const std::vector<unsigned> before = sums;
        for (std::size_t i = 0; i < b.size(); ++i) {
          const std::size_t x = i % kWidth / local[0] * local[0], y = i / kWidth / local[1] * local[1];
          sums[i] += before[y * kWidth + x];
          if (n == 5) sums[i] ^= 1;
        }
      }
      for (std::size_t i = 0; i < b.size(); ++i) {
        INFO("local " << local[0] << "x" << local[1] << ", n " << n << ", element " << i);
        CHECK(b[i] == static_cast<int>(sums[i] + lasts[i]));
      }
    }
  }
}

TEST_CASE("loops with strides that start at numbers which wrap around") {
  Program program(
      "kernel void k(global int* out, uint base, long least, long step) {\n"
      "  int start = (int)(base + (uint)get_global_id(0));\n"
      "  for (long i = start; i > least; i += step) out[i - least] += 1; }");
  constexpr long kEnd = 1L << 31, kLeast = kEnd - 300, kItems = 128;
  const unsigned until_end[] = {0, 1, 64, 127, 128, 1000};
  for (const unsigned count : until_end) {
    // `count` starts lie before 2^31; the other work-items start at the least numbers, and stop at once.
    std::vector<int> out(300 + kItems), expected(out.size());
    const unsigned base = static_cast<unsigned>(kEnd - count);
    for (long item = 0; item < std::min<long>(count, kItems); ++item)
      for (long i = kEnd - count + item; i > kLeast; i -= kItems)
        ++expected[static_cast<std::size_t>(i - kLeast)];
    REQUIRE(program.run("k", range({kItems, 1, 1}, {kItems, 1, 1}), out, base, kLeast, -kItems));
    INFO(count);
    CHECK(out == expected);
  }
}

TEST_CASE("work-items that return early leave the others' loops right") {
  Program program(
      "kernel void k(global const float* a, global float* c, int columns, int rows, int n) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  if (x >= columns || y >= rows) return;\n"
      "  float sum = 0; for (int j = 0; j < n; ++j) sum += a[j * columns + x] * (y + 1);\n"
      "  c[y * columns + x] += sum; }");
  const int columns = 37, rows = 5, n = 3;
  for (const std::array<std::size_t, 3> local :
       {std::array<std::size_t, 3>{16, 2, 1}, {48, 8, 1}, {8, 1, 1}, {4, 4, 1}, {1, 1, 1}}) {
    CAPTURE(local[0], local[1]);
    std::vector<float> a(columns * n), c(columns * rows + 9, 0.5f), expected = c;
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 11);
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) {
        for (int j = 0; j < n; ++j)
          expected[y * columns + x] += a[j * columns + x] * static_cast<float>(y + 1);
      }
    }
    REQUIRE(program.run("k", range({48, 8, 1}, local), a, c, columns, rows, n));
    CHECK(c == expected);
  }
}

TEST_CASE("an early return that reads memory decides for each work-item") {
  Program program(
      "kernel void k(global const int* skip, global int* o, int n) { int x = get_global_id(0);\n"
      "  if (skip[x]) return; if (x == 40) return;\n"
      "  int sum = 0; for (int j = 0; j < n; ++j) sum += o[64 * j + x]; o[x] = sum; }");
  std::vector<int> skip(64, 0), o(64 * 4), expected;
  skip[19] = 1;
  for (int i = 0; i < 256; ++i) o[i] = i * i % 101;
  expected = o;
  for (int x = 0; x < 64; ++x) {
    if (skip[x] != 0 || x == 40) continue;
    expected[x] = o[x] + o[64 + x] + o[128 + x] + o[192 + x];
  }
  REQUIRE(program.run("k", range({64, 1, 1}, {16, 1, 1}), skip, o, 4));
  CHECK(o == expected);
}
