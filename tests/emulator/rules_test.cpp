// SPDX-License-Identifier: Apache-2.0

// Rules that need execution to be checked (docs/videocore4.md, Restrictions): for each, a program that breaks
// it and one that keeps it.

#include <catch2/catch.hpp>

#include "harness.h"
#include "qpu/emulator/rule_checker.h"

namespace quadcl::qpu::emulator::testing {
namespace {

using Catch::Matchers::Contains;

const Instruction kAcquire = isa::make_nop().set(field::raddr_a, raddr::mutex_acquire);
const Instruction kRelease = mov(waddr::mutex_release, Mux::r0);
const Instruction kWaitLoad = isa::make_nop().set(field::raddr_a, raddr::dma_load_wait);
const Instruction kWaitStore = isa::make_nop().set(field::raddr_b, raddr::dma_store_wait);
const Instruction kPollStore = isa::make_nop().set(field::raddr_b, raddr::dma_store_busy);

using Part = std::function<void(TestProgram&)>;

std::vector<std::string> broken_rules(const Part& part, RuleOptions options = {}, unsigned qpus = 1) {
  TestProgram program;
  program.data.assign(64, 7);
  for (std::uint32_t i = 0; i < 8; ++i) program.uniform(i);
  part(program);
  FindingList findings;
  RuleChecker checker(findings, options);
  program.observer = &checker;
  program.run(tested_engine(), qpus);
  std::vector<std::string> names;
  for (const FindingList::Entry& entry : findings.entries()) {
    names.emplace_back(info(entry.finding.rule).name);
    CHECK_THAT(to_string(entry.finding), Contains(names.back()) && Contains("QPU"));
  }
  return names;
}

using Names = std::vector<std::string>;

/// One VDR row of 16 words to VPM row 0, and one VDW row from it.
TestProgram& start_load(TestProgram& program) {
  return program.emit(ldi(waddr::vpm_read_setup, 0x83010000)).emit(ldi(waddr::dma_load_address, kData));
}
TestProgram& start_store(TestProgram& program) {
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80904000)));
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)));
  return program.emit(via_file_b(ldi(waddr::dma_store_address, kData)));
}
TestProgram& read_row_0(TestProgram& program) {
  return program.emit(ldi(waddr::vpm_read_setup, 0x00101a00)).nops(3).emit(mov_a(waddr::r2, raddr::vpm));
}
TestProgram& write_row(TestProgram& program, unsigned row) {
  return program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x1a00 | row))).emit(ldi(waddr::vpm, 1));
}

TEST_CASE("dma-started-twice: a transfer while the last one may run", "[emulator][rules]") {
  CHECK(broken_rules([](TestProgram& p) { start_load(start_load(p)); }) == Names{"dma-started-twice"});
  CHECK(broken_rules([](TestProgram& p) { start_store(start_store(p)); }) == Names{"dma-started-twice"});
  CHECK(broken_rules([](TestProgram& p) { start_load(start_load(p).emit(kWaitLoad)); }).empty());
  CHECK(broken_rules([](TestProgram& p) { start_store(start_store(p).emit(kPollStore)); }).empty());
  // One transfer of each kind may run. Waiting for the other kind does not count.
  CHECK(broken_rules([](TestProgram& p) { start_load(start_store(p).emit(kWaitStore)); }).empty());
  CHECK(broken_rules([](TestProgram& p) { start_load(start_load(p).emit(kWaitStore)); }) ==
        Names{"dma-started-twice"});
}

