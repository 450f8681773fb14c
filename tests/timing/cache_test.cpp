// SPDX-License-Identifier: Apache-2.0
#include "qpu/timing/cache.h"

#include <catch2/catch.hpp>

using namespace quadcl::qpu::timing;

TEST_CASE("A direct mapped cache of 4 KB loses a line to one 4 KB further") {
  Cache cache({4096, 1});
  cache.install(3, 0);
  cache.install(4, 0);
  cache.install(3 + 64, 0);
  CHECK(cache.find(3) == nullptr);
  CHECK(cache.find(4) != nullptr);
  CHECK(cache.find(67) != nullptr);
}

TEST_CASE("A full set gives up its first line that was not used since the others' bits were cleared") {
  Cache cache({16384, 4});  // 64 sets
  const auto line = [](std::uint32_t number) { return 5 + 64 * number; };
  for (const std::uint32_t number : {0u, 1u, 2u, 3u}) cache.install(line(number), 0);
  CHECK(cache.find(line(0)) != nullptr);  // 3 and 0 are recent
  cache.install(line(4), 0);
  CHECK(cache.find(line(1)) == nullptr);
  cache.install(line(5), 0);  // in place of 2, the last without its bit
  CHECK(cache.find(line(2)) == nullptr);
  cache.install(line(6), 0);
  CHECK(cache.find(line(0)) == nullptr);
  for (const std::uint32_t number : {3u, 4u, 5u, 6u}) CHECK(cache.find(line(number)) != nullptr);
}

TEST_CASE("All lines of a cache fit into it, whatever its ways") {
  const std::uint32_t ways = GENERATE(1u, 2u, 3u, 4u, 5u, 8u, 63u, 64u);
  const std::uint32_t lines = 4 * ways;
  Cache cache({64 * lines, ways});
  for (std::uint32_t line = 0; line < lines; ++line) cache.install(line, line);
  for (std::uint32_t line = 0; line < lines; ++line) {
    INFO("line " << line << " of " << lines);
    REQUIRE(cache.find(line) != nullptr);
    CHECK(cache.find(line)->ready == line);
  }
  CHECK(cache.find(lines) == nullptr);
}

TEST_CASE("A hashed index holds lines at a stride that a plain one puts into one set") {
  Cache plain({131072, 8}), hashed({131072, 8}, quadcl::qpu::emulator::CacheIndex::hashed);
  const auto held = [](Cache& cache) {
    for (std::uint32_t i = 0; i < 192; ++i) cache.install(i * 256, 0);
    int found = 0;
    for (std::uint32_t i = 0; i < 192; ++i) found += cache.find(i * 256) != nullptr;
    return found;
  };
  CHECK(held(plain) == 8);
  CHECK(held(hashed) == 192);
}

TEST_CASE("A line knows when it arrives") {
  Cache cache({4096, 4});
  cache.install(7, 1234);
  CHECK(cache.find(7)->ready == 1234);
}

TEST_CASE("Some of the lines that go round in one set too small for them stay") {
  Cache cache({256, 4});  // one set
  int missed = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    if (cache.find(i % 5) != nullptr) continue;
    ++missed;
    cache.install(i % 5, 0);
  }
  CHECK(missed == 336);  // two of three; if the line used longest ago were given up, all would miss
}
