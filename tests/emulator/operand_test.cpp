// SPDX-License-Identifier: Apache-2.0

// Sources of operands and targets of results: small immediates, rotation, ports and their memory, r5, files
// (docs/videocore4.md: Small immediates, Rotation, Register addresses).

#include <catch2/catch.hpp>

#include "harness.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator::testing {
namespace {

const Lanes kLaneNumbers = each([](unsigned lane) { return lane; });

TEST_CASE("small immediates reach both ALUs", "[emulator][operand]") {
  TestProgram program;
  for (unsigned code = 0; code < 64; ++code) {
    program.emit(with_small_immediate(mov(waddr::r2, Mux::file_b), code)).store(Mux::r2);
  }
  program.run_ok();
  for (unsigned code = 0; code < 64; ++code) {
    const std::uint32_t expected = code < 16   ? code
                                   : code < 32 ? code - 32
                                   : code < 40 ? bits(static_cast<float>(1 << (code - 32)))
                                   : code < 48 ? bits(1.0f / static_cast<float>(1 << (48 - code)))
                                               : code - 64;
    INFO("code " << code);
    CHECK(program.result(code) == all(expected));
  }
}

Instruction rotate(unsigned to, Mux from, unsigned code) {
  return with_small_immediate(mul_op(MulOp::v8min, to, from, from), code);
}

TEST_CASE("a rotation by n brings lane i to lane i + n", "[emulator][operand]") {
  for (const Engine* engine : usable_engines()) {
    TestProgram program;
    program.emit(mov_a(waddr::r1, raddr::element_number));
    for (unsigned n = 1; n < 16; ++n) program.emit(rotate(waddr::r2, Mux::r1, 48 + n)).store(Mux::r2);
    program.run_ok(*engine);
    for (unsigned n = 1; n < 16; ++n) {
      CHECK(program.result(n - 1) == each([&](unsigned lane) { return (lane + 16 - n) % 16; }));
    }
  }
}

TEST_CASE("a rotation by r5 takes its lane 0", "[emulator][operand]") {
  for (unsigned n : {0u, 5u, 15u, 16u, 0xfffffff3u}) {
    TestProgram program;
    program.emit(mov_a(waddr::r1, raddr::element_number)).emit(ldi(waddr::r0, n));
    program.emit(via_file_b(mov(waddr::r5, Mux::r0))).emit(isa::make_nop());
    program.emit(rotate(waddr::r2, Mux::r1, isa::kRotateByR5)).store(Mux::r2);
    program.run_ok();
    CHECK(program.result(0) == each([&](unsigned lane) { return (lane + 16 - n % 16) % 16; }));
  }
}

TEST_CASE("operands other than r0 to r3 rotate inside each quad", "[emulator][operand]") {
  const auto in_quad = [](unsigned n) {
    return each([n](unsigned lane) { return (lane & 12) | ((lane + 4 - n % 4) % 4); });
  };
  for (const Engine* engine : usable_engines()) {
    TestProgram program;
    program.load_a(3, kLaneNumbers).emit(mov(waddr::r1, Mux::file_a).set(field::raddr_a, 3));
    for (unsigned n = 1; n < 16; ++n) {
      program.emit(rotate(waddr::r2, Mux::file_a, 48 + n).set(field::raddr_a, 3)).store(Mux::r2);
    }
    // r4 still holds the lane numbers; one operand from it is enough.
    program.emit(with_small_immediate(mul_op(MulOp::v8min, waddr::r2, Mux::r4, Mux::r1), 48 + 6))
        .store(Mux::r2);
    program.run_ok(*engine);
    for (unsigned n = 1; n < 16; ++n) CHECK(program.result(n - 1) == in_quad(n));
    CHECK(program.result(15) == in_quad(6));
  }
}

TEST_CASE("conditions and flags apply where a rotated lane arrives", "[emulator][operand]") {
  TestProgram program;
  program.emit(mov_a(waddr::r1, raddr::element_number)).emit(ldi(waddr::r2, 99));
  program.emit(with_flags(mov(waddr::nop, Mux::r1)));  // Z in lane 0
  program.emit(with_flags(when(rotate(waddr::r2, Mux::r1, 48 + 1), Condition::zero_set))).store(Mux::r2);
  program.store_flags();
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane == 0 ? 15 : 99; }));
  CHECK(program.result(1) == all(0));
}

