// SPDX-License-Identifier: Apache-2.0

// Conditions and flag updates (docs/videocore4.md, Operations and flags).

#include <catch2/catch.hpp>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

/// Lane numbers minus 8, so Z at lane 8, N below it; C where lane < 8 (borrow).
TestProgram& set_flags_around_8(TestProgram& program) {
  program.emit(mov_a(waddr::r1, raddr::element_number));
  return program.emit(
      with_flags(with_small_immediate(add_op(AddOp::sub, waddr::nop, Mux::r1, Mux::file_b), 8)));
}

TEST_CASE("each condition selects its lanes, on both ALUs", "[emulator][condition]") {
  const auto holds = [](unsigned condition, unsigned lane) {
    const bool z = lane == 8, n = lane < 8, c = lane < 8;
    const bool table[] = {false, true, z, !z, n, !n, c, !c};
    return table[condition];
  };
  for (const Engine* engine : usable_engines()) {
    for (unsigned condition = 0; condition < 8; ++condition) {
      TestProgram program;
      set_flags_around_8(program).emit(ldi(waddr::r2, 7)).emit(ldi(waddr::r3, 7)).emit(ldi(3, 7));
      const auto c = static_cast<Condition>(condition);
      program.emit(with_small_immediate(
          both(when(mov(waddr::r2, Mux::r1), c), when(mul_op(MulOp::v8min, waddr::r3, Mux::r1, Mux::r1), c)),
          0));
      program.emit(when(mov(3, Mux::r1), c));
      program.store(Mux::r2).store(Mux::r3).store_a(3);
      program.run_ok(*engine);
      const Lanes expected = each([&](unsigned lane) { return holds(condition, lane) ? lane : 7; });
      INFO(engine->name << " condition " << condition);
      CHECK(program.result(0) == expected);
      CHECK(program.result(1) == expected);
      CHECK(program.result(2) == expected);
    }
  }
}

TEST_CASE("flags change only in lanes whose condition holds", "[emulator][condition]") {
  TestProgram program;
  set_flags_around_8(program);
  // In lanes with N (0-7) the result is 0, so Z is set, N and C are clear. Other lanes keep their flags.
  program.emit(
      when(with_flags(with_small_immediate(add_op(AddOp::bit_and, waddr::nop, Mux::r1, Mux::file_b), 0)),
           Condition::negative_set));
  program.store_flags();
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane < 9 ? 1 : 0; }));
}

TEST_CASE("conditions see the flags from before the instruction", "[emulator][condition]") {
  TestProgram program;
  set_flags_around_8(program).emit(ldi(waddr::r2, 100));
  // Sets Z everywhere and writes r2 where Z was set: lane 8 only.
  Instruction instruction =
      both(with_flags(add_op(AddOp::bit_xor, waddr::nop, Mux::r1, Mux::r1)),
           when(mul_op(MulOp::v8min, waddr::r2, Mux::r1, Mux::r1), Condition::zero_set));
  program.emit(instruction).store(Mux::r2).store_flags();
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane == 8 ? 8 : 100; }));
  CHECK(program.result(1) == all(1));
}

TEST_CASE("flags come from the multiply ALU only when the add ALU has no operation",
          "[emulator][condition]") {
  TestProgram program;
  program.emit(mov_a(waddr::r1, raddr::element_number)).emit(ldi(waddr::r0, 0x80000000));
  program.emit(with_flags(both(add_op(AddOp::bit_or, waddr::r2, Mux::r0, Mux::r0),
                               mul_op(MulOp::v8min, waddr::r3, Mux::r1, Mux::r1))));
  program.store_flags();
  program.emit(with_flags(mul_op(MulOp::v8min, waddr::r3, Mux::r1, Mux::r1)));
  program.store_flags();
  program.run_ok();
  CHECK(program.result(0) == all(2));
  CHECK(program.result(1) == each([](unsigned lane) { return lane == 0 ? 1 : 0; }));
}

TEST_CASE("an add operation with condition never keeps the flags from the multiply ALU",
          "[emulator][condition]") {
  TestProgram program;
  set_flags_around_8(program);
  Instruction instruction = both(when(add_op(AddOp::bit_xor, waddr::nop, Mux::r1, Mux::r1), Condition::never),
                                 mul_op(MulOp::v8min, waddr::r3, Mux::r1, Mux::r1));
  program.emit(with_flags(instruction)).store_flags();
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane < 8 ? 6 : lane == 8 ? 1 : 0; }));
}

TEST_CASE("load immediate: types, flags, both destinations", "[emulator][condition]") {
  for (const Engine* engine : usable_engines()) {
    TestProgram program;
    program.emit(with_flags(isa::make_load_immediate(isa::ImmediateType::per_element_signed, 0x3333aaaa)
                                .set(field::cond_add, Condition::always)
                                .set(field::waddr_add, waddr::r0)
                                .set(field::cond_mul, Condition::zero_set)
                                .set(field::waddr_mul, waddr::r1)));
    program.store(Mux::r0).store_flags();
    program.emit(isa::make_load_immediate(isa::ImmediateType::per_element_unsigned, 0xccccaaaa)
                     .set(field::cond_mul, Condition::always)
                     .set(field::waddr_mul, waddr::r1));
    program.store(Mux::r1);
    program.emit(with_flags(ldi(5, 0xfffffffe))).store_a(5).store_flags();
    program.run_ok(*engine);
    const std::uint32_t pattern[] = {0xfffffffe, 0xffffffff, 0, 1};
    const std::uint32_t flags[] = {2, 2, 1, 0};
    CHECK(program.result(0) == each([&](unsigned lane) { return pattern[lane % 4]; }));
    CHECK(program.result(1) == each([&](unsigned lane) { return flags[lane % 4]; }));
    CHECK(program.result(2) == each([&](unsigned lane) { return lane % 4; }));
    CHECK(program.result(3) == all(0xfffffffe));
    CHECK(program.result(4) == all(2));
  }
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
