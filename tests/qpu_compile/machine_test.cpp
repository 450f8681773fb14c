// SPDX-License-Identifier: Apache-2.0
// The passes over machine operations: small code as text, and what becomes of it.
#include <catch2/catch.hpp>
#include <random>

#include "compiler/qpu/machine/allocate_registers.h"
#include "compiler/qpu/machine/join_latches.h"
#include "compiler/qpu/machine/kept_mutex.h"
#include "compiler/qpu/machine/order_operations.h"
#include "compiler/qpu/machine/pack_instructions.h"
#include "compiler/qpu/machine/tidy.h"
#include "machine_code_text.h"
#include "qpu/asm/printing/disassembler.h"

using namespace quadcl::compiler::qpu;
using qpu_compile_test::code_from;

namespace {

std::string ordered(const std::string& text, int most_live = 48) {
  Code code = code_from(text);
  order_operations(code, most_live);
  return text_of(code);
}

std::string allocated(const std::string& text) {
  Code code = code_from(text);
  REQUIRE(allocate_registers(code) == 0);
  return text_of(code);
}

std::string packed(const std::string& text) {
  return quadcl::qpu::assembly::disassemble(pack_instructions(code_from(text)).words);
}

}  // namespace

TEST_CASE("the text of code reads as the same code", "[qpu][machine]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    ldi %1, 0x00000040\n"
      "    add.setf %2, %0, -3\n"
      "    fmul %3, %0, %1\n"
      "    mov.ifz %3, %2\n"
      "    mov t0s, %3\n"
      "    ldtmu0 -\n"
      "    brr.anynz -, block0\n"
      "block1:\n"
      "    thrend\n";
  CHECK(text_of(code_from(text)) == text);
}

TEST_CASE("requests to TMUs come before the results of earlier ones", "[qpu][machine]") {
  CHECK(ordered("block0:\n"
                "    mov %0, unif\n"
                "    mov t0s, %0\n"
                "    ldtmu0 -\n"
                "    mov %1, r4\n"
                "    add t1s, %0, 4\n"
                "    ldtmu1 -\n"
                "    mov %2, r4\n"
                "    fadd vpm, %1, %2\n") ==
        "block0:\n"
        "    mov %0, unif\n"
        "    mov t0s, %0\n"
        "    add t1s, %0, 4\n"
        "    ldtmu0 -\n"
        "    mov %1, r4\n"
        "    ldtmu1 -\n"
        "    mov %2, r4\n"
        "    fadd vpm, %1, %2\n");
}

TEST_CASE("a fifth request to a TMU waits for the first result", "[qpu][machine]") {
  std::string text = "block0:\n    mov %0, unif\n";
  for (const char* number : {"0", "1", "2", "3", "4"})
    text += std::string("    add t0s, %0, ") + number + "\n    ldtmu0 -\n    mov vpm, r4\n";
  const std::string result = ordered(text);
  CHECK(result.find("add t0s, %0, 3") < result.find("ldtmu0"));
  CHECK(result.find("add t0s, %0, 4") > result.find("ldtmu0"));
}

TEST_CASE("words for what is behind the block are received last", "[qpu][machine]") {
  // %1 is what the iteration computes with, and gets the next word.
  CHECK(ordered("block0:\n"
                "    mov t0s, %0\n"
                "    ldtmu0 -\n"
                "    mov %2, r4\n"
                "    fadd %3, %3, %1\n"
                "    fadd %4, %4, %1\n"
                "    fadd %5, %5, %1\n"
                "    fadd %6, %6, %1\n"
                "    fadd %7, %7, %1\n"
                "    fadd %8, %8, %1\n"
                "    mov %1, %2\n"
                "    brr.anynz -, block0\n") ==
        "block0:\n"
        "    mov t0s, %0\n"
        "    fadd %3, %3, %1\n"
        "    fadd %4, %4, %1\n"
        "    fadd %5, %5, %1\n"
        "    fadd %6, %6, %1\n"
        "    fadd %7, %7, %1\n"
        "    fadd %8, %8, %1\n"
        "    ldtmu0 -\n"
        "    mov %2, r4\n"
        "    mov %1, %2\n"
        "    brr.anynz -, block0\n");
}

