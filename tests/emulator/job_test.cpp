// SPDX-License-Identifier: Apache-2.0

// Synchronisation, and how jobs end (docs/videocore4.md: Peripherals, Uniforms, mutex, semaphores, SFU).

#include <sys/mman.h>

#include <catch2/catch.hpp>
#include <random>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

using Catch::Matchers::Contains;

const Instruction kAcquire = isa::make_nop().set(field::raddr_a, raddr::mutex_acquire);
const Instruction kRelease = mov(waddr::mutex_release, Mux::r0);

TEST_CASE("the mutex keeps QPUs apart", "[emulator][sync]") {
  // Each QPU adds 1 to VPM row 0 four hundred times: read, work, write under the mutex.
  TestProgram program;
  program.emit(ldi(waddr::r1, 400));
  const std::size_t loop = program.code.size();
  program.emit(kAcquire).emit(ldi(waddr::vpm_read_setup, 0x00101a00)).nops(3);
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x00001a00)));
  program.emit(mov_a(waddr::r2, raddr::vpm)).nops(2);
  program.emit(with_small_immediate(add_op(AddOp::add, waddr::vpm, Mux::r2, Mux::file_b), 1)).emit(kRelease);
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::r1, Mux::r1, Mux::file_b), 1)));
  program.branch(BranchCondition::all_zero_clear, loop).nops(3);
  // All store the value that they see. The last one to finish has the sum, and stores last.
  program.emit(kAcquire)
      .emit(ldi(waddr::vpm_read_setup, 0x00101a00))
      .nops(3)
      .emit(mov_a(waddr::r2, raddr::vpm));
  program.store(Mux::r2).emit(kRelease);
  program.run_ok(tested_engine(), kQpus);
  CHECK(program.result(0) == all(400 * kQpus));
}

TEST_CASE("a mutex read delivers the element number, and happens whatever the condition",
          "[emulator][sync]") {
  TestProgram program;
  program.emit(mov_a(waddr::r2, raddr::mutex_acquire)).store(Mux::r2).emit(kRelease);
  program.emit(when(mov_a(waddr::r2, raddr::mutex_acquire), Condition::never));
  program.emit(kAcquire);  // so this one must wait for ever
  const RunOutcome outcome = program.run();
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::deadlock);
  CHECK(outcome.qpus[0].wait == Wait::mutex);
  CHECK(program.result(0) == each([](unsigned lane) { return lane; }));
}

TEST_CASE("semaphores count to 15 and wait at both ends", "[emulator][sync]") {
  TestProgram up;
  for (int i = 0; i < 15; ++i) up.emit(isa::make_semaphore(7, false));
  CHECK_FALSE(up.run().error.has_value());
  TestProgram over;
  for (int i = 0; i < 16; ++i) over.emit(isa::make_semaphore(7, false));
  const RunOutcome full = over.run();
  REQUIRE(full.error.has_value());
  CHECK(full.error->code == ErrorCode::deadlock);
  CHECK(full.qpus[0].wait == Wait::semaphore_not_full);
  CHECK(full.qpus[0].wait_detail == 7);
  CHECK(full.qpus[0].instructions == 15);
}

TEST_CASE("QPUs wait for one another through semaphores, and QPU 0 interrupts the host", "[emulator][sync]") {
  TestProgram program;
  program.emit(isa::make_semaphore(15, false));
  program.emit(with_flags(mov_b(waddr::nop, raddr::qpu_number)));
  const std::size_t branch = program.code.size();
  program.nops(4);
  for (unsigned i = 0; i < kQpus; ++i) program.emit(isa::make_semaphore(15, true));
  program.emit(ldi(waddr::host_interrupt, 1));
  const auto distance = static_cast<std::uint32_t>(8 * (program.code.size() - branch - 4));
  program.code[branch] = isa::make_branch(BranchCondition::all_zero_clear, true, distance).word();
  const RunOutcome outcome = program.run(tested_engine(), kQpus);
  CHECK_FALSE(outcome.error.has_value());
  CHECK(outcome.host_interrupts == 1);
}

TEST_CASE("a zero written to the host interrupt does nothing", "[emulator][sync]") {
  TestProgram zero;
  zero.emit(ldi(waddr::host_interrupt, 0));
  CHECK(zero.run(tested_engine(), 3).host_interrupts == 0);
  TestProgram all_of_them;
  all_of_them.emit(ldi(waddr::host_interrupt, 1));
  CHECK(all_of_them.run(tested_engine(), 3).host_interrupts == 7);
}

