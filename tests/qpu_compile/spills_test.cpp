// SPDX-License-Identifier: Apache-2.0
// Values without a register between their uses: small code as text, and what becomes of it.
#include <catch2/catch.hpp>

#include "compiler/qpu/machine/spill_values.h"
#include "machine_code_text.h"

using namespace quadcl::compiler::qpu;
using qpu_compile_test::code_from;

namespace {

/// Operations that keep uses before and behind them apart, and one value alive.
std::string others(const std::string& number) {
  std::string text = "    mov " + number + ", r4\n";
  for (int i = 0; i < 40; ++i) text += "    add " + number + ", " + number + ", 1\n";
  return text + "    mov t0s, " + number + "\n";
}

/// What is left of the text without those.
std::string without_others(std::string text, const std::string& number) {
  const std::string one = "    add " + number + ", " + number + ", 1\n";
  for (std::size_t place; (place = text.find(one)) != std::string::npos;) text.erase(place, one.size());
  return text;
}

SpillRows two_rows() { return {.own = value(0), .begin = 1, .free_end = 2, .end = 20, .most_end = 21}; }

std::string spilled(const std::string& text, std::uint32_t most_live, SpillRows rows = two_rows(),
                    SpillGoal goal = SpillGoal::all) {
  const auto result = spill_values(code_from(text), most_live, rows, goal);
  return result ? text_of(*result) : "no";
}

}  // namespace

TEST_CASE("values lie in rows of the VPM until they are needed", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, r4\n"
      "    mov %2, r4\n" +
      others("%3") +
      "    mov t1s, %1\n"
      "    mov t1s, %2\n";
  SpillRows rows = two_rows();
  const auto result = spill_values(code_from(text), 2, rows);
  REQUIRE(result);
  CHECK(rows.used_end == 21);
  CHECK(without_others(text_of(*result), "%3") ==
        "block0:\n"
        "    mov %0, unif\n"
        "    ldi %6, 0x00101a00\n"
        "    add %5, %0, %6\n"
        "    mov %4, r4\n"
        "    ldi %7, 0xfff00001\n"
        "    add vw_setup, %5, %7\n"
        "    mov vpm, %4\n"
        "    mov %9, r4\n"
        "    ldi %10, 0xfff00014\n"
        "    add vw_setup, %5, %10\n"
        "    mov vpm, %9\n"
        "    mov %3, r4\n"
        "    mov t0s, %3\n"
        "    add vr_setup, %5, 1\n"
        "    mov %8, vpm\n"
        "    mov t1s, %8\n"
        "    ldi %12, 0x00000014\n"
        "    add vr_setup, %5, %12\n"
        "    mov %11, vpm\n"
        "    mov t1s, %11\n");
}

TEST_CASE("there are no more rows than a QPU may have", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, r4\n"
      "    mov %2, r4\n"
      "    mov %4, r4\n" +
      others("%3") +
      "    mov t1s, %1\n"
      "    mov t1s, %2\n"
      "    mov t1s, %4\n";
  CHECK(spilled(text, 2) == "no");
  CHECK(spilled(text, 3) != "no");
}

TEST_CASE("what all lanes have alike lies in a lane of a register", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, unif\n"
      "    mov %2, unif\n" +
      others("%3") +
      "    mov t1s, %1\n"
      "    mov t1s, %2\n";
  CHECK(without_others(spilled(text, 2), "%3") ==
        "block0:\n"
        "    mov %0, unif\n"
        "    mov %5, 0\n"
        "    mov %4, unif\n"
        "    xor.setf -, elem_num, 0\n"
        "    mov.ifz %5, %4\n"
        "    mov %7, unif\n"
        "    xor.setf -, elem_num, 1\n"
        "    mov.ifz %5, %7\n"
        "    mov %3, r4\n"
        "    mov t0s, %3\n"
        "    mov r5rep, %5\n"
        "    mov %6, r5\n"
        "    mov t1s, %6\n"
        "    mov %9, %5\n"
        "    rotate r5rep, %9, 15\n"
        "    mov %8, r5\n"
        "    mov t1s, %8\n");
}

