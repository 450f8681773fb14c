// SPDX-License-Identifier: Apache-2.0

// Caches that DMA stores do not reach (docs/videocore4.md, Caches).

#include <catch2/catch.hpp>
#include <cstring>
#include <map>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

using Catch::Matchers::Contains;

constexpr std::uint32_t kOld = 1, kNew = 99;

/// `read` loads a word of kData to r2. The word is read, overwritten and read again, with `meanwhile` in
/// between.
using Part = std::function<void(TestProgram&)>;

TestProgram read_store_read(const Part& read, const Part& meanwhile, const Part& read_again) {
  TestProgram program;
  program.data.assign(13 * 1024 + 16, kOld);
  read(program);
  program.store(Mux::r2).emit(ldi(waddr::r3, kNew)).store_to(kData, Mux::r3);
  meanwhile(program);
  read_again(program);
  program.store(Mux::r2);
  return program;
}

/// Reads, overwrites and reads again; returns all findings.
void read_and_store(const Part& read, const Part& read_again, FindingList& findings) {
  TestProgram program;
  program.data.assign(13 * 1024 + 16, kOld);
  read(program);
  program.emit(ldi(waddr::r3, kNew)).store_to(kData, Mux::r3);
  read_again(program);
  program.caches = CacheMode::report;
  program.sink = &findings;
  program.run_ok();
}

Part uniform_at(std::uint32_t address) {
  return [=](TestProgram& program) {
    program.emit(ldi(waddr::uniforms_address, address)).nops(2).emit(mov_a(waddr::r2, raddr::uniform));
  };
}

Part tmu_at(unsigned tmu, std::uint32_t address) {
  return [=](TestProgram& program) {
    program.emit(ldi(tmu == 0 ? waddr::tmu0_s : waddr::tmu1_s, address));
    program.emit(signal(tmu == 0 ? Signal::load_tmu0 : Signal::load_tmu1)).emit(mov(waddr::r2, Mux::r4));
  };
}

const Part kNothing = [](TestProgram&) {};

struct Seen {
  std::uint32_t off, report, stale;
  bool operator==(const Seen&) const = default;
};

std::uint32_t second_read(TestProgram program, CacheMode mode, FindingList& findings) {
  program.caches = mode;
  program.sink = &findings;
  program.run_ok();
  CHECK(program.result(0) == all(kOld));
  CHECK(program.result(1) == all(program.result(1)[0]));
  return program.result(1)[0];
}

/// The value of the second read in each mode. Both modes that model the caches report the same.
Seen seen_by(const TestProgram& program, FindingList& findings) {
  FindingList none, same;
  const Seen seen = {second_read(program, CacheMode::off, none),
                     second_read(program, CacheMode::report, findings),
                     second_read(program, CacheMode::stale, same)};
  CHECK(none.entries().empty());
  CHECK(same.entries().size() == findings.entries().size());
  return seen;
}

TEST_CASE("a uniform stored over while its line is cached is stale", "[emulator][cache]") {
  FindingList findings;
  const TestProgram program = read_store_read(uniform_at(kData), kNothing, uniform_at(kData + 4));
  CHECK(seen_by(program, findings) == Seen{kNew, kNew, kOld});
  REQUIRE(findings.entries().size() == 1);
  const Finding& finding = findings.entries()[0].finding;
  CHECK(finding.rule == Rule::stale_uniform);
  CHECK(finding.qpu == 0);
  // The instruction after ldi and two nops; the store is the start of the DMA, four before the second ldi.
  std::size_t read = program.code.size();
  while (Instruction(program.code[read - 1]).raddr_a() != raddr::uniform ||
         !Instruction(program.code[read - 1]).is_alu()) {
    --read;
  }
  CHECK(finding.address == BusAddress(static_cast<std::uint32_t>(kCode + 8 * (read - 1))));
  CHECK_THAT(finding.detail, Contains("0x60000004, stored by QPU 0 at 0x"));
  CHECK_THAT(to_string(finding), Contains("error: QPU 0 at 0x400000") && Contains("[stale-uniform]"));
}