TEST_CASE("dma-of-another-qpu-busy: transfers of two QPUs at a time", "[emulator][rules]") {
  // QPU 0 starts and waits for a semaphore before it reads the wait register; QPU 1 starts meanwhile.
  // Each has a VPM row of its own.
  const auto program = [](bool locked) {
    return [=](TestProgram& p) {
      if (locked) p.emit(kAcquire);
      p.emit(mov_b(waddr::r0, raddr::qpu_number)).emit(ldi(waddr::r1, 0x83010000));
      p.emit(with_small_immediate(add_op(AddOp::shl, waddr::r0, Mux::r0, Mux::file_b), 4));
      p.emit(add_op(AddOp::bit_or, waddr::vpm_read_setup, Mux::r0, Mux::r1));
      p.emit(ldi(waddr::dma_load_address, kData));
      if (locked) p.emit(kWaitLoad).emit(kRelease);
      p.emit(isa::make_semaphore(0, false)).nops(2000).emit(kWaitLoad).emit(isa::make_semaphore(0, true));
    };
  };
  // At the instructions of both.
  CHECK(broken_rules(program(false), {.pedantic = true}, 2) ==
        Names{"dma-of-another-qpu-busy", "dma-of-another-qpu-busy"});
  CHECK(broken_rules(program(true), {.pedantic = true}, 2).empty());
  // Programs do so on chips, and work: QPULib's, VC4C's, V3DLib's.
  CHECK(broken_rules(program(false), {}, 2).empty());
}

TEST_CASE("dma-setup-missing: transfers without a setup", "[emulator][rules]") {
  CHECK(broken_rules([](TestProgram& p) { p.emit(ldi(waddr::dma_load_address, kData)); }) ==
        Names{"dma-setup-missing"});
  CHECK(broken_rules([](TestProgram& p) {
          p.emit(ldi(waddr::vpm_read_setup, 0x80020000)).emit(ldi(waddr::dma_load_address, kData));
        }) == Names{"dma-setup-missing"});
  CHECK(broken_rules([](TestProgram& p) {
          p.emit(ldi(waddr::vpm_read_setup, 0x90000040)).emit(ldi(waddr::vpm_read_setup, 0x80020000));
          p.emit(ldi(waddr::dma_load_address, kData));
        }).empty());
  const auto store_rows = [](unsigned rows) {
    return [=](TestProgram& p) {
      p.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80104000 | rows << 23)));
      p.emit(via_file_b(ldi(waddr::dma_store_address, kData)));
    };
  };
  CHECK(broken_rules(store_rows(2)) == Names{"dma-setup-missing"});
  CHECK(broken_rules(store_rows(1)).empty());  // the stride does not matter
}

TEST_CASE("vpm-read-during-load and vpm-write-during-store", "[emulator][rules]") {
  CHECK(broken_rules([](TestProgram& p) { read_row_0(start_load(p)); }) == Names{"vpm-read-during-load"});
  CHECK(broken_rules([](TestProgram& p) { read_row_0(start_load(p).emit(kWaitLoad)); }).empty());
  CHECK(broken_rules([](TestProgram& p) { start_store(start_load(p)); }) == Names{"vpm-read-during-load"});
  CHECK(broken_rules([](TestProgram& p) { write_row(start_store(p), 0); }) ==
        Names{"vpm-write-during-store"});
  CHECK(broken_rules([](TestProgram& p) { write_row(start_store(p).emit(kWaitStore), 0); }).empty());
  CHECK(broken_rules([](TestProgram& p) { write_row(start_store(p), 1); }).empty());
  CHECK(broken_rules([](TestProgram& p) { start_load(start_store(p)); }) == Names{"vpm-write-during-store"});
}

