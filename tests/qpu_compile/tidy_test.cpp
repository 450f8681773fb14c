// SPDX-License-Identifier: Apache-2.0
// Machine operations that are joined, or left out: small code as text, and what becomes of it.
#include <catch2/catch.hpp>

#include "compiler/qpu/machine/conditional_moves.h"
#include "compiler/qpu/machine/pack_instructions.h"
#include "compiler/qpu/machine/repeated_masks.h"
#include "compiler/qpu/machine/repeated_operations.h"
#include "compiler/qpu/machine/tidy.h"
#include "machine_code_text.h"

using namespace quadcl::compiler::qpu;
using qpu_compile_test::code_from;

TEST_CASE("an operation whose result is compared with 0 sets the flags itself", "[qpu][machine]") {
  const auto set_directly = [](const std::string& text) {
    Code code = code_from(text);
    set_flags_directly(code);
    return text_of(code);
  };
  const std::string reads = "    mov %0, unif\n    mov %1, unif\n";
  CHECK(set_directly("block0:\n" + reads +
                     "    and %2, %0, 4\n"
                     "    mov %3, 0\n"
                     "    xor.setf -, %2, 0\n"
                     "    mov.ifz %3, %1\n"
                     "    mov vpm, %3\n") == "block0:\n" + reads +
                                                 "    mov %3, 0\n"
                                                 "    and.setf -, %0, 4\n"
                                                 "    mov.ifz %3, %1\n"
                                                 "    mov vpm, %3\n");
  CHECK(set_directly("block0:\n" + reads +
                     "    sub %2, %0, %1\n"
                     "    xor.setf -, %2, 0\n"
                     "    mov.ifn %1, %2\n"
                     "    mov vpm, %1\n") == "block0:\n" + reads +
                                                 "    sub.setf %2, %0, %1\n"
                                                 "    mov.ifn %1, %2\n"
                                                 "    mov vpm, %1\n");
  for (const char* kept :
       {"    and %2, %0, 4\n    mov %0, 1\n    xor.ifz.setf -, %2, 0\n    mov.ifz vpm, %0\n",
        "    sub %2, %0, %1\n    xor.setf -, %2, 0\n    mov.ifc vpm, %0\n",
        "    fadd %2, %0, %1\n    xor.setf -, %2, 0\n    mov.ifz vpm, %0\n",
        "    sub %2, %0, %1\n    and.setf -, %0, 1\n    xor.ifz.setf -, %2, 0\n"
        "    mov.ifn vpm, %2\n"})
    CHECK(set_directly("block0:\n" + reads + kept) == "block0:\n" + reads + kept);
}

TEST_CASE("an operation whose result is only moved with a condition has the condition", "[qpu][machine]") {
  const auto dropped = [](const std::string& text) {
    Code code = code_from(text);
    drop_conditional_moves(code);
    return text_of(code);
  };
  CHECK(dropped("block0:\n"
                "    add %2, %0, %1\n"
                "    and.setf -, %0, 1\n"
                "    mov.ifz %0, %2\n") ==
        "block0:\n"
        "    and.setf -, %0, 1\n"
        "    add.ifz %0, %0, %1\n");
  // Another one reads the result, or an operand changes before the move.
  for (const char* between : {"    mov vpm, %2\n", "    add %1, %1, 1\n"}) {
    const std::string text = std::string("block0:\n    add %2, %0, %1\n") + between + "    mov.ifz %0, %2\n";
    CHECK(dropped(text) == text);
  }
}

TEST_CASE("an operation is not done again as long as its operands are the same", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    shr %2, %0, 8\n"
      "    shr %3, %0, 8\n"
      "    mul24 %4, %3, %1\n"
      "    mul24 %5, %2, %1\n"
      "    add %0, %0, 1\n"
      "    shr %6, %0, 8\n"
      "block1:\n"
      "    add vpm, %5, %6\n");
  drop_repeated_operations(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    shr %2, %0, 8\n"
        "    mul24 %4, %2, %1\n"
        "    add %0, %0, 1\n"
        "    shr %6, %0, 8\n"
        "block1:\n"
        "    add vpm, %4, %6\n");
}