TEST_CASE("a stale TMU read is an error once an instruction uses what it brings", "[emulator][cache]") {
  const auto rule_after = [](const Part& second_read) {
    FindingList findings;
    read_and_store(tmu_at(0, kData), second_read, findings);
    REQUIRE(findings.entries().size() == 1);
    return std::string(info(findings.entries()[0].finding.rule).name);
  };
  const Part request = [](TestProgram& p) { p.emit(ldi(waddr::tmu0_s, kData)); };
  const Part receive = [=](TestProgram& p) { request(p), p.emit(signal(Signal::load_tmu0)); };
  const auto received_then = [=](const std::vector<Instruction>& instructions) {
    return rule_after([&](TestProgram& p) {
      receive(p);
      for (const Instruction& i : instructions) p.emit(i);
    });
  };
  CHECK(received_then({mov(waddr::r2, Mux::r4)}) == "stale-tmu-read");
  CHECK(received_then({with_flags(mov(waddr::nop, Mux::r4))}) == "stale-tmu-read");
  CHECK(received_then({mul_op(MulOp::fmul, waddr::r2, Mux::r0, Mux::r4)}) == "stale-tmu-read");
  CHECK(received_then({mov(waddr::r2, Mux::r1), mov(waddr::vpm, Mux::r4)}) == "stale-tmu-read");
  // Unused results: dropped by an instruction, by another value in r4, by the end, or never received.
  CHECK(received_then({}) == "stale-tmu-read-unused");
  CHECK(received_then({mov(waddr::nop, Mux::r4)}) == "stale-tmu-read-unused");
  CHECK(received_then({ldi(waddr::sfu_exp, 0), isa::make_nop(), isa::make_nop(), mov(waddr::r2, Mux::r4)}) ==
        "stale-tmu-read-unused");
  CHECK(received_then({ldi(waddr::tmu0_s, kData + 4096), signal(Signal::load_tmu0),
                       mov(waddr::r2, Mux::r4)}) == "stale-tmu-read-unused");
  CHECK(rule_after(request) == "stale-tmu-read-unused");
  // An SFU write of some lanes leaves the others.
  CHECK(received_then({when(ldi(waddr::sfu_exp, 0), Condition::zero_set), isa::make_nop(), isa::make_nop(),
                       mov(waddr::r2, Mux::r4)}) == "stale-tmu-read");
}

/// Brings a word to r4 of which a store has changed the lowest byte since, and runs some instructions: what
/// becomes of the stale byte. The byte is of one number with those beside it if `element_bytes` is more.
std::string rule_of_part(const std::vector<Instruction>& instructions, unsigned element_bytes = 1,
                         std::uint32_t stored = kNew) {
  FindingList findings;
  TestProgram program;
  program.data.assign(16, kOld);
  tmu_at(0, kData)(program);
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x1a00 | 63)));
  program.emit(ldi(waddr::r3, stored)).emit(mov(waddr::vpm, Mux::r3));
  const std::uint32_t mode = element_bytes == 4 ? 0 : element_bytes == 2 ? 2 : 4;
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80814000 | 63 << 7 | mode)));  // one number
  program.emit(via_file_b(ldi(waddr::dma_store_address, kData)));
  program.emit(isa::make_nop().set(field::raddr_b, raddr::dma_store_wait));
  program.emit(ldi(waddr::tmu0_s, kData)).emit(signal(Signal::load_tmu0));
  for (const Instruction& instruction : instructions) program.emit(instruction);
  program.caches = CacheMode::report;
  program.sink = &findings;
  program.run_ok();
  REQUIRE(findings.entries().size() == 1);
  CHECK(findings.entries()[0].times == 16);
  return std::string(info(findings.entries()[0].finding.rule).name);
}

