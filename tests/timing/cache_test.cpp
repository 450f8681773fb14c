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

TEST_CASE("The least recently used of four ways is replaced") {
  Cache cache({16384, 4});  // 64 sets
  for (const std::uint32_t way : {0u, 1u, 2u, 3u}) cache.install(5 + 64 * way, 0);
  CHECK(cache.find(5) != nullptr);
  cache.install(5 + 64 * 4, 0);
  CHECK(cache.find(5) != nullptr);
  CHECK(cache.find(5 + 64) == nullptr);
}

TEST_CASE("All lines of a cache fit into it") {
  Cache cache({16384, 4});
  for (std::uint32_t line = 0; line < 256; ++line) cache.install(line, 0);
  for (std::uint32_t line = 0; line < 256; ++line) CHECK(cache.find(line) != nullptr);
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

TEST_CASE("Replacement of any line keeps some of those that go round in one set too small for them") {
  const auto misses = [](quadcl::qpu::emulator::Replacement replacement) {
    Cache cache({256, 4, replacement});  // one set
    int missed = 0;
    for (std::uint32_t i = 0; i < 500; ++i) {
      if (cache.find(i % 5) != nullptr) continue;
      ++missed;
      cache.install(i % 5, 0);
    }
    return missed;
  };
  using quadcl::qpu::emulator::Replacement;
  CHECK(misses(Replacement::oldest) == 500);
  CHECK(misses(Replacement::any) < 300);
  CHECK(misses(Replacement::any) > 100);
}
