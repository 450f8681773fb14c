// SPDX-License-Identifier: Apache-2.0
#include "qpu/kernels/kernel_code.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "qpu/isa/loops.h"

using namespace quadcl::qpu;

namespace {

/// The loop of the shipped code that begins at `label`, or the first after it.
isa::Loop loop_at(std::uint32_t label) {
  const auto bytes = kernel_code();
  std::vector<std::uint64_t> words(bytes.size() / 8);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  const auto loops = isa::innermost_loops(words);
  const auto found = std::find_if(loops.begin(), loops.end(),
                                  [&](const isa::Loop& loop) { return 8 * loop.begin >= label; });
  REQUIRE(found != loops.end());
  return *found;
}

}  // namespace

TEST_CASE("kernel code: the articles' k-loop has 67 instructions, 64 of which compute on both ALUs") {
  const isa::Loop loop = loop_at(builtin_code_label_sgemm);
  CHECK(loop.instructions == 67);
  CHECK(loop.both_alus_float == 64);
}

TEST_CASE(
    "kernel code: the k-loops fed by the TMUs have an instruction for each product and each spread element") {
  const std::array starts{builtin_code_label_sgemm_tmu_even_1, builtin_code_label_sgemm_tmu_even_2,
                          builtin_code_label_sgemm_tmu_even_3, builtin_code_label_sgemm_tmu_even_4};
  for (unsigned blocks = 1; blocks <= 4; ++blocks) {
    const isa::Loop loop = loop_at(starts[blocks - 1]);
    CHECK(8 * loop.begin == starts[blocks - 1]);
    // Two steps of 12 rows, the branch, and the instruction that counts.
    CHECK(loop.instructions == 2 * 12 * (blocks + 1) + 2);
    // All products but the first of a row are formed while another is added.
    CHECK(loop.both_alus_float == 2 * 12 * (blocks - 1));
  }
}