TEST_CASE("a stale byte is an error once it makes a difference outside of registers", "[emulator][cache]") {
  const std::string error = "stale-tmu-read", harmless = "stale-tmu-read-unused";
  const auto by = [](AddOp op, unsigned to, Mux a, unsigned small) {
    return with_small_immediate(add_op(op, to, a, Mux::file_b), small);
  };
  const Instruction to_vpm = mov(waddr::vpm, Mux::r2), forget = mov(waddr::r2, Mux::r1);
  const Instruction word_rows = via_file_b(ldi(waddr::vpm_write_setup, 0x1a00 | 62)),
                    byte_rows = via_file_b(ldi(waddr::vpm_write_setup, 0x1800 | 62 << 2));
  CHECK(rule_of_part({word_rows, mov(waddr::r2, Mux::r4), to_vpm}) == error);
  CHECK(rule_of_part({word_rows, mov(waddr::r2, Mux::r4), forget, to_vpm}) == harmless);
  // Shifts, masks.
  CHECK(rule_of_part({word_rows, by(AddOp::shr, waddr::r2, Mux::r4, 8), to_vpm}) == harmless);
  CHECK(rule_of_part({word_rows, by(AddOp::shr, waddr::r2, Mux::r4, 7), to_vpm}) == error);
  CHECK(rule_of_part({word_rows, by(AddOp::ror, waddr::r2, Mux::r4, 8), to_vpm}) == error);
  CHECK(rule_of_part({word_rows, ldi(waddr::r0, 0xffff00),
                      add_op(AddOp::bit_and, waddr::r2, Mux::r4, Mux::r0), to_vpm}) == harmless);
  CHECK(rule_of_part({word_rows, ldi(waddr::r0, 0x80), add_op(AddOp::bit_and, waddr::r2, Mux::r4, Mux::r0),
                      to_vpm}) == error);
  CHECK(rule_of_part({word_rows, ldi(waddr::r0, 0xff), add_op(AddOp::bit_or, waddr::r2, Mux::r4, Mux::r0),
                      to_vpm}) == harmless);
  // Carries go up.
  CHECK(rule_of_part({word_rows, by(AddOp::add, waddr::r2, Mux::r4, 1), by(AddOp::shr, waddr::r2, Mux::r2, 8),
                      to_vpm}) == error);
  // Of rows of bytes, the lowest bits of each lane are stored.
  CHECK(rule_of_part({byte_rows, by(AddOp::shl, waddr::r2, Mux::r4, 8), to_vpm}) == harmless);
  CHECK(rule_of_part({byte_rows, mov(waddr::r2, Mux::r4), to_vpm}) == error);
  // Flags and addresses, operations on all bits, some lanes.
  CHECK(rule_of_part({with_flags(mov(waddr::nop, Mux::r4))}) == error);
  CHECK(rule_of_part({with_flags(by(AddOp::shr, waddr::nop, Mux::r4, 8))}) == harmless);
  CHECK(rule_of_part({word_rows, mul_op(MulOp::fmul, waddr::r2, Mux::r4, Mux::r1), to_vpm}) == error);
  CHECK(rule_of_part({word_rows, with_flags(ldi(waddr::r0, 0)), mov(waddr::r2, Mux::r4),
                      when(ldi(waddr::r2, 0), Condition::zero_clear), to_vpm}) == error);
}

TEST_CASE("what a store leaves as it was is not stale for a TMU", "[emulator][cache]") {
  const std::vector<Instruction> use = {mov(waddr::r2, Mux::r4)};
  CHECK(rule_of_part(use, 4) == "stale-tmu-read");
  CHECK(rule_of_part(use, 4, kOld) == "stale-tmu-read-unused");
  CHECK(rule_of_part({mov(waddr::vpm, Mux::r4)}, 2) == "stale-tmu-read");
  CHECK(rule_of_part({mov(waddr::vpm, Mux::r4)}, 2, kOld) == "stale-tmu-read-unused");
}

TEST_CASE("of several TMU requests under way, only those used are errors", "[emulator][cache]") {
  // Four requests for the overwritten word; results 1 and 3 are used.
  FindingList findings;
  read_and_store(
      tmu_at(0, kData),
      [](TestProgram& p) {
        for (unsigned i = 0; i < 4; ++i) p.emit(ldi(waddr::tmu0_s, kData));
        for (unsigned i = 0; i < 4; ++i) {
          p.emit(signal(Signal::load_tmu0));
          if (i % 2 != 0) p.emit(mov(waddr::r2, Mux::r4));
        }
      },
      findings);
  std::vector<Rule> rules;
  for (const auto& entry : findings.entries()) rules.push_back(entry.finding.rule);
  CHECK(rules == std::vector{Rule::stale_tmu_read_unused, Rule::stale_tmu_read, Rule::stale_tmu_read_unused,
                             Rule::stale_tmu_read});
}

TEST_CASE("words of a line that no store wrote to are not stale", "[emulator][cache]") {
  FindingList findings;
  TestProgram program = read_store_read(uniform_at(kData + 64), kNothing, uniform_at(kData + 64));
  CHECK(seen_by(program, findings) == Seen{kOld, kOld, kOld});
  CHECK(findings.entries().empty());
}

TEST_CASE("a line that was not cached comes from memory", "[emulator][cache]") {
  FindingList findings;
  CHECK(seen_by(read_store_read(uniform_at(kData + 64), kNothing, uniform_at(kData)), findings) ==
        Seen{kNew, kNew, kNew});
  CHECK(findings.entries().empty());
}

