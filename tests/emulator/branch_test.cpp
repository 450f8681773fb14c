// SPDX-License-Identifier: Apache-2.0

// Branches and program end (docs/videocore4.md: Instruction words, Operations and flags, Restrictions).

#include <catch2/catch.hpp>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

/// r2 += 1
Instruction count() { return with_small_immediate(add_op(AddOp::add, waddr::r2, Mux::r2, Mux::file_b), 1); }
/// r3 |= code, of a small immediate
Instruction mark(unsigned code) {
  return with_small_immediate(add_op(AddOp::bit_or, waddr::r3, Mux::r3, Mux::file_b), code);
}

TEST_CASE("three delay slots are executed, what follows them is not", "[emulator][branch]") {
  TestProgram program;
  program.branch(BranchCondition::always, 6);
  for (int i = 0; i < 5; ++i) program.emit(count());
  program.store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(3));
}

TEST_CASE("a branch not taken costs nothing", "[emulator][branch]") {
  TestProgram program;
  program.emit(with_flags(ldi(waddr::r0, 1)));  // Z clear everywhere
  program.branch(BranchCondition::any_zero_set, 0);
  for (int i = 0; i < 5; ++i) program.emit(count());
  program.store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(5));
}

TEST_CASE("branch conditions look at all lanes", "[emulator][branch]") {
  // sub of the lane number and k: Z in lane k, N and C in lanes below k.
  for (const unsigned k : {0u, 5u, 16u}) {
    for (unsigned condition = 0; condition < 16; ++condition) {
      if (condition >= 12 && condition < 15) continue;
      const unsigned set = condition < 4 ? (k < 16 ? 1u : 0u) : k;  // lanes whose flag is set
      const bool wants_clear = (condition & 1) != 0, any = (condition & 2) != 0;
      const unsigned matching = wants_clear ? 16 - set : set;
      const bool taken = condition == 15 || (any ? matching > 0 : matching == 16);
      TestProgram program;
      program.emit(ldi(waddr::r0, k)).emit(mov_a(waddr::r1, raddr::element_number));
      program.emit(with_flags(add_op(AddOp::sub, waddr::nop, Mux::r1, Mux::r0)));
      program.branch(static_cast<BranchCondition>(condition), program.code.size() + 5).nops(3);
      program.emit(mark(1)).store(Mux::r3);
      program.run_ok();
      INFO("condition " << condition << ", " << k);
      CHECK(program.result(0) == all(taken ? 0 : 1));
    }
  }
}

TEST_CASE("a loop runs as often as its counter says", "[emulator][branch]") {
  TestProgram program;
  program.emit(ldi(waddr::r1, 5000));
  const std::size_t loop = program.code.size();
  program.emit(count());
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::r1, Mux::r1, Mux::file_b), 1)));
  program.branch(BranchCondition::all_zero_clear, loop).nops(3).store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(5000));
}

TEST_CASE("link is the address behind the delay slots, only if taken", "[emulator][branch]") {
  TestProgram program;
  program.emit(ldi(10, 1)).emit(ldi(11, 1)).emit(via_file_b(ldi(12, 1)));
  const auto link = [](Instruction branch, unsigned add, unsigned mul) {
    return branch.set(field::waddr_add, add).set(field::waddr_mul, mul);
  };
  program.emit(link(isa::make_branch(BranchCondition::any_carry_set, true, 0), 10, waddr::nop)).nops(3);
  const std::size_t taken = program.code.size();
  program.emit(link(isa::make_branch(BranchCondition::always, true, 0), 11, 12)).nops(3);
  program.store_a(10).store_a(11).store_b(12);
  program.run_ok();
  const auto expected = static_cast<std::uint32_t>(kCode + 8 * (taken + 4));
  CHECK(program.result(0) == all(1));
  CHECK(program.result(1) == all(expected));
  CHECK(program.result(2) == all(expected));
}

TEST_CASE("a register's lane 15 is the target; absolute and relative, plus the immediate",
          "[emulator][branch]") {
  for (const bool relative : {false, true}) {
    TestProgram program;
    program.load_a(2, all(0));  // its data are filled in below
    const std::size_t branch = program.code.size();
    program.emit(isa::make_branch(BranchCondition::always, relative, 16)
                     .set(field::branch_register, 1)
                     .set(field::branch_raddr_a, 2));
    program.nops(3).emit(mark(1)).emit(mark(2)).emit(mark(4)).store(Mux::r3);
    // Skips two of the marks: the immediate gives 16 bytes of the distance, the register none or all of the
    // address.
    const auto base = static_cast<std::uint32_t>(relative ? 0 : kCode + 8 * (branch + 4));
    for (unsigned lane = 0; lane < 16; ++lane) program.data[lane] = lane == 15 ? base : base - 8 * lane - 800;
    program.run_ok();
    CHECK(program.result(0) == all(4));
  }
}

TEST_CASE("a branch with an odd register sets the flags from the link, if taken", "[emulator][branch]") {
  const auto branch_on = [](BranchCondition condition, unsigned n) {
    return isa::make_branch(condition, true, 0).set(field::branch_raddr_a, n);
  };
  TestProgram program;
  program.emit(with_flags(ldi(waddr::r0, 0)));
  program.emit(branch_on(BranchCondition::always, 2)).nops(3).store_flags();
  program.emit(with_flags(ldi(waddr::r0, 0)));
  program.emit(branch_on(BranchCondition::any_negative_set, 3)).nops(3).store_flags();
  program.emit(branch_on(BranchCondition::always, 3)).nops(3).store_flags();
  program.run_ok();
  CHECK(program.result(0) == all(1));
  CHECK(program.result(1) == all(1));
  CHECK(program.result(2) == all(0));
}

TEST_CASE("a branch may sit in the third delay slot of another", "[emulator][branch]") {
  // The first branch goes to A. The second is in its last slot and goes to B after three instructions at A.
  TestProgram program;
  program.branch(BranchCondition::always, 8).nops(2);
  program.branch(BranchCondition::always, 14);
  program.nops(4);
  for (int i = 0; i < 6; ++i) program.emit(count());  // A = 8
  program.store(Mux::r2);                             // B = 14
  program.run_ok();
  CHECK(program.result(0) == all(3));
}

TEST_CASE("programs longer than a decoded stretch run straight through", "[emulator][branch]") {
  TestProgram program;
  for (int i = 0; i < 1000; ++i) program.emit(count());
  program.store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(1000));
}

TEST_CASE("the end takes effect after two delay slots", "[emulator][branch]") {
  TestProgram program;
  program.end();
  program.nops(10);
  const RunOutcome outcome = program.run();
  CHECK_FALSE(outcome.error.has_value());
  CHECK(outcome.instructions() == 3);
  CHECK(outcome.qpus[0].finished);
}

TEST_CASE("golden: thrend with moves on both ALUs still does them", "[emulator][branch]") {
  TestProgram program;
  program.emit(ldi(waddr::r0, 5)).emit(Instruction(0x30024820959e7000)).nops(2);
  const RunOutcome outcome = program.run();
  CHECK_FALSE(outcome.error.has_value());
  CHECK(outcome.instructions() == 4);
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
