// SPDX-License-Identifier: Apache-2.0
// Translated code and the handlers of operations side by side: random programs run on both, and everything
// that a program could see is compared, where a turn ends, a QPU waits or the limit is reached.
// QUADCL_TEST_INSTRUCTIONS: how many instructions; QUADCL_TEST_SEED: the first program.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "harness.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/emulator/translation/translation.h"
#include "random_code.h"

using namespace quadcl::qpu;
using namespace quadcl::qpu::emulator;
using namespace quadcl::qpu::emulator::testing;

namespace {

/// What an instruction could still read: the registers, and parts of the last values of ports.
std::vector<std::uint32_t> visible(const Qpu& qpu) {
  std::vector<std::uint32_t> seen;
  const auto add = [&](unsigned slot, unsigned from) {
    seen.insert(seen.end(), qpu.slot[slot].lane + from, qpu.slot[slot].lane + 16);
  };
  for (unsigned slot = 0; slot < slot::uniform; ++slot) add(slot, 0);
  for (unsigned slot = slot::last_a; slot <= slot::last_mul; ++slot) add(slot, 12);
  seen.insert(seen.end(), std::begin(qpu.flags), std::end(qpu.flags));
  for (const PendingBranch& branch : qpu.branches) {
    seen.push_back(branch.slots);
    seen.push_back(branch.slots != 0 ? branch.target : 0);
  }
  for (const std::uint32_t word :
       {qpu.uniform_address(), qpu.next->address, std::uint32_t{qpu.pending}, std::uint32_t{qpu.end_slots},
        static_cast<std::uint32_t>(qpu.wait), qpu.tmu[0].size(), qpu.tmu[1].size(),
        qpu.vpm_reader.available(), qpu.vpm_writer.block().address, qpu.texture[0].writes}) {
    seen.push_back(word);
  }
  return seen;
}

struct Ended {
  std::string message;
  std::vector<std::string> findings;
  std::uint64_t instructions = 0;
  std::vector<std::uint32_t> data;
  std::vector<std::vector<std::uint32_t>> qpus;
  std::vector<std::uint32_t> vpm;
  bool operator==(const Ended&) const = default;
};

/// One instruction of each QPU after the other, and what they may do ahead, as a model of time lets them run.
class Stretches final : public Scheduler {
 public:
  Qpu* choose(std::span<Qpu> qpus) override {
    for (std::size_t i = 0; i < qpus.size(); ++i) {
      last_ = (last_ + 1) % qpus.size();
      if (qpus[last_].live && (blocked_ >> last_ & 1) == 0) return &qpus[last_];
    }
    return nullptr;
  }
  void tried(Qpu& qpu, const Operation&, Step step) override {
    blocked_ = step == Step::blocked ? blocked_ | 1u << qpu.number : 0;
  }
  bool lets_run_ahead() const override { return true; }

 private:
  std::size_t last_ = 0;
  unsigned blocked_ = 0;  ///< one bit a QPU
};

struct Options {
  Scheduler* scheduler = nullptr;
  std::optional<CacheMode> checks;  ///< of the rules, and of the caches if they are not off
};

Ended run(Machine& machine, TestProgram program, unsigned qpus, std::uint64_t limit, Options options = {}) {
  BusMap map;
  const auto add = [&](std::uint32_t bus, auto& words) {
    map.add({quadcl::BusAddress(bus), static_cast<std::uint32_t>(words.size() * sizeof words[0]),
             reinterpret_cast<std::byte*>(words.data())});
  };
  add(kCode, program.code);
  add(kUniforms, program.uniforms);
  add(kData, program.data);
  const std::vector<QpuProgram> programs(qpus, {quadcl::BusAddress(kCode), quadcl::BusAddress(kUniforms)});
  FindingList findings;
  RuleChecker checker(findings);
  machine.model_caches(options.checks.value_or(CacheMode::off), &findings);
  const RunOutcome outcome = machine.run(programs, map,
                                         {.instruction_limit = limit,
                                          .observer = options.checks ? &checker : nullptr,
                                          .scheduler = options.scheduler});
  checker.job_ended();
  Ended ended{.message = outcome.error ? outcome.error->message : "",
              .findings = {},
              .instructions = outcome.instructions(),
              .data = std::move(program.data),
              .qpus = {},
              .vpm = {}};
  for (const auto& [finding, times] : findings.entries()) {
    ended.findings.push_back(to_string(finding) + std::to_string(times));
  }
  for (const Qpu& qpu : machine.qpus()) ended.qpus.push_back(visible(qpu));
  for (unsigned word = 0; word < VpmMemory::kRows * VpmMemory::kColumns; ++word) {
    ended.vpm.push_back(machine.vpm().word(word / VpmMemory::kColumns, word % VpmMemory::kColumns));
  }
  return ended;
}

}  // namespace

