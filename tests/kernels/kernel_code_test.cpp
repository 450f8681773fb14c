// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/kernel_code.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "qpu/isa/loops.h"

using namespace quadcl::qpu;

TEST_CASE("kernel code: the k-loop of sgemm has 67 instructions, 64 of which compute on both ALUs") {
  const auto bytes = kernel_code();
  std::vector<std::uint64_t> words(bytes.size() / 8);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const auto loops = isa::innermost_loops(words);
  const auto k_loop = std::max_element(loops.begin(), loops.end(), [](const auto& a, const auto& b) {
    return a.both_alus_float < b.both_alus_float;
  });
  REQUIRE(k_loop != loops.end());
  CHECK(k_loop->instructions == 67);
  CHECK(k_loop->both_alus_float == 64);
}