TEST_CASE("two uniforms are fetched ahead of their reads", "[emulator][cache]") {
  // Reading the last word of a line has fetched the first two words of the next line.
  const auto program = [](unsigned words_before) {
    TestProgram program;
    program.data.assign(48, kOld);
    program.emit(ldi(waddr::uniforms_address, kData + 64 - 4 * words_before)).nops(2);
    program.emit(mov_a(waddr::r2, raddr::uniform)).store(Mux::r2);
    program.emit(ldi(waddr::r3, kNew)).store_to(kData + 64, Mux::r3);
    for (unsigned i = 0; i < words_before; ++i) program.emit(mov_a(waddr::r2, raddr::uniform));
    program.store(Mux::r2);
    return program;
  };
  FindingList one, two, three;
  CHECK(seen_by(program(1), one) == Seen{kNew, kNew, kOld});
  CHECK(seen_by(program(2), two) == Seen{kNew, kNew, kOld});
  CHECK(seen_by(program(3), three) == Seen{kNew, kNew, kNew});
  REQUIRE(one.entries().size() == 1);
  CHECK(one.entries()[0].finding.rule == Rule::stale_uniform);
  CHECK(three.entries().empty());
}

TEST_CASE("a program's first uniforms are fetched before it runs", "[emulator][cache]") {
  TestProgram program;
  program.uniforms.assign(16, kOld);
  program.emit(ldi(waddr::r2, kOld)).store(Mux::r2).emit(ldi(waddr::r3, kNew)).store_to(kUniforms, Mux::r3);
  program.emit(mov_a(waddr::r2, raddr::uniform)).store(Mux::r2);
  FindingList findings;
  CHECK(seen_by(program, findings) == Seen{kNew, kNew, kOld});
  CHECK(findings.entries().size() == 1);
}

TEST_CASE("what is fetched ahead may lie outside of memory", "[emulator][cache]") {
  TestProgram program;
  program.data.assign(16, kOld);
  program.emit(ldi(waddr::uniforms_address, kData + 60)).nops(2).emit(mov_a(waddr::r2, raddr::uniform));
  program.store(Mux::r2);
  program.caches = CacheMode::stale;
  program.run_ok();
  CHECK(program.result(0) == all(kOld));
}

TEST_CASE("a TMU sees what it or the L2C holds", "[emulator][cache]") {
  for (const unsigned other : {0u, 1u}) {
    FindingList findings;
    const TestProgram program = read_store_read(tmu_at(0, kData), kNothing, tmu_at(other, kData + 8));
    CHECK(seen_by(program, findings) == Seen{kNew, kNew, kOld});
    REQUIRE(findings.entries().size() == 1);
    CHECK(findings.entries()[0].finding.rule == Rule::stale_tmu_read);
    CHECK(findings.entries()[0].times == 16);  // one for each lane
  }
  FindingList findings;
  CHECK(seen_by(read_store_read(uniform_at(kData), kNothing, tmu_at(0, kData)), findings) ==
        Seen{kNew, kNew, kOld});
}

/// Reads lines that are so far apart through TMU 0. At 1 KB all come into one set of a TMU's cache (4 KB,
/// 4 ways), and of 12 lines 3 into one set of the L2C (16 KB, 4 ways) with the line before them; at 4 KB all
/// do.
Part read_others(unsigned step, unsigned lines, std::uint32_t from = kData) {
  return [=](TestProgram& program) {
    for (unsigned i = 1; i <= lines; ++i) tmu_at(0, from + step * i)(program);
  };
}

TEST_CASE("lines that are pushed out of both caches come back fresh", "[emulator][cache]") {
  const auto seen_after = [](const Part& others) {
    FindingList findings;
    const Seen seen = seen_by(read_store_read(tmu_at(0, kData), others, tmu_at(0, kData)), findings);
    CHECK(findings.entries().empty() == (seen.stale == kNew));
    return seen.stale;
  };
  CHECK(seen_after(read_others(1024, 12)) == kOld);
  CHECK(seen_after(read_others(4096, 3)) == kOld);
  // As many as a set has ways. None stays by chance, whatever another set gave up before.
  for (unsigned lines = 4; lines < 10; ++lines) {
    const Part in_another_set = read_others(4096, lines, kData + 64);
    CHECK(seen_after([&](TestProgram& p) { in_another_set(p), read_others(4096, 4)(p); }) == kNew);
  }
  CHECK(seen_after(read_others(4096, 12)) == kNew);
}