TEST_CASE("vpm-write-during-store is harmless where later stores overwrite what it changes",
          "[emulator][rules]") {
  // A store of rows 0 and 1 to 128 bytes, and row 1 is written meanwhile.
  const auto race = [](TestProgram& p) -> TestProgram& {
    p.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x81104000)));
    p.emit(via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)));
    p.emit(via_file_b(ldi(waddr::dma_store_address, kData)));
    return write_row(p, 1).emit(kWaitStore);
  };
  const auto store_row_1 = [](TestProgram& p, std::uint32_t setup, std::uint32_t address) -> TestProgram& {
    p.emit(via_file_b(ldi(waddr::vpm_write_setup, setup)));
    return p.emit(via_file_b(ldi(waddr::dma_store_address, address))).emit(kWaitStore);
  };
  const auto load = [](TestProgram& p, std::uint32_t address) -> TestProgram& {
    p.emit(ldi(waddr::vpm_read_setup, 0x83010000 | 32 << 4)).emit(ldi(waddr::dma_load_address, address));
    return p.emit(kWaitLoad);
  };
  constexpr std::uint32_t kRow1 = 0x80904080, kHalfOfRow1 = 0x80884080;
  const Names error{"vpm-write-during-store"}, warning{"vpm-write-during-store-unused"};
  CHECK(broken_rules([&](TestProgram& p) { race(p); }) == error);
  CHECK(broken_rules([&](TestProgram& p) { store_row_1(race(p), kRow1, kData + 64); }) == warning);
  CHECK(broken_rules([&](TestProgram& p) { store_row_1(race(p), kRow1, kData); }) == error);
  CHECK(broken_rules([&](TestProgram& p) { store_row_1(race(p), kHalfOfRow1, kData + 64); }) == error);
  CHECK(broken_rules([&](TestProgram& p) {
          store_row_1(store_row_1(race(p), kHalfOfRow1, kData + 64), kHalfOfRow1, kData + 96);
        }) == warning);
  // Read in between, by DMA or by a TMU
  CHECK(broken_rules([&](TestProgram& p) { store_row_1(load(race(p), kData + 64), kRow1, kData + 64); }) ==
        error);
  CHECK(broken_rules([&](TestProgram& p) { store_row_1(load(race(p), kData), kRow1, kData + 64); }) ==
        warning);
  CHECK(broken_rules([&](TestProgram& p) {
          race(p).emit(ldi(waddr::tmu0_s, kData + 124)).emit(signal(Signal::load_tmu0));
          store_row_1(p, kRow1, kData + 64);
        }) == error);
}

TEST_CASE("a fault ends the job before the finding that was held back", "[emulator][rules]") {
  TestProgram program;
  program.data.assign(64, 7);
  write_row(start_store(program), 0).emit(ldi(waddr::dma_load_address, 0x7fff0000));
  FindingList findings;
  RuleChecker checker(findings);
  program.observer = &checker;
  CHECK(program.run().error.has_value());
  checker.job_ended();
  CHECK(findings.has_error());
}

TEST_CASE("vpm-setup-ignored and vpm-reads-left", "[emulator][rules]") {
  const auto set_up = [](unsigned times) {
    return [=](TestProgram& p) {
      for (unsigned i = 0; i < times; ++i) p.emit(ldi(waddr::vpm_read_setup, 0x00101a00));
      p.nops(3);
      for (unsigned i = 0; i < std::min(times, 2u); ++i) p.emit(mov_a(waddr::r2, raddr::vpm));
    };
  };
  CHECK(broken_rules(set_up(2)).empty());
  CHECK(broken_rules(set_up(3)) == Names{"vpm-setup-ignored"});
  CHECK(broken_rules([](TestProgram& p) {
          p.emit(ldi(waddr::vpm_read_setup, 0x00201a00)).nops(3).emit(mov_a(waddr::r2, raddr::vpm));
        }) == Names{"vpm-reads-left"});
}

TEST_CASE("vpm-setup-queued: chips take a setup when at most one vector of the last is unread",
          "[emulator][rules]") {
  const auto set_up_2_then_3 = [](unsigned read_before) {
    return [=](TestProgram& p) {
      p.emit(ldi(waddr::vpm_read_setup, 0x00201a00)).nops(3);
      for (unsigned i = 0; i < read_before; ++i) p.emit(mov_a(waddr::r2, raddr::vpm));
      p.emit(ldi(waddr::vpm_read_setup, 0x00301a00)).nops(3);
      for (unsigned i = read_before; i < 5; ++i) p.emit(mov_a(waddr::r2, raddr::vpm));
    };
  };
  CHECK(broken_rules(set_up_2_then_3(0)) == Names{"vpm-setup-queued"});
  CHECK(broken_rules(set_up_2_then_3(1)).empty());
  CHECK(broken_rules(set_up_2_then_3(2)).empty());
}

TEST_CASE("tmu-results-left and tmu-requests-deep", "[emulator][rules]") {
  const auto requests = [](unsigned count, unsigned received) {
    return [=](TestProgram& p) {
      for (unsigned i = 0; i < count; ++i) p.emit(ldi(waddr::tmu0_s, kData));
      for (unsigned i = 0; i < received; ++i) p.emit(signal(Signal::load_tmu0));
    };
  };
  CHECK(broken_rules(requests(4, 4)).empty());
  CHECK(broken_rules(requests(4, 3)) == Names{"tmu-results-left"});
  // Without a model of caches, the fifth may hit.
  CHECK(broken_rules(requests(5, 5), {.pedantic = true}) == Names{"tmu-requests-deep"});
  CHECK(broken_rules(requests(4, 4), {.pedantic = true}).empty());
  CHECK(broken_rules(requests(5, 5)).empty());  // as GPU_FFT
  CHECK(broken_rules([](TestProgram& p) { p.emit(ldi(waddr::tmu0_t, 0)); }) == Names{"tmu-results-left"});
}

