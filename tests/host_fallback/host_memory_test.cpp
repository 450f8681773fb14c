// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/host_memory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

using namespace quadcl;

TEST_CASE("memory is aligned, whole, and zeros") {
  for (const std::size_t alignment : {1, 16, 128, 4096, 65536}) {
    for (const std::size_t size : {1, 100, 4096, 16383, 16384, 1 << 20}) {
      const auto memory = allocate_host_memory(size, alignment, Contents::zeros);
      REQUIRE(memory.ok());
      const MemoryRange range = (*memory)->range();
      CAPTURE(alignment, size);
      CHECK(range.size == size);
      CHECK(reinterpret_cast<std::uintptr_t>(range.host) % alignment == 0);
      CHECK(std::count(range.host, range.host + size, std::byte{0}) == static_cast<std::ptrdiff_t>(size));
      std::memset(range.host, 1, size);  // sanitizers check accesses at its ends
    }
  }
}

TEST_CASE("memory with any contents is aligned, and whole") {
  for (const std::size_t alignment : {1, 128, 65536}) {
    for (const std::size_t size : {1, 100, 16384, 1 << 20}) {
      const auto memory = allocate_host_memory(size, alignment, Contents::any);
      REQUIRE(memory.ok());
      const MemoryRange range = (*memory)->range();
      CAPTURE(alignment, size);
      CHECK(range.size == size);
      CHECK(reinterpret_cast<std::uintptr_t>(range.host) % alignment == 0);
      std::memset(range.host, 1, size);  // sanitizers check accesses at its ends
    }
  }
}

TEST_CASE("large blocks start at different places in their pages") {
  std::vector<std::unique_ptr<Memory>> blocks;
  std::set<std::uintptr_t> places;
  for (int i = 0; i < 32; ++i) {
    auto memory = allocate_host_memory(1 << 20, 128, Contents::zeros);
    REQUIRE(memory.ok());
    places.insert(reinterpret_cast<std::uintptr_t>((*memory)->range().host) % 4096);
    blocks.push_back(std::move(*memory));
  }
  CHECK(places.size() == 32);
}

TEST_CASE("more than there is") {
  const auto memory =
      allocate_host_memory(std::numeric_limits<std::size_t>::max() - 64, 128, Contents::zeros);
  REQUIRE(!memory.ok());
  CHECK(memory.error().code == ErrorCode::out_of_host_memory);
}