TEST_CASE("a job starts from nothing: registers, VPM, semaphores, mutex", "[emulator][sync]") {
  Machine machine(tested_engine());
  const auto run = [&](TestProgram& program, std::vector<std::uint32_t>& out) {
    program.end();
    BusMap map;
    map.add({BusAddress(kCode), static_cast<std::uint32_t>(8 * program.code.size()),
             reinterpret_cast<std::byte*>(program.code.data())});
    map.add({BusAddress(kResults), static_cast<std::uint32_t>(4 * out.size()),
             reinterpret_cast<std::byte*>(out.data())});
    const QpuProgram programs[] = {{BusAddress(kCode), BusAddress(0)}};
    return machine.run(programs, map);
  };
  std::vector<std::uint32_t> out(48, 1);
  TestProgram first;
  first.emit(kAcquire).emit(isa::make_semaphore(0, false)).emit(ldi(3, 9)).emit(ldi(waddr::r2, 9));
  first.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x1a00))).emit(ldi(waddr::vpm, 9));
  CHECK_FALSE(run(first, out).error.has_value());
  TestProgram second;
  second.emit(kAcquire).emit(ldi(waddr::vpm_read_setup, 0x00101a00)).nops(3);
  second.store_a(3).store(Mux::r2).store_a(raddr::vpm);
  CHECK_FALSE(run(second, out).error.has_value());
  CHECK(out == std::vector<std::uint32_t>(48, 0));
  TestProgram third;
  third.emit(isa::make_semaphore(0, true));
  const RunOutcome outcome = run(third, out);
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::deadlock);
}

// ---- ends with an error

RunOutcome expect_error(TestProgram& program, ErrorCode code, const std::string& text, unsigned qpus = 1) {
  const RunOutcome outcome = program.run(tested_engine(), qpus);
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == code);
  CHECK_THAT(outcome.error->message, Contains(text));
  return outcome;
}

TEST_CASE("a fault names QPU, address and instruction", "[emulator][fault]") {
  TestProgram program;
  program.nops(2).emit(ldi(waddr::tmu1_s, 0x12345679));
  const RunOutcome outcome =
      expect_error(program, ErrorCode::memory_fault, "0x12345678, which is not mapped");
  CHECK_THAT(outcome.error->message,
             Contains("QPU 0 at 0x40000010, 0xe0020f2712345679 (load immediate): TMU1"));
  CHECK(outcome.faulting_qpu == 0u);
  CHECK(outcome.qpus[0].next_instruction == BusAddress(0x40000010));
  CHECK(outcome.qpus[0].instructions == 2);
}

TEST_CASE("every way to reach unmapped memory faults", "[emulator][fault]") {
  TestProgram uniform;
  uniform.uniform(1).emit(mov_a(waddr::r0, raddr::uniform)).emit(mov_a(waddr::r0, raddr::uniform));
  expect_error(uniform, ErrorCode::memory_fault, "uniform at 0x50000004");

  TestProgram load;
  load.emit(ldi(waddr::vpm_read_setup, 0x83001000)).emit(ldi(waddr::dma_load_address, kResults + 32));
  expect_error(load, ErrorCode::memory_fault, "DMA load from 0x70000020 reads at 0x70000040");

  TestProgram store;
  store.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80904000)))
      .emit(via_file_b(ldi(waddr::dma_store_address, 16)));
  expect_error(store, ErrorCode::memory_fault, "DMA store to 0x00000010 writes at 0x00000010");

  TestProgram fetch;
  fetch.emit(isa::make_branch(BranchCondition::always, false, 0x30000000)).nops(3);
  CHECK(expect_error(fetch, ErrorCode::memory_fault, "QPU 0 at 0x30000000").qpus[0].instructions == 4);

  TestProgram off_the_end;
  off_the_end.end();
  off_the_end.code = {isa::make_nop().word()};
  expect_error(off_the_end, ErrorCode::memory_fault, "QPU 0 at 0x40000008");
}