namespace {

/// A machine that translates at once, and one that does with threads.
struct Translating {
  explicit Translating(const Engine& engine)
      : eager([&] {
          Engine copy = engine;
          copy.translate_after = 1;
          return copy;
        }()),
        machine(eager),
        threaded(eager) {
    threaded.set_threads(3);
  }
  Engine eager;
  Machine machine, threaded;
};

std::vector<const Engine*> translating_engines() {
  std::vector<const Engine*> translating;
  std::ranges::copy_if(engines(), std::back_inserter(translating),
                       [](const Engine* engine) { return engine->translate_after > 0 && engine->usable(); });
  return translating;
}

void check_random_code(const Engine& engine) {
  INFO(engine.name);
  Engine interpreting = engine;
  interpreting.translate_after = 0;
  Machine expected_machine(interpreting);
  Translating translating(engine);
  const std::uint64_t wanted = number_from("QUADCL_TEST_INSTRUCTIONS", 10'000'000);
  std::uint64_t executed = 0;
  for (std::uint64_t seed = number_from("QUADCL_TEST_SEED", 0); executed < wanted; ++seed) {
    INFO("QUADCL_TEST_SEED=" << seed);
    Random random(seed);
    const TestProgram program = random_program(random);
    const unsigned qpus = 1 + static_cast<unsigned>(random() % 3);
    const std::uint64_t limit = random() % (one_in(random, 2) ? 3000 : 300000);
    const Ended expected = run(expected_machine, program, qpus, limit);
    executed += expected.instructions;
    const Ended ended = run(translating.machine, program, qpus, limit);
    REQUIRE(ended.message == expected.message);
    REQUIRE((ended == expected));
    REQUIRE((run(translating.threaded, program, qpus, limit) == expected));
    Stretches expected_stretches, stretches;
    const Ended scheduled = run(expected_machine, program, qpus, limit / 4, {&expected_stretches, {}});
    REQUIRE((run(translating.machine, program, qpus, limit / 4, {&stretches, {}}) == scheduled));
    const Options checked{nullptr, static_cast<CacheMode>(random() % 3)};
    const Ended watched = run(expected_machine, program, qpus, limit / 8, checked);
    REQUIRE((run(translating.machine, program, qpus, limit / 8, checked) == watched));
  }
}

}  // namespace

// Nothing translates on a machine that has none of them.
TEST_CASE("random code ends in the same state, translated or not", "[emulator][translation]") {
  for (const Engine* engine : translating_engines()) check_random_code(*engine);
}

namespace {

/// Each QPU adds up what a TMU gives it, from data of its own; QPU 7 leaves the memory in the end, if wanted.
TestProgram sums_program(bool faults) {
  constexpr std::uint32_t kIterations = 20'000;
  TestProgram program;
  program.emit(ldi(waddr::r3, kIterations));
  program.emit(with_ports(mul_op(MulOp::mul24, waddr::r1, Mux::file_a, Mux::file_b), raddr::element_number,
                          raddr::qpu_number));
  program.emit(ldi(waddr::r0, kData)).emit(add_op(AddOp::add, waddr::r1, Mux::r0, Mux::r1));
  program.emit(ldi(waddr::r2, 0)).emit(ldi(waddr::r0, 0));
  if (faults) {
    // The bits of 8 less the number are 1 in QPU 7 alone; its address grows with each iteration.
    program.emit(ldi(waddr::r0, 8));
    program.emit(add_op(AddOp::sub, waddr::r0, Mux::r0, Mux::file_b).set(field::raddr_b, raddr::qpu_number));
    program.emit(with_small_immediate(add_op(AddOp::bit_xor, waddr::r0, Mux::r0, Mux::file_b), 1));
    program.emit(add_op(AddOp::clz, waddr::r0, Mux::r0, Mux::r0));
    program.emit(with_small_immediate(add_op(AddOp::shr, waddr::r0, Mux::r0, Mux::file_b), 5));
  }
  const std::size_t loop = program.code.size();
  program.emit(mov(waddr::tmu0_s, Mux::r1));
  program.emit(add_op(AddOp::add, waddr::r1, Mux::r1, Mux::r0));
  program.emit(signal(Signal::load_tmu0));
  program.emit(add_op(AddOp::add, waddr::r2, Mux::r2, Mux::r4));
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::r3, Mux::r3, Mux::file_b), 1)));
  program.branch(BranchCondition::all_zero_clear, loop).nops(3).end();
  for (std::uint32_t i = 0; i < 1000; ++i) program.data.push_back(i * 0x9e3779b9u);
  return program;
}

}  // namespace

TEST_CASE("threads change nothing, nor where the others are when a QPU faults", "[emulator][translation]") {
  for (const bool faults : {false, true}) {
    const TestProgram program = sums_program(faults);
    Machine one(tested_engine());
    const Ended expected = run(one, program, 12, 1 << 30);
    CHECK(expected.message.empty() == !faults);
    CHECK((expected.message.find("QPU 7") != std::string::npos) == faults);
    CHECK(expected.instructions > 300'000);
    for (const unsigned threads : {2, 5, 12}) {
      Machine machine(tested_engine());
      machine.set_threads(threads);
      CHECK((run(machine, program, 12, 1 << 30) == expected));
    }
  }
}