TEST_CASE("rotations of a value that are near read one copy", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %2, %0\n"
      "    rotate %3, %2, 15\n"
      "    mov %4, %0\n"
      "    rotate %5, %4, 1\n"
      "    add %0, %0, 1\n"
      "    mov %6, %0\n"
      "    rotate %7, %6, 1\n"
      "    mov %8, %0\n"
      "    add vpm, %3, %5\n"
      "    add vpm, %7, %8\n");
  drop_repeated_operations(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov %2, %0\n"
        "    rotate %3, %2, 15\n"
        "    rotate %5, %2, 1\n"
        "    add %0, %0, 1\n"
        "    mov %6, %0\n"
        "    rotate %7, %6, 1\n"
        "    mov %8, %0\n"
        "    add vpm, %3, %5\n"
        "    add vpm, %7, %8\n");
}

TEST_CASE("sources in another order give the same result, but not of a difference", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    add %2, %0, %1\n"
      "    add %3, %1, %0\n"
      "    fmul %4, %0, %2\n"
      "    fmul %5, %3, %0\n"
      "    sub %6, %0, %1\n"
      "    sub %7, %1, %0\n"
      "    fsub vpm, %4, %5\n"
      "    sub vpm, %6, %7\n");
  drop_repeated_operations(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    add %2, %0, %1\n"
        "    fmul %4, %0, %2\n"
        "    sub %6, %0, %1\n"
        "    sub %7, %1, %0\n"
        "    fsub vpm, %4, %4\n"
        "    sub vpm, %6, %7\n");
}

TEST_CASE("flags of a sum are the same in either order, but not those of a maximum", "[qpu][machine]") {
  const auto dropped = [](const std::string& text) {
    Code code = code_from(text);
    drop_repeated_flags(code);
    return text_of(code);
  };
  const std::string sum = "block0:\n    add.setf -, %0, %1\n    mov.ifz vpm, %0\n";
  CHECK(dropped(sum + "    add.setf -, %1, %0\n    mov.ifc vpm, %1\n") == sum + "    mov.ifc vpm, %1\n");
  const std::string largest =
      "block0:\n    max.setf -, %0, %1\n    mov.ifc vpm, %0\n    max.setf -, %1, %0\n    mov.ifc vpm, %1\n";
  CHECK(dropped(largest) == largest);
}

TEST_CASE("a number that is 0 in some lanes is added to the others alone", "[qpu][machine]") {
  const auto dropped = [](const std::string& text) {
    Code code = code_from(text);
    drop_conditional_moves(code);
    return text_of(code);
  };
  CHECK(dropped("block0:\n"
                "    and.setf -, %0, 1\n"
                "    mov %2, %1\n"
                "    mov.ifz %2, 0\n"
                "    xor %4, %2, %3\n"
                "    and.setf -, %0, 2\n"
                "    mov %5, 0\n"
                "    mov.ifnz %5, %1\n"
                "    sub %6, %4, %5\n") ==
        "block0:\n"
        "    and.setf -, %0, 1\n"
        "    mov %4, %3\n"
        "    xor.ifnz %4, %4, %1\n"
        "    and.setf -, %0, 2\n"
        "    mov %6, %4\n"
        "    sub.ifnz %6, %6, %1\n");
  // 0 is subtracted from, or a sum is not there yet when the flags are.
  for (const char* use : {"    sub %4, %2, %3\n", "    mov %3, %0\n    xor %4, %2, %3\n"}) {
    const std::string text = std::string("block0:\n    mov %2, 0\n    mov.ifnz %2, %1\n") + use;
    CHECK(dropped(text) == text);
  }
}

TEST_CASE("what all lanes get from one is read without a move, until all get something else",
          "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov r5rep, %0\n"
      "    mov %1, r5\n"
      "    fmul %2, %1, %3\n"
      "    fadd %4, %1, %2\n"
      "    mov r5rep, %3\n"
      "    mov %5, r5\n"
      "    mov r5rep, %4\n"
      "    mov vpm, %5\n");
  read_results_directly(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov r5rep, %0\n"
        "    fmul %2, r5, %3\n"
        "    fadd %4, r5, %2\n"
        "    mov r5rep, %3\n"
        "    mov %5, r5\n"
        "    mov r5rep, %4\n"
        "    mov vpm, %5\n");
}