TEST_CASE("instructions without a meaning fault when they are executed, by name", "[emulator][fault]") {
  const auto alone = [](Instruction instruction, const std::string& text,
                        ErrorCode code = ErrorCode::illegal_instruction) {
    TestProgram program;
    program.emit(instruction);
    expect_error(program, code, text);
  };
  alone(Instruction(0), "breakpoint");
  alone(isa::make_nop().set(field::op_add, 9), "opcode of the add ALU is reserved");
  alone(isa::make_load_immediate(static_cast<isa::ImmediateType>(2), 0),
        "type of load immediate is reserved");
  alone(isa::make_branch(static_cast<BranchCondition>(13), true, 0), "branch condition is reserved");
  alone(isa::make_branch(BranchCondition::always, true, 4), "not a multiple of 8");
  // Parts of the chip for 3D
  const auto rendering = [&](Instruction instruction, const std::string& text) {
    alone(instruction, text + " belongs to the 3D pipeline", ErrorCode::unsupported);
  };
  rendering(signal(Signal::wait_scoreboard), "sbwait");
  rendering(signal(Signal::thread_switch), "thrsw");
  rendering(signal(Signal::colour_load), "loadc");
  rendering(isa::make_nop().set(field::raddr_a, raddr::varying), "vary");
  rendering(mov(waddr::tlb_z, Mux::r0), "tlbz");
  rendering(ldi(waddr::tlb_colour_all, 0), "tlbc");
  rendering(mul_op(MulOp::v8min, waddr::tlb_stencil_setup, Mux::r0, Mux::r0), "stencil");
  rendering(isa::make_branch(BranchCondition::always, true, 0).set(field::waddr_add, waddr::tlb_z), "tlbz");

  TestProgram skipped;
  skipped.branch(BranchCondition::always, 5).nops(3).emit(Instruction(0));
  skipped.run_ok();
}

TEST_CASE("a program that starts at no instruction faults at its start", "[emulator][fault]") {
  std::uint64_t nop = isa::make_nop().word();
  BusMap map;
  map.add({BusAddress(kCode), 8, reinterpret_cast<std::byte*>(&nop)});
  const QpuProgram program{BusAddress(kCode + 4), BusAddress(kCode)};
  const RunOutcome outcome = Machine().run({&program, 1}, map);
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::illegal_instruction);
  CHECK_THAT(outcome.error->message,
             Contains("QPU 0 at 0x40000004: the program starts there, which is not a multiple of 8"));
  CHECK(outcome.qpus[0].next_instruction == program.code);
  CHECK_FALSE(outcome.qpus[0].next_word.has_value());
  CHECK(outcome.instructions() == 0);
}

TEST_CASE("a condition of never keeps a 3D register from being written", "[emulator][fault]") {
  TestProgram program;
  program.emit(when(mov(waddr::tlb_z, Mux::r0), Condition::never));
  program.run_ok();
}

TEST_CASE("a deadlock is found at once, and says what each QPU waits for", "[emulator][fault]") {
  // QPU 0 waits for a TMU result, 1 for a semaphore, 2 reads too much VPM, 3 finishes holding the mutex, 4
  // wants it, 5 makes a ninth TMU request.
  std::vector<TestProgram> kinds(6);
  kinds[0].emit(signal(Signal::load_tmu1));
  kinds[1].emit(isa::make_semaphore(9, true));
  kinds[2].emit(ldi(waddr::vpm_read_setup, 0x00201a00)).nops(3);
  for (int i = 0; i < 3; ++i) kinds[2].emit(mov_a(waddr::r0, raddr::vpm));
  kinds[3].emit(kAcquire);
  kinds[4].emit(kAcquire);
  for (int i = 0; i < 9; ++i) kinds[5].emit(ldi(waddr::tmu0_s, kData));
  std::uint32_t word = 0;
  BusMap map;
  map.add({BusAddress(kData), 4, reinterpret_cast<std::byte*>(&word)});
  std::vector<QpuProgram> programs;
  for (TestProgram& kind : kinds) {
    kind.end();
    const BusAddress code(kCode + 0x1000 * static_cast<std::uint32_t>(programs.size()));
    map.add({code, static_cast<std::uint32_t>(8 * kind.code.size()),
             reinterpret_cast<std::byte*>(kind.code.data())});
    programs.push_back({code, BusAddress(0)});
  }
  Machine machine(tested_engine());
  const RunOutcome outcome = machine.run(programs, map);
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::deadlock);
  CHECK(outcome.instructions() < 40);
  const std::string& message = outcome.error->message;
  CHECK_THAT(message, Contains("QPU 0 at 0x40000000") && Contains("waits for a result of TMU 1"));
  CHECK_THAT(message, Contains("QPU 1 at 0x40001000") && Contains("waits for semaphore 9 to be incremented"));
  CHECK_THAT(message,
             Contains("QPU 2 at 0x40002030") && Contains("waits for a VPM read that was not set up"));
  CHECK_THAT(message, Contains("QPU 4 at 0x40004000") && Contains("waits for the mutex"));
  CHECK_THAT(message,
             Contains("QPU 5 at 0x40005040") && Contains("waits for space for another request to TMU 0"));
  CHECK_THAT(message, !Contains("QPU 3"));
}