TEST_CASE("what caches hold goes by their geometry", "[emulator][cache]") {
  // One other line is read between: it takes the place of the first in caches of one line, and in no others.
  TestProgram program = read_store_read(tmu_at(0, kData), tmu_at(0, kData + 64), tmu_at(0, kData));
  FindingList findings;
  CHECK(second_read(program, CacheMode::stale, findings) == kOld);
  program.geometries.tmu = program.geometries.l2c = {kCacheLineBytes, 1};
  CHECK(second_read(program, CacheMode::stale, findings) == kNew);
}

TEST_CASE("a DMA load reads memory, not a cache", "[emulator][cache]") {
  FindingList findings;
  const Part load = [](TestProgram& program) {
    program.emit(ldi(waddr::vpm_read_setup, 0x83010000)).emit(ldi(waddr::dma_load_address, kData));
    program.emit(isa::make_nop().set(field::raddr_a, raddr::dma_load_wait));
    program.emit(ldi(waddr::vpm_read_setup, 0x00101a00)).nops(3).emit(mov_a(waddr::r2, raddr::vpm));
  };
  CHECK(seen_by(read_store_read(tmu_at(0, kData), kNothing, load), findings) == Seen{kNew, kNew, kNew});
  CHECK(findings.entries().empty());
}

TEST_CASE("caches are per slice, and cold at the start of a job", "[emulator][cache]") {
  // All QPUs read the word, one after the other. Before that, each stores its number plus 100 there.
  TestProgram program;
  program.data.assign(16, kOld);
  program.emit(isa::make_nop().set(field::raddr_a, raddr::mutex_acquire));
  program.emit(mov_b(waddr::r3, raddr::qpu_number)).emit(ldi(waddr::r2, 100));
  program.emit(add_op(AddOp::add, waddr::r3, Mux::r2, Mux::r3)).store_to(kData, Mux::r3);
  tmu_at(0, kData)(program);
  program.store(Mux::r2).emit(mov(waddr::mutex_release, Mux::r0));
  FindingList findings;
  program.caches = CacheMode::stale;
  program.sink = &findings;
  for (int job = 0; job < 2; ++job) {
    program.run_ok(tested_engine(), 5);
    // The first read puts 100 into TMU 0 of slice 0 and the L2C; all others get it from there.
    CHECK(program.result(0) == all(100));
  }
  CHECK(findings.entries().size() == 4);
}

/// A line of eight instructions loads kOld to r2. The program replaces it by one that loads kNew, and
/// executes it again.
TestProgram program_that_changes_itself() {
  constexpr std::size_t kLine = 8, kEnd = 27;
  TestProgram program;
  program.emit(ldi(waddr::r1, 2)).nops(kLine - 1);
  program.emit(ldi(waddr::r2, kOld));
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::r1, Mux::r1, Mux::file_b), 1)));
  program.branch(BranchCondition::all_zero_set, kEnd).nops(5);
  program.emit(ldi(waddr::vpm_read_setup, 0x83010000)).emit(ldi(waddr::dma_load_address, kData));
  program.emit(isa::make_nop().set(field::raddr_a, raddr::dma_load_wait));
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80904000)));
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)));
  program.emit(via_file_b(ldi(waddr::dma_store_address, kCode + 8 * kLine)));
  program.emit(isa::make_nop().set(field::raddr_b, raddr::dma_store_wait));
  program.branch(BranchCondition::always, kLine).nops(3);
  REQUIRE(program.code.size() == kEnd);
  program.store(Mux::r2);
  program.data.resize(16);
  std::memcpy(program.data.data(), &program.code[kLine], 64);
  program.data[0] = kNew;  // the low word of ldi is its immediate
  return program;
}

TEST_CASE("code that a program changes is seen like other memory", "[emulator][cache]") {
  const std::pair<CacheMode, std::uint32_t> seen[] = {
      {CacheMode::off, kNew}, {CacheMode::report, kNew}, {CacheMode::stale, kOld}};
  for (const auto& [mode, value] : seen) {
    TestProgram program = program_that_changes_itself();
    FindingList findings;
    program.caches = mode;
    program.sink = &findings;
    program.run_ok();
    CHECK(program.result(0) == all(value));
    const bool reported = mode != CacheMode::off;
    REQUIRE(findings.entries().size() == (reported ? 6u : 0u));  // to the delay slots
    for (std::uint32_t i = 0; i < findings.entries().size(); ++i) {
      CHECK(findings.entries()[i].finding.rule == Rule::stale_instruction);
      CHECK(findings.entries()[i].finding.address == BusAddress(kCode + 8 * (8 + i)));
    }
  }
}

constexpr std::uint32_t kOverwritten = kCode + 64, kStart = kOverwritten + 48;