TEST_CASE("a transfer starts in the instruction that waits for the mutex, and its end frees the mutex",
          "[qpu][machine]") {
  const auto words = pack_instructions(code_from("block0:\n"
                                                 "    mov -, mutex\n"
                                                 "    mov vw_addr, rb1\n"
                                                 "    mov mutex, vw_wait\n"
                                                 "    mov vpm, ra2\n"))
                         .words;
  CHECK(words.size() == 3);
}

TEST_CASE("flags that nothing reads are not set", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "    add.setf %1, %0, 1\n"
      "    add.setf %2, %0, 2\n"
      "    sub.setf %3, %0, 3\n"
      "    mov.ifz %2, %0\n"
      "    mov t0s, %2\n"
      "    sub.setf -, %0, 4\n"
      "block1:\n"
      "    brr.anynz -, block0\n");
  drop_dead_operations(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov %0, unif\n"
        "    add %2, %0, 2\n"
        "    sub.setf %3, %0, 3\n"
        "    mov.ifz %2, %0\n"
        "    mov t0s, %2\n"
        "    sub.setf -, %0, 4\n"
        "block1:\n"
        "    brr.anynz -, block0\n");
}

TEST_CASE("bits are cleared once", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "    ldi %1, 0x000000ff\n"
      "    mov %2, unif\n"
      "    and %3, %0, %1\n"
      "    and %4, %0, %1\n"
      "    and %5, %2, %1\n"
      "    max %6, %4, %5\n"
      "    and %7, %6, %1\n"
      "    and %8, %6, 15\n"
      "    add %9, %7, %3\n"
      "    and %10, %9, %1\n"
      "    mov t0s, %10\n"
      "    mov t0s, %8\n"
      "block1:\n"
      "    and %11, %0, %1\n"
      "    mov.ifz %2, %11\n"
      "    and %12, %2, %1\n"
      "    mov t0s, %12\n");
  drop_repeated_masks(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov %0, unif\n"
        "    ldi %1, 0x000000ff\n"
        "    mov %2, unif\n"
        "    and %3, %0, %1\n"
        "    and %5, %2, %1\n"
        "    max %6, %3, %5\n"
        "    and %8, %6, 15\n"
        "    add %9, %6, %3\n"
        "    and %10, %9, %1\n"
        "    mov t0s, %10\n"
        "    mov t0s, %8\n"
        "block1:\n"
        "    and %11, %0, %1\n"
        "    mov.ifz %2, %11\n"
        "    and %12, %2, %1\n"
        "    mov t0s, %12\n");
}

TEST_CASE("values that no row has written so far are not kept from the row before", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "block1:\n"
      "    sub.setf -, elem_num, 3\n"
      "    brr.allnc -, block3\n"
      "block2:\n"
      "    mov %1, %0\n"
      "block3:\n"
      "    brr.allnc -, block5\n"
      "block4:\n"
      "    mov t0s, %1\n"
      "block5:\n"
      "    sub.setf %0, %0, 1\n"
      "    brr.anynz -, block1\n");
  const std::uint32_t row = 1;
  forget_last_row(code, {&row, 1});
  const std::string text = text_of(code);
  CHECK(text.find("block1:\n    undefined %1\n    sub.setf") != std::string::npos);
  CHECK(text.find("undefined %0") == std::string::npos);
  CHECK(text.find("undefined", text.find("block2")) == std::string::npos);
}

TEST_CASE("comparisons of one number with 0 set the flags once", "[qpu][machine]") {
  Code code = code_from(
      "block0:\n"
      "    mov %0, unif\n"
      "    shl %1, %0, -8\n"
      "    or.setf -, %1, %1\n"
      "    mov.ifn %2, 1\n"
      "    shl %3, %0, -8\n"
      "    or.setf -, %3, %3\n"
      "    mov.ifn %4, 1\n"
      "    mov vpm, %2\n"
      "    mov vpm, %4\n");
  set_flags_directly(code);
  drop_repeated_flags(code);
  CHECK(text_of(code) ==
        "block0:\n"
        "    mov %0, unif\n"
        "    shl.setf -, %0, -8\n"
        "    mov.ifn %2, 1\n"
        "    mov.ifn %4, 1\n"
        "    mov vpm, %2\n"
        "    mov vpm, %4\n");
}