TEST_CASE("a program without end stops at the limit, exactly", "[emulator][fault]") {
  for (const unsigned qpus : {1u, 12u}) {
    TestProgram program;
    program.branch(BranchCondition::always, 0).nops(3);
    program.limit = 12345;
    const RunOutcome outcome =
        expect_error(program, ErrorCode::instruction_limit, "limit of 12345 instructions", qpus);
    CHECK(outcome.instructions() == 12345);
  }
}

TEST_CASE("a running job can be stopped, and tells how far it is", "[emulator][fault]") {
  RunControl control;
  control.stop = true;
  TestProgram program;
  program.control = &control;
  program.branch(BranchCondition::always, 0).nops(3);
  const RunOutcome outcome = expect_error(program, ErrorCode::instruction_limit, "QPU 0 at 0x400000", 3);
  CHECK(outcome.stopped);
  CHECK(outcome.instructions() > 0);
  CHECK(outcome.instructions() <= 3 * Machine::kAlone);
  CHECK(control.instructions == outcome.instructions());
  TestProgram ends;
  ends.control = &control;
  CHECK_FALSE(ends.run().error.has_value());
}

TEST_CASE("a program that needs exactly its limit finishes", "[emulator][fault]") {
  TestProgram program;
  program.nops(7).limit = 10;
  program.run_ok();
}

TEST_CASE("a QPU that polls lets the others go on", "[emulator][sync]") {
  // QPU 0 polls VPM row 0 until it is not zero; QPU 1 writes it after a long time.
  TestProgram program;
  program.emit(with_flags(mov_b(waddr::nop, raddr::qpu_number)));
  const std::size_t to_writer = program.code.size();
  program.nops(4);
  const std::size_t poll = program.code.size();
  program.emit(ldi(waddr::vpm_read_setup, 0x00101a00)).nops(3);
  program.emit(with_flags(mov_a(waddr::r2, raddr::vpm))).branch(BranchCondition::all_zero_set, poll).nops(3);
  program.store(Mux::r2).emit(signal(Signal::program_end)).nops(2);
  const auto distance = static_cast<std::uint32_t>(8 * (program.code.size() - to_writer - 4));
  program.code[to_writer] = isa::make_branch(BranchCondition::any_zero_clear, true, distance).word();
  program.nops(5000).emit(via_file_b(ldi(waddr::vpm_write_setup, 0x1a00))).emit(ldi(waddr::vpm, 42));
  program.run_ok(tested_engine(), 2);
  CHECK(program.result(0) == all(42));
}

// ---- the code cache

TEST_CASE("code that changed between jobs is seen", "[emulator][code]") {
  Machine machine(tested_engine());
  std::vector<std::uint64_t> code = {ldi(waddr::host_interrupt, 0).word(), signal(Signal::program_end).word(),
                                     isa::make_nop().word(), isa::make_nop().word()};
  BusMap map;
  map.add({BusAddress(kCode), 32, reinterpret_cast<std::byte*>(code.data())});
  const QpuProgram programs[] = {{BusAddress(kCode), BusAddress(0)}};
  CHECK(machine.run(programs, map).host_interrupts == 0);
  code[0] = ldi(waddr::host_interrupt, 1).word();
  CHECK(machine.run(programs, map).host_interrupts == 1);
  CHECK(machine.run(programs, BusMap()).error.has_value());
  CHECK(machine.run(programs, map).host_interrupts == 1);
}

