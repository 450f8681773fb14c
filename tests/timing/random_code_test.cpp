// SPDX-License-Identifier: Apache-2.0

// Random programs with time: what QPUs execute ahead changes no time and no result, and all engines agree.
// QUADCL_TEST_INSTRUCTIONS: how many instructions; QUADCL_TEST_SEED: the first program.

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "qpu/timing/timed_run.h"
#include "tests/emulator/random_code.h"

namespace {

namespace timing = quadcl::qpu::timing;
using namespace quadcl::qpu;
using namespace quadcl::qpu::emulator;
using namespace quadcl::qpu::emulator::testing;
using quadcl::BusAddress;

/// With an observer, instructions are executed one by one, in the order of modelled time.
class InOrder final : public Observer {
 public:
  bool watches_instructions() const override { return false; }
};

struct Run {
  std::string message;
  std::vector<std::uint32_t> data;
  std::vector<std::int64_t> numbers;  ///< of instructions, times and counters
  std::uint64_t instructions = 0;
  bool stopped = false;  ///< by a fault or the limit, not by an end or a wait of each QPU
  bool operator==(const Run&) const = default;
};

std::vector<std::int64_t> numbers_of(const timing::TimeReport& report) {
  std::vector<std::int64_t> numbers{report.total, report.load_busy, report.store_busy, report.l2c_busy,
                                    report.sdram_busy};
  for (const timing::QpuTime& qpu : report.qpus) {
    numbers.insert(numbers.end(), {static_cast<std::int64_t>(qpu.instructions), qpu.started, qpu.finished});
    numbers.insert(numbers.end(), qpu.stalls.by_cause.begin(), qpu.stalls.by_cause.end());
  }
  for (const std::uint64_t counter : report.counters) numbers.push_back(static_cast<std::int64_t>(counter));
  return numbers;
}

struct Case {
  TestProgram program;
  std::vector<QpuProgram> qpus;
  timing::Parameters parameters{timing::Board::zero};
  std::uint64_t limit = 20'000;
};

/// QPUs begin at different places. Some instruction caches are smaller than the code.
Case random_case(Random& random) {
  Case a;
  a.program = random_program(random, one_in(random, 3));
  const unsigned qpus = 1 + static_cast<unsigned>(random() % 12);
  for (unsigned i = 0; i < qpus; ++i) {
    const auto skipped = static_cast<std::uint32_t>(random() % 32);
    a.qpus.push_back({BusAddress(kCode + 8 * skipped), BusAddress(kUniforms + 64 * skipped)});
  }
  if (one_in(random, 2)) a.parameters = timing::Parameters(timing::Board::pi3);
  if (one_in(random, 2)) {
    a.parameters.set(timing::Parameter::icache_bytes, 256 << random() % 3);
    a.parameters.set(timing::Parameter::icache_ways, 1 << random() % 3);
  }
  return a;
}

Run run(Machine& machine, Case a, Observer* observer = nullptr) {
  BusMap map;
  const auto add = [&](std::uint32_t bus, auto& words) {
    map.add({BusAddress(bus), static_cast<std::uint32_t>(words.size() * sizeof words[0]),
             reinterpret_cast<std::byte*>(words.data())});
  };
  add(kCode, a.program.code);
  add(kUniforms, a.program.uniforms);
  add(kData, a.program.data);
  timing::TimeReport report;
  const RunOutcome outcome =
      timing::run_timed(machine, a.qpus, map, a.limit, a.parameters, report, {.observer = observer});
  const bool stopped = outcome.error && outcome.error->code != quadcl::ErrorCode::deadlock;
  return {outcome.error ? outcome.error->message : "", std::move(a.program.data), numbers_of(report),
          outcome.instructions(), stopped};
}

}  // namespace

TEST_CASE("random code takes the same time on all engines, and in order", "[timing]") {
  std::vector<Engine> eager;
  for (const Engine* engine : usable_engines()) {
    eager.push_back(*engine);
    if (engine->translate_after > 0) eager.back().translate_after = 1;
  }
  std::vector<std::unique_ptr<Machine>> of_engines;
  for (const Engine& engine : eager) of_engines.push_back(std::make_unique<Machine>(engine));
  Machine reference(*usable_engines().front());
  const std::uint64_t wanted = number_from("QUADCL_TEST_INSTRUCTIONS", 2'000'000);
  std::uint64_t executed = 0, ended = 0;
  for (std::uint64_t seed = number_from("QUADCL_TEST_SEED", 0); executed < wanted; ++seed) {
    INFO("QUADCL_TEST_SEED=" << seed);
    Random random(seed);
    const Case a = random_case(random);
    const Run expected = run(*of_engines.front(), a);
    executed += expected.instructions;
    for (std::size_t i = 1; i < of_engines.size(); ++i) {
      INFO(eager[i].name);
      REQUIRE((run(*of_engines[i], a) == expected));
    }
    if (expected.stopped) continue;  // where the others are when one faults depends on the order
    ++ended;
    InOrder observer;
    REQUIRE((run(reference, a, &observer) == expected));
  }
  CHECK(ended > 0);
}

TEST_CASE("a write of no-swap leaves the time of its own instruction's signal alone", "[timing]") {
  const auto numbers_with = [](unsigned written) {
    Case a;
    a.program.data.resize(2048);
    for (const std::uint32_t at : {kData, kData + 4096}) {
      a.program.emit(ldi(waddr::r0, at)).emit(mov(waddr::tmu0_s, Mux::r0));
      a.program.emit(mul_op(MulOp::v8min, written, Mux::r0, Mux::r0).set(field::signal, Signal::load_tmu0));
    }
    const BusAddress end(kCode + 8 * static_cast<std::uint32_t>(a.program.code.size()));
    a.program.end();
    const QpuProgram nothing{end, BusAddress(kCode)};
    a.qpus = {nothing, nothing, {BusAddress(kCode), BusAddress(kCode)}};  // QPU 2 has its TMUs exchanged
    Machine machine(tested_engine());
    return run(machine, a).numbers;
  };
  CHECK(numbers_with(waddr::tmu_noswap) == numbers_with(waddr::r1));
}