TEST_CASE("tmu-requests-deep: only where a request hits the cache", "[emulator][rules]") {
  const auto names = [](const std::vector<std::uint32_t>& offsets) {
    TestProgram program;
    program.data.assign(256, 7);
    for (const std::uint32_t offset : offsets) program.emit(ldi(waddr::tmu0_s, kData + offset));
    for (std::size_t i = 0; i < offsets.size(); ++i) program.emit(signal(Signal::load_tmu0));
    FindingList findings;
    RuleChecker checker(findings, {.pedantic = true});
    program.observer = &checker;
    program.caches = CacheMode::report;
    program.run_ok();
    Names result;
    for (const auto& entry : findings.entries()) result.emplace_back(info(entry.finding.rule).name);
    return result;
  };
  CHECK(names({0, 64, 128, 192, 256, 320, 384}).empty());
  CHECK(names({0, 64, 128, 192, 256, 0}) == Names{"tmu-requests-deep"});
  CHECK(names({0, 0, 64, 128}).empty());
  CHECK(names({0, 0, 64, 128, 192}).empty());
}

TEST_CASE("uniform-after-address: two instructions between", "[emulator][rules]") {
  const auto read_after = [](unsigned distance) {
    return [=](TestProgram& p) {
      p.emit(ldi(waddr::uniforms_address, kData)).nops(distance).emit(mov_a(waddr::r2, raddr::uniform));
    };
  };
  CHECK(broken_rules(read_after(0)) == Names{"uniform-after-address"});
  CHECK(broken_rules(read_after(1)) == Names{"uniform-after-address"});
  CHECK(broken_rules(read_after(2)).empty());
  // Through a branch, which the static check may not follow.
  CHECK(broken_rules([](TestProgram& p) {
          p.branch(BranchCondition::always, 7).nops(2).emit(ldi(waddr::uniforms_address, kData)).nops(3);
          p.emit(mov_a(waddr::r2, raddr::uniform));
        }) == Names{"uniform-after-address"});
}

TEST_CASE("uniform-address-unaligned: at the start and when written", "[emulator][rules]") {
  const Names unaligned{"uniform-address-unaligned"};
  CHECK(broken_rules([](TestProgram& p) { p.emit(ldi(waddr::uniforms_address, kData + 2)); }) == unaligned);
  CHECK(broken_rules([](TestProgram& p) { p.emit(ldi(waddr::uniforms_address, kData + 4)); }).empty());
  TestProgram program;
  program.end();
  BusMap map;
  map.add({BusAddress(kCode), static_cast<std::uint32_t>(8 * program.code.size()),
           reinterpret_cast<std::byte*>(program.code.data())});
  const QpuProgram programs[] = {{BusAddress(kCode), BusAddress(kCode)},
                                 {BusAddress(kCode), BusAddress(kCode + 1)}};
  FindingList findings;
  RuleChecker checker(findings);
  Machine machine(tested_engine());
  CHECK_FALSE(machine.run(programs, map, {.observer = &checker}).error.has_value());
  REQUIRE(findings.entries().size() == 1);
  CHECK(info(findings.entries()[0].finding.rule).name == unaligned[0]);
  CHECK(findings.entries()[0].finding.qpu == 1);
  CHECK_THAT(findings.entries()[0].finding.detail, Contains("0x40000001"));
}

TEST_CASE("semaphore-left: what the next job would find", "[emulator][rules]") {
  CHECK(broken_rules([](TestProgram& p) { p.emit(isa::make_semaphore(3, false)); }) ==
        Names{"semaphore-left"});
  CHECK(broken_rules([](TestProgram& p) {
          p.emit(isa::make_semaphore(3, false)).emit(isa::make_semaphore(3, true));
        }).empty());
  // Only the end of the last program counts.
  CHECK(broken_rules([](TestProgram& p) { p.emit(isa::make_semaphore(3, false)); }, {}, 4) ==
        Names{"semaphore-left"});
}