BusSegment segment_at(std::uint32_t bus, std::vector<std::uint64_t>& words, std::size_t first = 0,
                      std::size_t count = ~std::size_t{0}) {
  count = std::min(count, words.size() - first);
  return {BusAddress(bus), static_cast<std::uint32_t>(8 * count),
          reinterpret_cast<std::byte*>(words.data() + first)};
}

TEST_CASE("memory beside a program's own is not read", "[emulator][code]") {
  constexpr std::uint32_t kBytes = 4096, kGap = 64;
  void* const beside = mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(beside != MAP_FAILED);
  TestProgram program;
  program.end();
  BusMap map;
  map.add(segment_at(kCode, program.code));
  map.add({BusAddress(kCode + 64 + kGap), kBytes, static_cast<std::byte*>(beside)});
  const QpuProgram programs[] = {{BusAddress(kCode), BusAddress(0)}};
  CHECK(Machine(tested_engine()).run(programs, map).instructions() == 3);
  munmap(beside, kBytes);
}

/// Counts down from 60 in a loop of 7 instructions, two of them before `kBehind`, and 5 more.
constexpr std::size_t kBehind = 4;
Instruction subtract(unsigned step) {
  return with_flags(with_small_immediate(add_op(AddOp::sub, waddr::r1, Mux::r1, Mux::file_b), step));
}
TestProgram countdown() {
  TestProgram program;
  program.nops(1).emit(ldi(waddr::r1, 60)).nops(2).emit(subtract(1));
  program.branch(BranchCondition::all_zero_clear, 2).nops(3).end();
  return program;
}

TEST_CASE("a program may lie in segments beside each other, and each may change between jobs",
          "[emulator][code]") {
  Machine machine(tested_engine());
  TestProgram program = countdown();
  BusMap apart, joined;
  apart.add(segment_at(kCode, program.code, 0, kBehind));
  apart.add(segment_at(kCode + 8 * kBehind, program.code, kBehind));
  joined.add(segment_at(kCode, program.code));
  const QpuProgram programs[] = {{BusAddress(kCode), BusAddress(0)}};
  const auto instructions = [&](const BusMap& map) { return machine.run(programs, map).instructions(); };
  for (const BusMap* map : {&apart, &joined, &apart}) {
    for (const unsigned step : {1u, 2u, 3u}) {
      program.code[kBehind] = subtract(step).word();
      CHECK(instructions(*map) == 5 + 7 * (60 / step));
    }
    program.code[1] = ldi(waddr::r1, 30).word();
    CHECK(instructions(*map) == 5 + 7 * 10);
    program.code[1] = ldi(waddr::r1, 60).word();
  }
}

TEST_CASE("a program that runs past its segment faults there", "[emulator][code]") {
  TestProgram program;
  program.nops(5);
  std::vector<std::uint64_t> beside = program.code;
  BusMap map;
  map.add(segment_at(kCode, program.code));
  map.add(segment_at(kCode + 64, beside));
  const QpuProgram programs[] = {{BusAddress(kCode), BusAddress(0)}};
  const RunOutcome outcome = Machine(tested_engine()).run(programs, map);
  REQUIRE(outcome.error.has_value());
  CHECK(outcome.error->code == ErrorCode::memory_fault);
  CHECK(outcome.qpus[0].next_instruction == BusAddress(kCode + 40));
}

TEST_CASE("segments of a map neither overlap nor leave the address space", "[emulator][code]") {
  std::byte memory[64];
  BusMap map;
  CHECK(map.add({BusAddress(100), 10, memory}));
  CHECK(map.add({BusAddress(0xfffffff0), 16, memory}));
  CHECK_FALSE(map.add({BusAddress(0xfffffff8), 16, memory}));
  CHECK_FALSE(map.add({BusAddress(95), 6, memory}));
  CHECK_FALSE(map.add({BusAddress(109), 1, memory}));
  CHECK_FALSE(map.add({BusAddress(200), 0, memory}));
  CHECK(map.add({BusAddress(110), 5, memory}));
  CHECK(map.add({BusAddress(90), 10, memory}));
  CHECK(map.host(BusAddress(109), 1) == memory + 9);
  CHECK(map.host(BusAddress(109), 2) == nullptr);
  CHECK(map.host(BusAddress(89), 1) == nullptr);
  CHECK(map.host(BusAddress(0xffffffff), 1) == memory + 15);
  CHECK(map.host(BusAddress(0xffffffff), 2) == nullptr);
}

