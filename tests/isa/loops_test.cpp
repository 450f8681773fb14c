// SPDX-License-Identifier: Apache-2.0
#include "qpu/isa/loops.h"

#include <catch2/catch.hpp>

#include "qpu/isa/instruction.h"

using namespace quadcl::qpu::isa;

namespace {

const std::uint64_t kNop = make_nop().word();
/// A golden word of docs/videocore4.md: fadd ra1 = ra1 + r0, sf; fmul r0 = r4 * uniform.
constexpr std::uint64_t kAddAndMultiply = 0x1002606021060c27;

/// A branch to the instruction `back` instructions before it.
std::uint64_t branch_back(unsigned back) {
  const auto offset = static_cast<std::uint32_t>(-static_cast<std::int32_t>((back + 4) * 8));
  return make_branch(BranchCondition::always, true, offset).word();
}

}  // namespace

TEST_CASE("loops: delay slots belong to the loop, the code around it does not") {
  const std::vector<std::uint64_t> program{
      kNop, kAddAndMultiply, kAddAndMultiply, branch_back(2), kAddAndMultiply, kNop, kNop, kNop};
  const auto loops = innermost_loops(program);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].begin == 1);
  CHECK(loops[0].instructions == 6);
  CHECK(loops[0].both_alus_float == 3);
}

TEST_CASE("loops: the golden branch to itself is a loop of four") {
  const std::vector<std::uint64_t> program{0xf0f809e7ffffffe0, kNop, kNop, kNop};
  const auto loops = innermost_loops(program);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].instructions == 4);
  CHECK(loops[0].both_alus_float == 0);
}

TEST_CASE("loops: only the inner of two nested loops is listed") {
  const std::vector<std::uint64_t> program{kNop, kNop,           branch_back(1), kNop, kNop,
                                           kNop, branch_back(6), kNop,           kNop, kNop};
  const auto loops = innermost_loops(program);
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].begin == 1);
}

TEST_CASE("loops: forward and absolute branches close none") {
  const std::vector<std::uint64_t> program{
      make_branch(BranchCondition::always, true, 8).word(),  kNop, kNop, kNop, kNop,
      make_branch(BranchCondition::always, false, 0).word(), kNop, kNop, kNop};
  CHECK(innermost_loops(program).empty());
}

TEST_CASE("loops: a branch at the very end, without its slots, and one before the start do no harm") {
  CHECK(innermost_loops(std::vector<std::uint64_t>{kNop, branch_back(1)}).size() == 1);
  CHECK(innermost_loops(std::vector<std::uint64_t>{kNop, branch_back(5)}).empty());
  CHECK(innermost_loops({}).empty());
}
