// SPDX-License-Identifier: Apache-2.0

// Translated code and the handlers of operations side by side: random programs run on both, and everything
// that a program could see is compared, where a turn ends, a QPU waits or the limit is reached.
// QUADCL_TEST_INSTRUCTIONS: how many instructions; QUADCL_TEST_SEED: the first program.

#include <sched.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "harness.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/emulator/translation/translation.h"
#include "qpu/emulator/workers.h"

using namespace quadcl::qpu;
using namespace quadcl::qpu::emulator;
using namespace quadcl::qpu::emulator::testing;

namespace {

using Random = std::mt19937_64;

constexpr std::uint32_t kDataWords = 4096;
constexpr std::uint32_t kNowhere = 0x10000000;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

bool one_in(Random& random, unsigned n) { return random() % n == 0; }

Instruction random_branch(Random& random) {
  const auto distance = static_cast<std::uint32_t>(8 * (random() % 64)) - 256;
  const auto condition =
      one_in(random, 13) ? BranchCondition::always : static_cast<BranchCondition>(random() % 12);
  Instruction branch = isa::make_branch(condition, true, distance);
  if (one_in(random, 16)) branch.set(field::waddr_add, random() % 32);
  if (one_in(random, 16)) branch.set(field::set_flags, 1);
  return branch;
}

void set_random_immediate(Instruction& instruction, Random& random) {
  constexpr unsigned kTypes[] = {0, 0, 1, 3};
  instruction.set(field::immediate_type, kTypes[random() % 4]);
  const std::uint32_t values[] = {kData + static_cast<std::uint32_t>(random() % (4 * kDataWords)),
                                  0x3f800000 + static_cast<std::uint32_t>(random() % 64 << 20),
                                  static_cast<std::uint32_t>(random())};
  instruction.set(field::immediate, values[random() % 3]);
}

/// Operations that programs have, more often than chance gives.
void set_random_operations(Instruction& instruction, Random& random) {
  const unsigned op = instruction.get(field::op_add);
  if ((op >= 9 && op <= 11) || (op >= 25 && op <= 29) || one_in(random, 4)) {
    instruction.set(field::op_add, 1 + random() % 4);
  }
  if (one_in(random, 3)) instruction.set(field::op_mul, MulOp::fmul);
  if (!one_in(random, 3)) instruction.set(field::cond_add, Condition::always);
  if (!one_in(random, 3)) instruction.set(field::cond_mul, Condition::always);
  if (!one_in(random, 3)) instruction.set(field::set_flags, 0);
  if (one_in(random, 2)) instruction.set(field::pack, 0);
  if (one_in(random, 2)) instruction.set(field::unpack, 0);
  if (one_in(random, 30))
    instruction.set(field::signal, one_in(random, 2) ? Signal::load_tmu0 : Signal::load_tmu1);
}

/// Most results go to registers, some to peripherals that are emulated.
unsigned random_destination(unsigned address, bool to_peripheral, Random& random) {
  if (address >= 40 && !to_peripheral) return static_cast<unsigned>(random() % 38);
  return address >= 41 && address <= 47 ? address - 9 : address;
}

unsigned random_port(unsigned address, Random& random) {
  if (address < 33) return address;
  if (one_in(random, 8)) return address == 35 || address == 41 || address == 42 ? 38 : address;
  return one_in(random, 40) ? raddr::nop : static_cast<unsigned>(random() % 33);
}

Instruction random_instruction(Random& random) {
  Instruction instruction(random());
  if (one_in(random, 3000)) return instruction;
  if (one_in(random, 40)) return random_branch(random);
  constexpr Signal kSignals[] = {Signal::none,
                                 Signal::none,
                                 Signal::none,
                                 Signal::none,
                                 Signal::none,
                                 Signal::small_immediate,
                                 Signal::small_immediate,
                                 Signal::load_immediate};
  instruction.set(field::signal, kSignals[random() % 8]);
  if (instruction.signal() == Signal::load_immediate) {
    set_random_immediate(instruction, random);
  } else {
    set_random_operations(instruction, random);
    instruction.set(field::raddr_a, random_port(instruction.raddr_a(), random));
    if (instruction.signal() != Signal::small_immediate) {
      instruction.set(field::raddr_b, random_port(instruction.raddr_b(), random));
    }
  }
  const bool to_peripheral = one_in(random, 20);
  instruction.set(field::waddr_add, random_destination(instruction.waddr_add(), to_peripheral, random));
  return instruction.set(field::waddr_mul,
                         random_destination(instruction.waddr_mul(), to_peripheral, random));
}

/// Numbers of all kinds, among them those at which float arithmetic has its edges.
std::uint32_t random_number(Random& random, bool with_edges) {
  constexpr std::uint32_t kEdges[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                      0x7fc00000, 1,          0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff,
                                      0x4f000000, 0xcf000000, 0x3f000000, 0x7f000000};
  if (with_edges && one_in(random, 3)) return kEdges[random() % std::size(kEdges)];
  if (one_in(random, 2)) return static_cast<std::uint32_t>(random());
  return bits((static_cast<float>(random() % 2000) - 1000) / static_cast<float>(1 + random() % 64));
}

/// An instruction that writes a register to a peripheral, as code does it: sometimes with a product beside
/// it, or for some lanes only.
Instruction peripheral_write(unsigned address, Mux from, bool file_b, Random& random) {
  Instruction write = one_in(random, 2) ? mov(address, from) : mul_op(MulOp::v8min, address, from, from);
  write.set(field::write_swap, file_b != (write.cond_add() == Condition::never));
  if (one_in(random, 6)) return when(write, static_cast<Condition>(2 + random() % 6));
  if (one_in(random, 3) && write.cond_add() != Condition::never) {
    return both(write, mul_op(MulOp::fmul, waddr::r1, Mux::r1, Mux::r2));
  }
  return write;
}

/// Requests to one TMU or both, at addresses in one segment or another, and signals that take the answers:
/// most often all of them.
void emit_lookups(TestProgram& program, Random& random) {
  const unsigned requests = 1 + static_cast<unsigned>(random() % (one_in(random, 8) ? 9 : 4));
  const bool spread = one_in(random, 2);
  std::vector<Signal> signals;
  for (unsigned i = 0; i < requests; ++i) {
    const std::uint32_t segment = one_in(random, 300) ? kNowhere : one_in(random, 4) ? kUniforms : kData;
    program.emit(ldi(waddr::r0, segment + static_cast<std::uint32_t>(random() % (3 * kDataWords))));
    if (spread) {
      const Instruction square = mul_op(MulOp::mul24, waddr::r1, Mux::file_a, Mux::file_a);
      program.emit(with_ports(square, raddr::element_number, raddr::nop));
      program.emit(add_op(AddOp::add, waddr::r0, Mux::r0, Mux::r1));
    }
    const bool second = one_in(random, 2);
    program.emit(peripheral_write(second ? waddr::tmu1_s : waddr::tmu0_s, Mux::r0, false, random));
    if (!one_in(random, 100)) signals.push_back(second ? Signal::load_tmu1 : Signal::load_tmu0);
  }
  for (const Signal taken : signals) {
    Instruction instruction = random_instruction(random);
    const bool alu = instruction.encoding_class() == isa::EncodingClass::alu;
    program.emit(alu && instruction.waddr_add() < 36 ? instruction.set(field::signal, taken) : signal(taken));
  }
}

void emit_uniform_restart(TestProgram& program, Random& random) {
  const std::uint32_t words = one_in(random, 20) ? 19990 : static_cast<std::uint32_t>(random() % 10000);
  program.emit(ldi(waddr::r0, (one_in(random, 5) ? kData : kUniforms) + 4 * words));
  program.emit(peripheral_write(waddr::uniforms_address, Mux::r0, false, random));
}

/// Blocks of the VPM of all kinds, written and read back.
void emit_vpm_traffic(TestProgram& program, Random& random) {
  const auto block = [&] {
    const auto number = static_cast<std::uint32_t>(1 + random() % 4),
               stride = static_cast<std::uint32_t>(1 + random() % 4);
    const std::uint32_t shape = one_in(random, 2) ? 0xa00 : static_cast<std::uint32_t>(random() & 0xf00);
    return number << 20 | stride << 12 | shape | static_cast<std::uint32_t>(random() & 0xff);
  };
  program.emit(ldi(waddr::r0, block()));
  program.emit(peripheral_write(waddr::vpm_read_setup, Mux::r0, true, random));
  const std::size_t writes = random() % 5;
  for (std::size_t i = 0; i < writes; ++i) {
    program.emit(peripheral_write(waddr::vpm, static_cast<Mux>(random() % 4), one_in(random, 2), random));
  }
  const std::uint32_t setup = block();
  program.emit(ldi(waddr::r0, setup)).emit(mov(waddr::vpm_read_setup, Mux::r0));
  const std::uint32_t reads = setup >> 20;
  for (std::uint32_t i = 0; i < reads; ++i)
    program.emit(mov_a(static_cast<unsigned>(random() % 32), raddr::vpm));
}

/// A DMA transfer of a few rows, to or from the data.
void emit_dma(TestProgram& program, Random& random) {
  const bool store = one_in(random, 2);
  const std::uint32_t setup = store ? 0x80800000u | 4 << 16 | 1 << 14 : 0x80000000u | 4 << 20 | 2 << 16;
  program.emit(ldi(waddr::r0, setup));
  program.emit(mov(waddr::vpm_read_setup, Mux::r0).set(field::write_swap, store));
  program.emit(ldi(waddr::r0, kData + 4 * static_cast<std::uint32_t>(random() % kDataWords)));
  program.emit(mov(waddr::dma_load_address, Mux::r0).set(field::write_swap, store));
}

/// A branch to a place that a register and a number give together.
void emit_register_branch(TestProgram& program, Random& random) {
  const auto number = static_cast<unsigned>(random() % 32);
  program.emit(ldi(number, static_cast<std::uint32_t>(8 * (random() % 8))));
  program.emit(
      random_instruction(random).set(field::waddr_add, waddr::nop).set(field::waddr_mul, waddr::nop));
  Instruction branch = random_branch(random);
  if (!one_in(random, 30)) branch.set(field::branch_register, 1).set(field::branch_raddr_a, number);
  program.emit(branch);
}

using Idiom = void (*)(TestProgram&, Random&);
constexpr Idiom kIdioms[] = {emit_lookups,     emit_lookups,     emit_lookups, emit_uniform_restart,
                             emit_vpm_traffic, emit_vpm_traffic, emit_dma,     emit_register_branch};

/// Fills the registers with uniforms, then loops over random instructions.
TestProgram random_program(Random& random) {
  TestProgram program;
  for (unsigned n = 0; n < 32; ++n) {
    const Instruction move = mov_a(n, raddr::uniform).set(field::write_swap, n & 1);
    const Instruction product = mul_op(MulOp::mul24, n, Mux::file_a, Mux::file_b);
    program.emit(both(move, product).set(field::raddr_b, raddr::element_number));
  }
  const std::size_t length = 20 + random() % 200;
  const unsigned idioms = one_in(random, 3) ? 4 : 20;
  for (std::size_t i = 0; i < length; ++i) {
    program.emit(random_instruction(random));
    if (one_in(random, idioms)) kIdioms[random() % std::size(kIdioms)](program, random);
  }
  program.branch(BranchCondition::always, 32);
  program.nops(3);
  const bool with_edges = one_in(random, 2);
  for (int i = 0; i < 20000; ++i) program.uniform(random_number(random, with_edges));
  for (std::uint32_t i = 0; i < kDataWords; ++i) program.data.push_back(i * 0x9e3779b9u);
  return program;
}

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

/// One stretch of plain instructions of a QPU after the other, as a model of time lets them run.
class Stretches final : public Scheduler {
 public:
  Turn choose(std::span<Qpu> qpus) override {
    for (std::size_t i = 0; i < qpus.size(); ++i) {
      last_ = (last_ + 1) % qpus.size();
      Qpu& qpu = qpus[last_];
      if (!qpu.live || (blocked_ >> last_ & 1) != 0) continue;
      const unsigned plain = qpu.next->plain;
      return {&qpu, std::min<unsigned>(std::max(plain, 1u), qpu.pending_slots()) - 1};
    }
    return {};
  }
  void tried(Qpu& qpu, const Operation&, Step step) override {
    blocked_ = step == Step::blocked ? blocked_ | 1u << qpu.number : 0;
  }
  void executed(Qpu&, std::span<const Operation>) override { blocked_ = 0; }

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

TEST_CASE("as many threads are worth it as there are processors for this thread") {
  unsigned usable = 0;
  std::thread([&] {
    cpu_set_t allowed, one;
    REQUIRE(sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
    int first = 0;
    while (!CPU_ISSET(first, &allowed)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
    usable = usable_processors();
  }).join();
  CHECK(usable == 1);
}