// ---- random machine code

/// Words that are random in all fields, or legal ALU work with random operands.
std::uint64_t random_word(std::mt19937_64& random) {
  Instruction instruction(random());
  if (random() % 1000 == 0) return instruction.word();
  constexpr Signal kinds[] = {Signal::none, Signal::small_immediate, Signal::none, Signal::load_immediate};
  instruction.set(field::signal, random() % 100 == 0 ? Signal::branch : kinds[random() % 4]);
  if (instruction.signal() == Signal::branch) {
    const auto target = static_cast<std::uint32_t>(8 * (random() % 64)) - 256;
    return isa::make_branch(static_cast<BranchCondition>(random() % 12), true, target).word();
  }
  if (instruction.signal() == Signal::load_immediate) {
    instruction.set(field::immediate_type, random() % 4 == 0 ? 1 : 0)
        .set(field::immediate, kData + random() % 4096);
  } else {
    const unsigned op = instruction.get(field::op_add);
    if ((op >= 9 && op <= 11) || (op >= 25 && op <= 29)) instruction.set(field::op_add, AddOp::fadd);
  }
  if (instruction.waddr_add() >= 40) instruction.set(field::waddr_add, random() % 38);
  if (instruction.waddr_mul() >= 40) instruction.set(field::waddr_mul, random() % 38);
  if (instruction.raddr_a() >= 33) instruction.set(field::raddr_a, random() % 33);
  if (instruction.raddr_b() >= 33) instruction.set(field::raddr_b, random() % 33);
  return instruction.word();
}

struct FuzzResult {
  std::string message;
  std::vector<std::uint64_t> instructions;
  std::vector<std::uint32_t> memory;
  bool operator==(const FuzzResult&) const = default;
};

/// Runs random code on `qpus` QPUs. The results that count are those in memory.
FuzzResult run_random(const Engine& engine, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  TestProgram program;
  for (int i = 0; i < 256; ++i) program.uniform(static_cast<std::uint32_t>(random()));
  const std::size_t length = 20 + random() % 120;
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x00001a00)));
  for (unsigned n = 0; n < 8; ++n) {
    program.load_a(n, each([&](unsigned) { return static_cast<std::uint32_t>(random()); }));
    program.load_b(n, each([&](unsigned) { return static_cast<std::uint32_t>(random()); }));
  }
  for (std::size_t i = 0; i < length; ++i) program.emit(Instruction(random_word(random)));
  for (unsigned n = 0; n < 32; ++n) program.store_a(n).store_b(n);
  for (unsigned n = 0; n < 6; ++n) program.store(static_cast<Mux>(n));
  program.store_flags();
  program.limit = 20000;
  const RunOutcome outcome = program.run(engine, 1 + static_cast<unsigned>(seed % 3));
  FuzzResult result;
  if (outcome.error) result.message = outcome.error->message;
  for (const QpuState& qpu : outcome.qpus) result.instructions.push_back(qpu.instructions);
  for (unsigned n = 0; n < program.stored(); ++n) {
    const Lanes lanes = program.result(n);
    result.memory.insert(result.memory.end(), lanes.begin(), lanes.end());
  }
  result.memory.insert(result.memory.end(), program.data.begin(), program.data.end());
  return result;
}

TEST_CASE("random machine code ends the same way on every engine", "[emulator][fuzz][engines]") {
  unsigned finished = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const FuzzResult expected = run_random(*engines().front(), seed);
    finished += expected.message.empty() ? 1 : 0;
    for (const Engine* engine : usable_engines()) {
      INFO("seed " << seed << " on " << engine->name << ": " << expected.message);
      REQUIRE(run_random(*engine, seed) == expected);
    }
  }
  CHECK(finished > 100);  // otherwise only faults would be compared
}

TEST_CASE("words that are random in every bit end within the limit", "[emulator][fuzz]") {
  std::mt19937_64 random(11);
  for (int n = 0; n < 3000; ++n) {
    TestProgram program;
    program.limit = 500;
    for (int i = 0; i < 40; ++i) program.emit(Instruction(random()));
    const RunOutcome outcome = program.run(tested_engine(), kQpus);
    CHECK(outcome.instructions() <= 500);
  }
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
