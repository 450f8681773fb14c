// SPDX-License-Identifier: Apache-2.0
#include "qpu/asm/printing/disassembler.h"

#include <random>

#include "assemble.h"
#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

namespace {

namespace field = isa::field;

void check_round_trip(const std::vector<std::uint64_t>& words) {
  const std::string text = disassemble(std::span<const std::uint64_t>(words));
  const Program program = assemble(text, "round.qasm");
  INFO(messages(program));
  CHECK(program.ok());
  const std::vector<std::uint64_t> again = program.words();
  REQUIRE(again.size() == words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (again[i] == words[i]) continue;
    INFO(disassemble_word(words[i]));
    REQUIRE(again[i] == words[i]);
  }
}

std::vector<std::uint64_t> random_words(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> words(count);
  for (std::uint64_t& word : words) word = random();
  return words;
}

/// Random instructions. Their don't-care bits are mostly as the assembler sets them, so most have a text.
std::uint64_t plausible_word(std::mt19937_64& random) {
  isa::Instruction word(random());
  const bool immediate = random() % 4 == 0;
  word.set(field::signal, immediate ? isa::Signal::small_immediate : isa::Signal::none);
  word.set(field::unpack, 0).set(field::pm, 0).set(field::pack, 0);
  if (random() % 4 == 0) word.set(field::unpack, random() % 8).set(field::pm, random() % 2);
  if (random() % 4 == 0) word.set(field::pack, random() % 16);
  if (random() % 2)
    word.set(field::cond_add, isa::Condition::always).set(field::cond_mul, isa::Condition::always);
  if (random() % 4) word.set(field::set_flags, 0);
  if (random() % 2) word.set(field::raddr_b, word.raddr_a());
  return word.word();
}

}  // namespace

TEST_CASE("any 64-bit words survive disassembling and assembling") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) check_round_trip(random_words(2000, seed));
}

TEST_CASE("random words of every signal survive") {
  for (unsigned signal = 0; signal < 16; ++signal) {
    std::vector<std::uint64_t> words = random_words(500, signal);
    for (std::uint64_t& word : words) word = field::signal.set(word, signal);
    check_round_trip(words);
  }
}

TEST_CASE("plausible ALU instructions survive, and most of them as instructions") {
  std::mt19937_64 random(7);
  std::vector<std::uint64_t> words(5000);
  for (std::uint64_t& word : words) word = plausible_word(random);
  check_round_trip(words);
}

TEST_CASE("every single field value of a simple instruction survives") {
  for (std::uint64_t base :
       {0x100248219e9e7280ull, 0xd00248218c045dffull, 0xe002086712345678ull, 0xf0f809e7ffffffe0ull}) {
    std::vector<std::uint64_t> words;
    for (unsigned bit = 0; bit < 64; ++bit) words.push_back(base ^ std::uint64_t{1} << bit);
    for (unsigned value = 0; value < 64; ++value) {
      for (isa::Field f : {field::raddr_a, field::raddr_b, field::waddr_add, field::waddr_mul}) {
        words.push_back(f.set(base, value));
      }
    }
    check_round_trip(words);
  }
}

TEST_CASE("odd bytes at the end survive") {
  const std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const Program program = assemble(disassemble(bytes), "odd.qasm");
  REQUIRE(program.ok());
  REQUIRE(program.bytes.size() == 16);
  CHECK(std::equal(bytes.begin(), bytes.end(), program.bytes.begin()));
}

TEST_CASE("instructions are printed as people write them") {
  const auto text = [](const char* line) { return disassemble_word(word_of(line)); };
  CHECK(text("nop") == "nop");
  CHECK(text("nop; ldtmu0") == "ldtmu0");
  CHECK(text("add.ifz ra1, r2, rb3;fmul r0,r1,r2 ; thrend") ==
        "add.ifz ra1, r2, rb3; fmul r0, r1, r2; thrend");
  CHECK(text("mov.setf r0, unif") == "mov.setf r0, unif");
  CHECK(text("nop; mov r0, r1") == "nop; mov r0, r1");
  CHECK(text("mov r0, r1 >> 3") == "mov r0, r1>>3");
  CHECK(text("mov r0, r1 << 3") == "mov r0, r1>>13");
  CHECK(text("mov r0, r1 << r5") == "mov r0, r1<<r5");
  CHECK(text("sub r2, r2, 1") == "sub r2, r2, 1");
  CHECK(text("fmul r2, r2, 0.5") == "fmul r2, r2, 0.5");
  CHECK(text("add ra1.16a, ra0.8b, r0") == "add ra1.16a, ra0.8b, r0");
  CHECK(text("fmul r1.8as, r4.8d, r0") == "fmul r1.8asf, r4.8d, r0");
  CHECK(text("ldi ra5, [0,1,-2,-1,0,1,-2,-1,0,1,-2,-1,0,1,-2,-1]") ==
        "ldi ra5, [0,1,-2,-1,0,1,-2,-1,0,1,-2,-1,0,1,-2,-1]");
  CHECK(text("ldipeu r0, 5") == "ldipeu r0, [1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0]");
  CHECK(text("ldi vr_setup, 0x83001000") == "ldi vr_setup, 0x83001000");
  CHECK(text("sacq -, 15") == "sacq -, 15");
  CHECK(text("brr.anyz ra1, 64") == "brr.anyz ra1, 64");
  CHECK(text("bra.setf -, ra31") == "bra.setf -, ra31");
  CHECK(text("read vw_wait") == "read vw_wait");
  CHECK(text("brr r0, r1, ra4, -64") == "brr r0, r1, ra4, -64");
}

TEST_CASE("don't-care bits are left out for people, and kept as data for the assembler") {
  // The same ldi as encoded by py-videocore: the condition of the idle ALU differs.
  CHECK(disassemble_word(0xe002486712345678) == "ldi r1, 0x12345678");
  CHECK_FALSE(exact_instruction(0xe002486712345678).has_value());
  const std::vector<std::uint64_t> words{0xe002486712345678};
  CHECK(disassemble(std::span<const std::uint64_t>(words)) ==
        "    .long 0xe002486712345678  # ldi r1, 0x12345678\n");
}

TEST_CASE("words without meaning say why") {
  CHECK_THAT(disassemble_word(0xe4000000'00000000), Catch::Contains("reserved type"));
  CHECK_THAT(disassemble_word(0xf0d80000'00000000), Catch::Contains("reserved condition"));
  CHECK_THAT(disassemble_word(0x10020827'099e7040), Catch::Contains("reserved operation"));
}

TEST_CASE("relative branches get labels") {
  const auto words = words_of(":a\nnop\nbrr -, r:a\nnop\nnop\nnop\nbrr -, r:b\n:b\n");
  CHECK(disassemble(std::span<const std::uint64_t>(words)) ==
        ":L_000000\n    nop\n    brr -, r:L_000000\n    nop\n    nop\n    nop\n    brr -, r:L_000030\n"
        ":L_000030\n");
}

TEST_CASE("raw fields name every field of the form") {
  CHECK(raw_fields(0x10020827159e7240) ==
        "sig=1 unpack=0 pm=0 pack=0 cond_add=1 cond_mul=0 sf=0 ws=0 waddr_add=32 waddr_mul=39 op_mul=0 "
        "op_add=21 "
        "raddr_a=39 raddr_b=39 add_a=1 add_b=1 mul_a=0 mul_b=0");
  CHECK_THAT(raw_fields(0xf0f809e7ffffffe0),
             Catch::Contains("cond=15 rel=1 reg=0") && Catch::Contains("0xffffffe0"));
}

}  // namespace quadcl::qpu::assembly