TEST_CASE("mutex-held and mutex-not-owned", "[emulator][rules]") {
  CHECK(broken_rules([](TestProgram& p) { p.emit(kAcquire).emit(kRelease); }, {}, 3).empty());
  CHECK(broken_rules([](TestProgram& p) { p.emit(kAcquire); }) == Names{"mutex-held"});
  CHECK(broken_rules([](TestProgram& p) { p.emit(kRelease); }) == Names{"mutex-not-owned"});
}

constexpr RuleOptions kUnwritten{.unwritten = true};

TEST_CASE("register-never-written: all kinds of registers and operands", "[emulator][rules]") {
  const auto reads = [](Instruction instruction) {
    return broken_rules([=](TestProgram& p) { p.emit(instruction); }, kUnwritten);
  };
  const Names one{"register-never-written"};
  CHECK(reads(mov_a(waddr::r0, 5)) == one);
  CHECK(reads(mov_b(waddr::r0, 5)) == one);
  CHECK(reads(mov(waddr::r0, Mux::r3)) == one);
  CHECK(reads(mov(waddr::r0, Mux::r4)) == one);
  CHECK(reads(mul_op(MulOp::fmul, waddr::r0, Mux::r1, Mux::r1)) == one);
  CHECK(reads(mov_a(waddr::r0, 5).set(field::unpack, isa::Unpack::byte1)) == one);
  CHECK(reads(with_flags(mov_a(waddr::nop, 5))) == one);
  CHECK(reads(mov_a(waddr::tmu0_s, 5)) == one);  // which also faults, at address 0
  // Nothing comes of these.
  CHECK(reads(mov_a(waddr::nop, 5)).empty());
  CHECK(reads(when(mov_a(waddr::r0, 5), Condition::never)).empty());
  CHECK(reads(add_op(AddOp::bit_xor, waddr::r0, Mux::r0, Mux::r0)).empty());
  CHECK(reads(add_op(AddOp::sub, waddr::r0, Mux::r1, Mux::r1)).empty());
  CHECK(reads(mov_a(waddr::r0, raddr::element_number)).empty());
  // An operation with one operand does not use its field b.
  CHECK(reads(with_ports(add_op(AddOp::bit_not, waddr::r0, Mux::file_a, Mux::r3), raddr::element_number, 0))
            .empty());
}

TEST_CASE("register-never-written: what counts as written", "[emulator][rules]") {
  const auto after = [](const Part& part) {
    return broken_rules(
        [&](TestProgram& p) {
          p.data.assign(16, 0);
          part(p);
        },
        kUnwritten);
  };
  CHECK(after([](TestProgram& p) { p.emit(ldi(5, 1)).nops(1).emit(mov_a(waddr::r0, 5)); }).empty());
  CHECK(after([](TestProgram& p) {
          p.emit(via_file_b(ldi(5, 1))).nops(1).emit(mov_a(waddr::r0, 5));
        }).size() == 1);
  CHECK(after([](TestProgram& p) {
          p.emit(via_file_b(ldi(waddr::r5, 1))).emit(mov(waddr::r0, Mux::r5));
        }).empty());
  CHECK(after([](TestProgram& p) {
          p.emit(ldi(waddr::sfu_exp, 0)).nops(2).emit(mov(waddr::r0, Mux::r4));
        }).empty());
  CHECK(after([](TestProgram& p) {
          p.emit(ldi(waddr::tmu0_s, kData)).emit(signal(Signal::load_tmu0)).emit(mov(waddr::r0, Mux::r4));
        }).empty());
  // A conditional write counts if a lane takes it: after power-on Z is clear in all of them.
  CHECK(after([](TestProgram& p) {
          p.emit(when(ldi(waddr::r1, 1), Condition::zero_clear)).emit(mov(waddr::r0, Mux::r1));
        }).empty());
  CHECK(after([](TestProgram& p) {
          p.emit(when(ldi(waddr::r1, 1), Condition::zero_set)).emit(mov(waddr::r0, Mux::r1));
        }).size() == 1);
}