TEST_CASE("a port read through nop gives lanes 12 to 15 of the last read, for each quad",
          "[emulator][operand]") {
  const Lanes repeated = each([](unsigned lane) { return 100 + 12 + lane % 4; });
  TestProgram program;
  program.load_a(1, each([](unsigned lane) { return 100 + lane; }));
  program.load_b(2, each([](unsigned lane) { return 200 + lane; }));
  program.emit(isa::make_nop().set(field::raddr_a, 1));  // a read that no ALU uses
  program.emit(mov_a(waddr::r0, raddr::nop)).emit(mov_a(waddr::r1, raddr::nop));
  program.store(Mux::r0).store(Mux::r1);
  program.emit(isa::make_nop().set(field::raddr_b, 2)).emit(ldi(waddr::r3, 1));  // ldi changes nothing
  program.emit(mov_b(waddr::r0, raddr::nop)).store(Mux::r0);
  program.emit(with_small_immediate(isa::make_nop(), 9)).emit(mov_b(waddr::r0, raddr::nop)).store(Mux::r0);
  program.run_ok();
  CHECK(program.result(0) == repeated);
  CHECK(program.result(1) == repeated);
  CHECK(program.result(2) == each([](unsigned lane) { return 200 + 12 + lane % 4; }));
  CHECK(program.result(3) == all(9));
}

TEST_CASE("multiply ALU nop with a destination delivers the last result's lanes 12 to 15",
          "[emulator][operand]") {
  TestProgram program;
  program.emit(mov_a(waddr::r1, raddr::element_number));
  program.emit(mul_op(MulOp::v8adds, waddr::r2, Mux::r1, Mux::r1)).emit(isa::make_nop());
  program.emit(mul_op(MulOp::nop, waddr::r3, Mux::r0, Mux::r0)).store(Mux::r3);
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return 2 * (12 + lane % 4); }));
}

TEST_CASE("r5 is written per quad through file A, from lane 0 through file B", "[emulator][operand]") {
  TestProgram program;
  program.emit(mov_a(waddr::r1, raddr::element_number));
  program.emit(mov(waddr::r5, Mux::r1)).emit(isa::make_nop()).store(Mux::r5);
  program.emit(with_small_immediate(add_op(AddOp::add, waddr::r2, Mux::r1, Mux::file_b), 7));
  program.emit(via_file_b(mov(waddr::r5, Mux::r2))).emit(isa::make_nop()).store(Mux::r5);
  // Only the condition of the source lane matters: Z in lane 4 alone.
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::nop, Mux::r1, Mux::file_b), 4)));
  program.emit(when(mov(waddr::r5, Mux::r1), Condition::zero_set)).emit(isa::make_nop()).store(Mux::r5);
  program.emit(when(via_file_b(mov(waddr::r5, Mux::r1)), Condition::zero_set)).store(Mux::r5);
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane & 12; }));
  CHECK(program.result(1) == all(7));
  CHECK(program.result(2) == each([](unsigned lane) { return lane / 4 == 1 ? 4 : 7; }));
  CHECK(program.result(3) == program.result(2));
}

TEST_CASE("write swap exchanges the files of both results", "[emulator][operand]") {
  TestProgram program;
  program.emit(ldi(waddr::r0, 1)).emit(ldi(waddr::r1, 2)).emit(ldi(9, 3)).emit(via_file_b(ldi(9, 4)));
  program.emit(via_file_b(both(mov(9, Mux::r0), mul_op(MulOp::v8min, 9, Mux::r1, Mux::r1))));
  program.store_a(9).store_b(9);
  program.run_ok();
  CHECK(program.result(0) == all(2));
  CHECK(program.result(1) == all(1));
}

TEST_CASE("element and QPU number; addresses without a meaning read as them", "[emulator][operand]") {
  TestProgram program;
  program.store_a(raddr::element_number).store_b(raddr::qpu_number).store_a(33).store_b(33);
  program.run_ok();
  CHECK(program.result(0) == kLaneNumbers);
  CHECK(program.result(1) == all(0));
  CHECK(program.result(2) == kLaneNumbers);
  CHECK(program.result(3) == all(0));
}

TEST_CASE("all 64 registers are distinct", "[emulator][operand]") {
  TestProgram program;
  for (unsigned n = 0; n < 32; ++n) program.emit(ldi(n, 1000 + n)).emit(via_file_b(ldi(n, 2000 + n)));
  for (unsigned n = 0; n < 32; ++n) program.store_a(n).store_b(n);
  program.run_ok();
  for (unsigned n = 0; n < 32; ++n) {
    CHECK(program.result(2 * n) == all(1000 + n));
    CHECK(program.result(2 * n + 1) == all(2000 + n));
  }
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