TEST_CASE("with too many values alive, those operations come first that end some", "[qpu][machine]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, unif\n"
      "    fmul %2, %0, %0\n"
      "    fmul %3, %0, %1\n"
      "    fadd %4, %2, %3\n"
      "    mov vpm, %0\n"
      "    mov vpm, %4\n";
  const std::string result = ordered(text, 0);
  CHECK(result.find("fmul %2, %0, %0") < result.find("fadd %4, %2, %3"));
  CHECK(result.find("fmul %3, %0, %1") < result.find("fadd %4, %2, %3"));
}

TEST_CASE("of rows that run together, one goes before the others where that saves registers",
          "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "    fmul %1, %0, %0\n"
      "    fmul %2, %0, %0\n"
      "    mov vpm, %1\n"
      "    mov vpm, %2\n"
      "    mov vpm, %0\n");
  code.blocks[0].operations[1].row = 1;
  order_operations(code, 0, AmongGrowing::by_row);
  const std::string text = text_of(code);
  CHECK(text.find("fmul %2") < text.find("fmul %1"));
}

TEST_CASE("short lives get accumulators, long ones registers, and two operands different ports",
          "[qpu][machine]") {
  CHECK(allocated("block0:\n"
                  "    mov %0, unif\n"
                  "    mov %1, unif\n"
                  "block1:\n"
                  "    fmul %2, %0, %1\n"
                  "    fadd %3, %2, %0\n"
                  "    mov vpm, %3\n"
                  "    brr.anynz -, block1\n"
                  "block2:\n"
                  "    thrend\n") ==
        "block0:\n"
        "    mov ra0, unif\n"
        "    mov rb0, unif\n"
        "block1:\n"
        "    fmul r0, ra0, rb0\n"
        "    fadd r0, r0, ra0\n"
        "    mov vpm, r0\n"
        "    brr.anynz -, block1\n"
        "block2:\n"
        "    thrend\n");
}

TEST_CASE("values that are only moved share a register", "[qpu][machine]") {
  CHECK(allocated("block0:\n"
                  "    mov %0, unif\n"
                  "    mov %1, %0\n"
                  "block1:\n"
                  "    sub.setf %1, %1, 1\n"
                  "    brr.anynz -, block1\n") ==
        "block0:\n"
        "    mov ra0, unif\n"
        "block1:\n"
        "    sub.setf ra0, ra0, 1\n"
        "    brr.anynz -, block1\n");
}

TEST_CASE("rotations read what is moved for them where it has an accumulator", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, %0\n"
      "    rotate r5rep, %1, 15\n"
      "    mov %2, %0\n"
      "    fadd vpm, r5, r5\n"
      "    rotate r5rep, %2, 14\n"
      "    fadd vpm, r5, %0\n"
      "    thrend\n");
  REQUIRE(allocate_registers(code) == 0);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov r0, unif\n"
        "    rotate r5rep, r0, 15\n"
        "    fadd vpm, r5, r5\n"
        "    rotate r5rep, r0, 14\n"
        "    fadd vpm, r5, r0\n"
        "    thrend\n");
}

TEST_CASE("more values than registers are counted", "[qpu][machine]") {
  std::string text = "block0:\n";
  for (unsigned i = 0; i < 70; ++i) text += "    mov %" + std::to_string(i) + ", unif\n";
  text += "block1:\n";
  for (unsigned i = 0; i < 70; ++i) text += "    mov vpm, %" + std::to_string(i) + "\n";
  Code code = code_from(text);
  CHECK(allocate_registers(code) == 70 - 2 * 32 - 3);
}