TEST_CASE("vpm-never-written: vectors and stores, to the byte", "[emulator][rules]") {
  CHECK(broken_rules([](TestProgram& p) { read_row_0(p); }, kUnwritten) == Names{"vpm-never-written"});
  CHECK(broken_rules([](TestProgram& p) { read_row_0(write_row(p, 0)); }, kUnwritten).empty());
  CHECK(broken_rules([](TestProgram& p) { read_row_0(write_row(p, 1)); }, kUnwritten) ==
        Names{"vpm-never-written"});
  CHECK(broken_rules([](TestProgram& p) { read_row_0(start_load(p).emit(kWaitLoad)); }, kUnwritten).empty());
  CHECK(broken_rules([](TestProgram& p) { start_store(p); }, kUnwritten) == Names{"vpm-never-written"});
  CHECK(broken_rules([](TestProgram& p) { start_store(write_row(p, 0)); }, kUnwritten).empty());
  CHECK(broken_rules([](TestProgram& p) { start_store(p); }).empty());  // only on request
  // Low halves written, words read; then the same halves read.
  const auto halves_then = [](std::uint32_t read_setup) {
    return [=](TestProgram& p) {
      p.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x1d00))).emit(ldi(waddr::vpm, 1));
      p.emit(ldi(waddr::vpm_read_setup, read_setup)).nops(3).emit(mov_a(waddr::r2, raddr::vpm));
    };
  };
  CHECK(broken_rules(halves_then(0x00101a00), kUnwritten) == Names{"vpm-never-written"});
  CHECK(broken_rules(halves_then(0x00101d00), kUnwritten).empty());
}

TEST_CASE("an error can end the job where it happens; a warning does not", "[emulator][rules]") {
  TestProgram program;
  program.nops(2).emit(kRelease).emit(isa::make_semaphore(1, false)).nops(10);
  FindingList findings;
  RuleChecker checker(findings, {.stop_at_error = true});
  program.observer = &checker;
  const RunOutcome outcome = program.run();
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::illegal_instruction);
  CHECK_THAT(outcome.error->message,
             Contains("QPU 0 at 0x40000010") && Contains("nobody holds it") && Contains("[mutex-not-owned]"));
  CHECK(outcome.qpus[0].next_instruction == BusAddress(kCode + 16));

  TestProgram warned;
  warned.emit(isa::make_semaphore(1, false));
  FindingList warnings;
  RuleChecker lenient(warnings, {.stop_at_error = true});
  warned.observer = &lenient;
  CHECK_FALSE(warned.run().error.has_value());
  CHECK(warnings.entries().size() == 1);
  CHECK_FALSE(warnings.has_error());

  // Public programs do this, and run on chips.
  TestProgram twice;
  twice.data.assign(64, 7);
  start_load(start_load(twice));
  FindingList started_twice;
  RuleChecker disputed(started_twice, {.stop_at_error = true});
  twice.observer = &disputed;
  CHECK_FALSE(twice.run().error.has_value());
  CHECK(started_twice.entries().size() == 1);

  TestProgram held;
  held.emit(kAcquire);
  FindingList errors;
  RuleChecker at_end(errors, {.stop_at_error = true});
  held.observer = &at_end;
  const RunOutcome ended = held.run();
  REQUIRE(ended.error.has_value());
  CHECK_THAT(ended.error->message, Contains("QPU 0") && Contains("[mutex-held]"));
}

TEST_CASE("a finding is kept once for an instruction, with its count", "[emulator][rules]") {
  TestProgram program;
  program.emit(ldi(waddr::r1, 10));
  const std::size_t loop = program.code.size();
  program.emit(mov_a(waddr::r0, 9));
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::r1, Mux::r1, Mux::file_b), 1)));
  program.branch(BranchCondition::all_zero_clear, loop).nops(3);
  FindingList findings;
  RuleChecker checker(findings, kUnwritten);
  program.observer = &checker;
  program.run_ok();
  REQUIRE(findings.entries().size() == 1);
  CHECK(findings.entries()[0].times == 10);
  CHECK(findings.entries()[0].finding.detail == "ra9");
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