TEST_CASE("one operation on what is there makes a value again", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, r4\n"
      "    ldi %4, 0x00001000\n"
      "    add %2, %1, %4\n"
      "    mov t0s, %2\n" +
      others("%3") +
      "    mov t1s, %2\n"
      "    mov t1s, %1\n";
  CHECK(without_others(spilled(text, 2), "%3") ==
        "block0:\n"
        "    mov %0, unif\n"
        "    mov %1, r4\n"
        "    ldi %4, 0x00001000\n"
        "    add %5, %1, %4\n"
        "    mov t0s, %5\n"
        "    mov %3, r4\n"
        "    mov t0s, %3\n"
        "    ldi %7, 0x00001000\n"
        "    add %6, %1, %7\n"
        "    mov t1s, %6\n"
        "    mov t1s, %1\n");
}

TEST_CASE("lanes that do not write a value keep what it was", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, r4\n"
      "    mov %2, r4\n" +
      others("%3") +
      "    xor.setf -, elem_num, 3\n"
      "    mov.ifz %1, 7\n" +
      others("%4") +
      "    mov t1s, %1\n"
      "    mov t1s, %2\n";
  const std::string result = spilled(text, 2);
  const std::size_t flags = result.find("xor.setf -, elem_num, 3"), changed = result.find("mov.ifz");
  REQUIRE(changed != std::string::npos);
  const std::string number = result.substr(changed + 8, result.find(',', changed) - changed - 8);
  CHECK(result.find("mov " + number + ", vpm") < changed);
  CHECK(result.find("mov vpm, " + number) > changed);
  CHECK(result.find("setf", flags + 8) == std::string::npos);
}

TEST_CASE("a spill does not come between what is set and its use", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %5, unif\n"
      "    mov vw_setup, %5\n"
      "    mov %1, r4\n"
      "    mov vpm, 1\n"
      "    mov %2, r4\n" +
      others("%3") +
      "    mov vr_setup, %5\n"
      "    mov t1s, %1\n"
      "    mov t1s, vpm\n"
      "    mov t1s, %2\n";
  const std::string result = spilled(text, 3);
  CHECK(result.find("mov vpm, 1") < result.find("add vw_setup"));
  CHECK(result.find("mov vr_setup, %5") > result.find("mov %", result.find("add vr_setup")));
}

TEST_CASE("a set-up of the DMA engine is none of the VPM", "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %5, unif\n"
      "    mov %1, r4\n"
      "    mov %2, r4\n" +
      others("%3") +
      "    mov vr_setup, %5\n"
      "    mov vr_setup, %5\n"
      "    mov t1s, %1\n"
      "    mov vr_addr, %5\n"
      "    mov t1s, vpm\n"
      "    mov t1s, %2\n";
  // Between a set-up of the VPM and the access that it is for, no row can come back.
  CHECK(spilled(text, 4) == "no");
}

TEST_CASE("where spills take too much time there are none", "[qpu][spills]") {
  std::string text = "block0:\n    mov %0, unif\n    mov %1, r4\n    mov %2, r4\n    mov %3, r4\n";
  for (const char* number : {"%3", "%1", "%2"})
    for (int i = 0; i < 10; ++i) text += std::string("    mov t0s, ") + number + "\n";
  for (const char* number : {"%3", "%1", "%2"})
    for (int i = 0; i < 10; ++i) text += std::string("    mov t0s, ") + number + "\n";
  CHECK(spilled(text, 2) == "no");
}

TEST_CASE("cheap spills end where they would take time, whether registers are enough or not",
          "[qpu][spills]") {
  const std::string text =
      "block0:\n"
      "    mov %0, unif\n"
      "    mov %1, unif\n"
      "    mov %2, r4\n" +
      others("%3") + others("%3") + others("%3") + others("%3") + others("%3") +
      "    mov t1s, %1\n"
      "    mov t1s, %2\n";
  const auto keeps = [](const std::string& code, const std::string& value) {
    return code.find("mov t1s, " + value + "\n") != std::string::npos;
  };
  const std::string all = spilled(text, 2), cheap = spilled(text, 2, two_rows(), SpillGoal::cheap);
  CHECK(!keeps(all, "%1"));
  CHECK(!keeps(all, "%2"));
  // An argument comes back from a lane in three operations, of 210. A row of the VPM takes longer.
  CHECK(!keeps(cheap, "%1"));
  CHECK(keeps(cheap, "%2"));
}