namespace {

/// A loop with up to `most` values alive at a time: some from one turn to the next, but for where they are
/// made again, and others that are made and needed several times.
std::string crowded_loop(unsigned seed, std::size_t most) {
  constexpr std::uint32_t kCarried = 20;
  constexpr std::size_t kSteps = 300;
  std::minstd_rand random(seed);
  std::string start, loop;
  std::vector<std::uint32_t> live, open, dead;
  for (std::uint32_t i = 0; i < kCarried; ++i) {
    start += "    mov %" + std::to_string(i) + ", r4\n";
    live.push_back(i);
  }
  const auto read = [&](std::size_t place) {
    loop += "    mov t0s, %" + std::to_string(live[place]) + "\n";
    (live[place] < kCarried ? open : dead).push_back(live[place]);
    live.erase(live.begin() + static_cast<std::ptrdiff_t>(place));
  };
  const auto write = [&](std::uint32_t number) {
    loop += "    mov %" + std::to_string(number) + ", r4\n";
    live.push_back(number);
  };
  std::uint32_t others = kCarried;
  for (std::size_t step = 0; step < kSteps; ++step) {
    if (live.size() == most || random() % 4 == 0) {
      read(random() % live.size());
    } else if (!open.empty() && random() % 3 == 0) {
      write(open.back());
      open.pop_back();
    } else {
      const bool reuses = !dead.empty() && random() % 2 == 0;
      const std::size_t place = reuses ? random() % dead.size() : 0;
      write(reuses ? dead[place] : others++);
      if (reuses) dead.erase(dead.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }
  for (std::size_t place = live.size(); place-- > 0;)
    if (live[place] >= kCarried) read(place);
  for (const std::uint32_t number : open) write(number);
  return "block0:\n" + start + "block1:\n" + loop + "    brr.anynz -, block1\n";
}

}  // namespace

TEST_CASE("values give their registers to one that finds none", "[qpu][machine]") {
  Code code = code_from(crowded_loop(1, 60));
  CHECK(allocate_registers(code) == 0);
}

TEST_CASE("two ALUs and a signal work in one instruction", "[qpu][machine]") {
  CHECK(packed("block0:\n"
               "    mov t0s, ra0\n"
               "block1:\n"
               "    fadd r0, r1, r2\n"
               "    fmul r1, r1, r2\n"
               "    ldtmu0 -\n"
               "    fadd ra1, r0, r4\n"
               "    fmul rb1, r1, r4\n") ==
        "    nop; mov t0s, ra0\n"
        "    fadd r0, r1, r2; fmul r1, r1, r2; ldtmu0\n"
        "    fadd ra1, r0, r4; fmul rb1, r1, r4\n");
}

TEST_CASE("what either ALU does is done by the one that is free", "[qpu][machine]") {
  CHECK(packed("block0:\n"
               "    and/v8min r0, r0, r1\n"
               "    fadd r2, r2, r1\n") == "    fadd r2, r2, r1; v8min r0, r0, r1\n");
  CHECK(packed("block0:\n"
               "    and/v8min r0, r0, r1\n"
               "    fmul r2, r2, r1\n") == "    and r0, r0, r1; fmul r2, r2, r1\n");
  CHECK(packed("block0:\n"
               "    and/v8min.setf r0, r0, r1\n"
               "    fadd r2, r2, r1\n") ==
        "    and.setf r0, r0, r1\n"
        "    fadd r2, r2, r1\n");
}

TEST_CASE("what both files have is read in the one that the other operation leaves", "[qpu][machine]") {
  CHECK(packed("block0:\n"
               "    mov r0, unif\n"
               "    add r1, ra0, r1\n") == "    add r1, ra0, r1; mov r0, unif\n");
  CHECK(packed("block0:\n"
               "    mov r0, unif\n"
               "    add r1, rb0, r1\n") == "    add r1, rb0, r1; mov r0, unif\n");
  CHECK_THAT(packed("block0:\n"
                    "    mov -, mutex\n"
                    "    mov vw_addr, ra1\n"),
             Catch::Contains("mov vw_addr, ra1; mov -, mutex"));
  CHECK(packed("block0:\n"
               "    mov r0, unif\n"
               "    add r1, ra0, 1\n") ==
        "    nop; mov r0, unif\n"
        "    add r1, ra0, 1\n");
}

TEST_CASE("an operation that no instruction can do is a problem, not an endless search", "[qpu][machine]") {
  const auto program = pack_instructions(code_from("block0:\n    add r0, 3, 5\n    thrend\n"));
  CHECK(program.problem == "no instruction can do add r0, 3, 5");
}

TEST_CASE("a result of a TMU is received behind what is ready meanwhile", "[qpu][machine]") {
  const std::string result = packed(
      "block0:\n"
      "    mov t0s, ra0\n"
      "    ldtmu0 -\n"
      "    fadd r0, r0, r1\n"
      "    fadd r0, r0, r1\n"
      "    fadd r0, r0, r1\n"
      "    fadd ra1, r0, r1\n"
      "    fmul rb1, r1, r4\n");
  CHECK(result.find("ldtmu0") > result.find("fadd ra1"));
}

TEST_CASE("a register of a file is read an instruction later at the earliest", "[qpu][machine]") {
  CHECK(packed("block0:\n"
               "    add ra0, r0, r1\n"
               "    sub r2, ra0, 1\n") ==
        "    add ra0, r0, r1\n"
        "    nop\n"
        "    sub r2, ra0, 1\n");
}

TEST_CASE("what the branch does not need fills its delay slots", "[qpu][machine]") {
  CHECK(packed("block0:\n"
               "    fadd r1, r1, r2\n"
               "    fadd r1, r1, r2\n"
               "    fadd r1, r1, r2\n"
               "    sub.setf r0, r0, 1\n"
               "    brr.anynz -, block0\n") ==
        ":L_000000\n"
        "    sub.setf r0, r0, 1\n"
        "    brr.anynz -, r:L_000000\n"
        "    fadd r1, r1, r2\n"
        "    fadd r1, r1, r2\n"
        "    fadd r1, r1, r2\n");
}

TEST_CASE(
    "delay slots of a loop have the start of its next turn, unless what is behind the loop needs the old "
    "values",
    "[qpu][machine]") {
  const std::string loop =
      "block0:\n"
      "    fmul r1, r1, r2\n"
      "    fadd r1, r1, r2\n"
      "    sub.setf r0, r0, r1\n"
      "    brr.anynz -, block0\n"
      "block1:\n";
  CHECK(packed(loop + "    mov vpm, r0\n") ==
        "    fmul r1, r1, r2\n"
        "    fadd r1, r1, r2\n"
        ":L_000010\n"
        "    sub.setf r0, r0, r1\n"
        "    brr.anynz -, r:L_000010\n"
        "    fmul r1, r1, r2\n"
        "    fadd r1, r1, r2\n"
        "    nop\n"
        "    nop; mov vpm, r0\n");
  CHECK(packed(loop + "    mov vpm, r1\n").find("    brr.anynz -, r:L_000000\n    nop\n") !=
        std::string::npos);
}

TEST_CASE("delay slots of other branches have what is behind the branch", "[qpu][machine]") {
  CHECK(packed("block0:\n"
               "    sub.setf -, r1, r2\n"
               "    brr.allz -, block2\n"
               "block1:\n"
               "    fadd r0, ra1, rb2\n"
               "    mov vpm, r0\n"
               "block2:\n"
               "    mov vpm, ra1\n") ==
        "    sub.setf -, r1, r2\n"
        "    brr.allz -, r:L_000030\n"
        "    fadd r0, ra1, rb2\n"
        "    nop\n"
        "    nop\n"
        "    nop; mov vpm, r0\n"
        ":L_000030\n"
        "    nop; mov vpm, ra1\n");
}

TEST_CASE("blocks of a table lie at equal distances, and the branch waits for what it goes by",
          "[qpu][machine]") {
  const std::string code =
      "block0:\n"
      "    and ra2, r0, r1\n"
      "    brr. -, block1, ra2, 2, 5\n"
      "block1:\n"
      "    fadd r2, r2, r1\n"
      "    brr. -, block3\n"
      "block2:\n"
      "    fmul r2, r2, r1\n"
      "block3:\n"
      "    mov vpm, r2\n";
  CHECK(text_of(code_from(code)) == code);
  CHECK(
      packed(code).starts_with("    and ra2, r0, r1\n"
                               "    nop\n"
                               "    brr -, ra2, r:L_000040\n"));
  const MachineProgram program = pack_instructions(code_from(code));
  CHECK(program.problem.empty());
  CHECK(program.starts[1] % 8 == 0);
  CHECK(program.starts[2] - program.starts[1] == 4);
}

TEST_CASE("a block that is longer than its place in a table is a problem", "[qpu][machine]") {
  std::string text =
      "block0:\n"
      "    brr. -, block1, ra2, 2, 5\n"
      "block1:\n";
  for (int i = 0; i < 5; ++i) text += "    fadd r2, r2, r1\n";
  CHECK(!pack_instructions(code_from(text + "block2:\n    mov vpm, r2\n")).problem.empty());
}

TEST_CASE("a branch by a table reads an even register of file A", "[qpu][machine]") {
  const std::string text = allocated(
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, unif\n"
      "    mov %2, unif\n"
      "    brr. -, block1, %1, 2, 5\n"
      "block1:\n"
      "    mov vpm, %0\n"
      "block2:\n"
      "    brr. -, block3, %2, 2, 5\n"
      "block3:\n"
      "    mov vpm, %1\n"
      "block4:\n"
      "    mov vpm, %2\n");
  for (const std::string block : {"block1, ra", "block3, ra"}) {
    const std::size_t place = text.find(block);
    REQUIRE(place != std::string::npos);
    CHECK(std::stoi(text.substr(place + block.size())) % 2 == 0);
  }
}

TEST_CASE("a register is not read too early across a branch or behind a block", "[qpu][machine]") {
  // Block 2 reads what block 1, which would have room in the slots, writes last.
  CHECK(packed("block0:\n"
               "    mov.setf -, ra0\n"
               "    brr.allz -, block3\n"
               "block1:\n"
               "    mov ra1, r0\n"
               "    mov ra2, r1\n"
               "block2:\n"
               "    fadd vpm, ra2, r0\n"
               "block3:\n"
               "    mov vpm, ra0\n")
            .find("mov ra2, r1\n    nop\n") != std::string::npos);
}

TEST_CASE("a loop ends with one branch", "[qpu][machine]") {
  const std::string body =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, %0\n"
      "block1:\n"
      "    sub.setf %0, %0, 1\n"
      "    brr.allz -, block3\n"
      "block2:\n"
      "    add %1, %1, 4\n"
      "    brr -, block1\n"
      "block3:\n";
  Code code = code_from(body + "    thrend\n");
  join_latches(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov %0, unif\n"
        "    mov %1, %0\n"
        "block1:\n"
        "    sub.setf %0, %0, 1\n"
        "    add %1, %1, 4\n"
        "    brr.anynz -, block1\n"
        "block2:\n"
        "block3:\n"
        "    thrend\n");
  code = code_from(body + "    mov vpm, %1\n    thrend\n");
  const std::string before = text_of(code);
  join_latches(code);
  CHECK(text_of(code) == before);
}

TEST_CASE("results go to the VPM and the TMUs without a move, results of TMUs come without one",
          "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    add %1, %0, 4\n"
      "    mov t0s, %1\n"
      "    ldtmu0 -\n"
      "    mov %2, r4\n"
      "    fadd %3, %2, %0\n"
      "    fmul %4, %3, %0\n"
      "    mov vpm, %4\n"
      "    mov vpm, %3\n");
  write_ports_directly(code);
  read_results_directly(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    add t0s, %0, 4\n"
        "    ldtmu0 -\n"
        "    fadd %3, r4, %0\n"
        "    fmul vpm, %3, %0\n"
        "    mov vpm, %3\n");
}

TEST_CASE("operands in a loop get different files if that makes it shorter", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, unif\n"
      "block1:\n"
      "    add %0, %0, 1\n"
      "    xor.setf -, %0, %1\n"
      "    brr.anynz -, block1\n"
      "block2:\n"
      "    mov vpm, %0\n"
      "    mov vpm, %1\n"
      "    thrend\n");
  code.blocks[1].loops = 2;
  REQUIRE(allocate_registers(code) == 0);
  CHECK(code.blocks[1].operations.size() == 3);  // no moves to r3
  const Operation& sum = code.blocks[1].operations[0];
  CHECK((sum.a.place == Place::file_a || sum.a.place == Place::accumulator));
}

TEST_CASE("behind loops, a QPU keeps the mutex from one transfer to the next", "[qpu][machine]") {
  const std::string stores =
      "    mov vpm, %0\n"
      "    mov -, mutex\n"
      "    mov vw_addr, %1\n"
      "    mov mutex, vw_wait\n"
      "    mov vpm, %2\n"
      "    mov -, mutex\n"
      "    mov vw_addr, %3\n"
      "    mov mutex, vw_wait\n"
      "    brr.anynz -, block0\n";
  Code code = code_from("block0:\n" + stores + "block1:\n    brr.anynz -, block0\n");
  code.blocks[0].loops = 1;
  const std::string before = text_of(code);
  keep_mutex(code);
  CHECK(text_of(code) == before);  // there is no loop
  code.blocks[1].loops = 2;
  keep_mutex(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov vpm, %0\n"
        "    mov -, mutex\n"
        "    mov vw_addr, %1\n"
        "    mov -, vw_wait\n"
        "    mov vpm, %2\n"
        "    mov vw_addr, %3\n"
        "    mov mutex, vw_wait\n"
        "    brr.anynz -, block0\n"
        "block1:\n"
        "    brr.anynz -, block0\n");
}