/// `start` starts a DMA store to the address in r0. It overwrites its own line of eight instructions, of
/// which it is the last but one, with copies of `by`.
TestProgram line_that_overwrites_itself(const Instruction& start, const Instruction& by) {
  TestProgram program;
  program.nops(8);
  program.emit(ldi(waddr::vpm_read_setup, 0x83010000)).emit(ldi(waddr::dma_load_address, kData));
  program.emit(isa::make_nop().set(field::raddr_a, raddr::dma_load_wait));
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80904000)));
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)));
  program.emit(ldi(waddr::r0, kOverwritten)).emit(start).nops(1);
  REQUIRE(program.code.size() == 16);
  program.data.resize(16);
  const std::uint64_t word = by.word();
  for (std::size_t i = 0; i < 16; i += 2) std::memcpy(&program.data[i], &word, 8);
  return program;
}

/// Notes the words of executed instructions by address, as an observer and as a scheduler of one QPU.
class ExecutedWords final : public Observer, public Scheduler {
 public:
  std::map<std::uint32_t, std::uint64_t> retired_words, tried_words;

  void retired(const Qpu&, const Operation& operation) override {
    retired_words[operation.address] = operation.word;
  }
  Qpu* choose(std::span<Qpu> qpus) override { return qpus[0].live ? &qpus[0] : nullptr; }
  void tried(Qpu&, const Operation& operation, Step) override {
    tried_words[operation.address] = operation.word;
  }
};

TEST_CASE("an instruction that overwrites itself does all that it does, and is seen as it was",
          "[emulator][cache]") {
  // The multiply ALU's result goes to r5 after the store has put a nop in the instruction's place.
  const Instruction to_r5 = mul_op(MulOp::v8min, waddr::r5, Mux::r0, Mux::r0);
  const Instruction start = via_file_b(both(mov(waddr::dma_store_address, Mux::r0), to_r5));
  for (const CacheMode mode : {CacheMode::off, CacheMode::report, CacheMode::stale}) {
    for (const bool observed : {false, true}) {
      for (const bool scheduled : {false, true}) {
        CAPTURE(static_cast<int>(mode), observed, scheduled);
        TestProgram program = line_that_overwrites_itself(start, isa::make_nop());
        program.store(Mux::r5);
        ExecutedWords words;
        program.caches = mode;
        program.observer = observed ? &words : nullptr;
        program.scheduler = scheduled ? &words : nullptr;
        program.run_ok();
        CHECK(program.code[14] == isa::make_nop().word());
        CHECK(program.result(0) == all(kOverwritten));
        if (observed) CHECK(words.retired_words.at(kStart) == start.word());
        if (scheduled) CHECK(words.tried_words.at(kStart) == start.word());
      }
    }
  }
}

TEST_CASE("what an instruction puts in its own place is not executed with it", "[emulator][cache]") {
  // It would receive from a TMU that was asked for nothing. The next instruction waits for that: it is the
  // new one, or the old one from the cache.
  const Instruction receive = signal(Signal::load_tmu0);
  for (const CacheMode mode : {CacheMode::off, CacheMode::report, CacheMode::stale}) {
    CAPTURE(static_cast<int>(mode));
    TestProgram program =
        line_that_overwrites_itself(via_file_b(mov(waddr::dma_store_address, Mux::r0)), receive);
    FindingList findings;
    program.caches = mode;
    program.sink = &findings;
    const RunOutcome outcome = program.run();
    REQUIRE(outcome.error.has_value() == (mode != CacheMode::stale));
    if (outcome.error) {
      CHECK(outcome.error->code == ErrorCode::deadlock);
      CHECK(outcome.qpus[0].next_instruction == BusAddress(kStart + 8));
      CHECK(outcome.qpus[0].next_word == receive.word());
    }
  }
}

TEST_CASE("an instruction that was not executed before its change is new on the chip, too",
          "[emulator][cache]") {
  TestProgram program;
  program.emit(ldi(waddr::r3, 0)).store_to(kCode + 512, Mux::r3);
  program.branch(BranchCondition::always, 64).nops(3);
  program.nops(static_cast<unsigned>(64 + 8 - program.code.size()));
  program.caches = CacheMode::stale;
  const RunOutcome outcome = program.run();  // a word of 0 is a breakpoint
  REQUIRE(outcome.error.has_value());
  CHECK_THAT(outcome.error->message, Contains("QPU 0 at 0x40000200") && Contains("breakpoint"));
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
