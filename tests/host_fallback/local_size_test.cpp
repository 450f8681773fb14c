// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/local_size.h"
#include "core/device_limits.h"
#include "core/kernel_abi.h"

#include <catch2/catch.hpp>

using quadcl::choose_local_size;
using quadcl::join_groups;
using quadcl::kMaxWorkGroupSize;
using quadcl::NDRange;

namespace {

NDRange range(std::size_t x, std::size_t y = 1, std::size_t z = 1) {
  NDRange result;
  result.dimensions = 3;
  result.global = {x, y, z};
  return result;
}

std::array<std::size_t, 3> joined(const std::array<std::size_t, 3>& global,
                                  const std::array<std::size_t, 3>& local, std::size_t workers,
                                  quadcl::Rows rows = {}) {
  NDRange launch = range(global[0], global[1], global[2]);
  launch.local = local;
  return join_groups(launch, workers, rows);
}

std::size_t items(const std::array<std::size_t, 3>& size) { return size[0] * size[1] * size[2]; }

}  // namespace

TEST_CASE("sizes divide the global size where they can") {
  for (const NDRange& r :
       {range(1 << 20), range(1920, 1080), range(96, 96, 96), range(1000), range(6, 10, 15)}) {
    const auto local = choose_local_size(r, 4, false);
    CAPTURE(r.global[0], r.global[1], local[0], local[1], local[2]);
    for (int d = 0; d < 3; ++d) CHECK(r.global[d] % local[d] == 0);
    CHECK(items(local) <= kMaxWorkGroupSize);
  }
}

TEST_CASE("a prime size does not fall apart into single work-items") {
  CHECK(choose_local_size(range(1000003), 4, false)[0] >= 64);
  CHECK(choose_local_size(range(10007, 1), 2, false)[0] >= 64);
}

TEST_CASE("there is work for every worker") {
  const auto local = choose_local_size(range(4096), 8, false);
  CHECK(4096 / local[0] >= 8);
  CHECK(items(choose_local_size(range(1), 8, false)) == 1);
}

TEST_CASE("groups are small enough that a slow worker holds up nobody, but not smaller than is useful") {
  CHECK(choose_local_size(range(32768), 16, false)[0] == 128);
  CHECK(choose_local_size(range(4096), 8, false)[0] == 64);
  CHECK(choose_local_size(range(256), 8, false)[0] == 8);
}

TEST_CASE("equal groups on demand, whatever the size") {
  CHECK(choose_local_size(range(1000003), 4, true)[0] == 1);
  CHECK(choose_local_size(range(2 * 10007), 4, true)[0] == 2);
}

TEST_CASE("the largest divisor that gives groups of a useful size") {
  CHECK(choose_local_size(range(3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3), 4, true)[0] == 3 * 3 * 3 * 3 * 3 * 3);
  CHECK(choose_local_size(range(2 * 3 * 5 * 7 * 11 * 13 * 17), 4, true)[0] == 7 * 11 * 13);
  CHECK(choose_local_size(range(1021 * 1031), 4, true)[0] == 1021);
  CHECK(choose_local_size(range(2 * 1021), 1, true)[0] == 2);  // a fourth of the 2042 is wanted
}

TEST_CASE("more work-items than can be counted are many work-items") {
  constexpr std::size_t root = std::size_t{1} << 4 * sizeof(std::size_t);  // its square is one too many
  CHECK(items(choose_local_size(range(root, root), 4, false)) == kMaxWorkGroupSize);
  CHECK(items(choose_local_size(range(~std::size_t{0}, 1, 3), 4, false)) >= 64);
}

TEST_CASE("groups are long where rows run") {
  CHECK(choose_local_size(range(64, 512), 2, false, {1}) == std::array<std::size_t, 3>{2, 512, 1});
  CHECK(choose_local_size(range(64, 4, 512), 2, false, {2}) == std::array<std::size_t, 3>{1, 2, 512});
  CHECK(choose_local_size(range(4096, 1), 2, false, {1})[0] >= 64);  // too short for rows along y
}

TEST_CASE("rows that go together are in one group") {
  CHECK(choose_local_size(range(1024, 1024), 2, false, {0, true}) == std::array<std::size_t, 3>{32, 32, 1});
  CHECK(choose_local_size(range(1024, 1024), 2, false, {1, true}) == std::array<std::size_t, 3>{32, 32, 1});
  const auto small = choose_local_size(range(64, 64), 16, false, {0, true});
  CHECK(small[0] >= QUADCL_WIDE_ROW);
  CHECK(small[1] >= QUADCL_BLOCK_ROWS);
  CHECK(choose_local_size(range(1024, 2), 2, false, {0, true})[0] >= 64);  // too few rows
}

using Size = std::array<std::size_t, 3>;

TEST_CASE("joined groups: rows of 1024 work-items, in groups of no more than are possible") {
  CHECK(joined({1600, 1000, 1}, {16, 16, 1}, 2) == Size{1024, 1, 1});
  CHECK(joined({1 << 20, 1, 1}, {1, 1, 1}, 2) == Size{1024, 1, 1});
  CHECK(joined({1 << 20, 1, 1}, {256, 1, 1}, 2) == Size{1024, 1, 1});
  CHECK(joined({1 << 20, 1, 1}, {48, 1, 1}, 2) == Size{1008, 1, 1});
  CHECK(joined({256, 64, 64}, {8, 8, 8}, 2) == Size{256, 1, 4});
  CHECK(joined({1000, 1600, 1}, {16, 16, 1}, 2, {1, false}) == Size{1, 1024, 1});
  CHECK(joined({1600, 1000, 1}, {16, 16, 1}, 2, {0, true}) == Size{64, 16, 1});
}

TEST_CASE("joined groups: a row is not longer than the range") {
  CHECK(joined({100, 1000, 1}, {10, 10, 1}, 2) == Size{100, 10, 1});
  CHECK(joined({64, 100000, 1}, {64, 4, 1}, 2) == Size{64, 4, 1});
}

TEST_CASE("joined groups: long rows stay, and so do the groups of launches with few of them") {
  CHECK(joined({1 << 20, 1, 1}, {1024, 1, 1}, 2) == Size{1024, 1, 1});
  CHECK(joined({64, 1, 1}, {16, 1, 1}, 2) == Size{16, 1, 1});
  CHECK(joined({1024, 1, 1}, {16, 1, 1}, 2) == Size{128, 1, 1});  // four for each worker
  CHECK(joined({1024, 1, 1}, {16, 1, 1}, 16) == Size{16, 1, 1});
}

TEST_CASE("joined groups: more groups than can be counted") {
  constexpr std::size_t most = ~std::size_t{0};
  CHECK(joined({most, most, most}, {1, 1, 1}, 4) == Size{1024, 1, 1});
}
