// SPDX-License-Identifier: Apache-2.0
#include "random_code.h"

#include <cstdlib>
#include <iterator>
#include <string>
#include <vector>

namespace quadcl::qpu::emulator::testing {

namespace {

constexpr std::uint32_t kNowhere = 0x10000000;

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

constexpr unsigned kCounter = 31;  ///< of file A

/// Branches lead forward, and no instruction writes the counter.
Instruction without_loops(Instruction instruction, Random& random) {
  if (instruction.encoding_class() == isa::EncodingClass::branch) {
    instruction.set(field::branch_register, 0).set(field::immediate, 8 * (random() % 16));
  }
  const auto spare = [&](isa::RegisterFile file, isa::Field address) {
    const bool counts = file == isa::RegisterFile::a && instruction.get(address) == kCounter;
    if (counts) instruction.set(address, kCounter - 1);
  };
  spare(instruction.add_file(), field::waddr_add);
  spare(instruction.mul_file(), field::waddr_mul);
  return instruction;
}

/// Goes back to an instruction until the counter is 0.
void emit_loop_end(TestProgram& program, std::size_t first) {
  Instruction minus_1 = with_small_immediate(add_op(AddOp::sub, kCounter, Mux::file_a, Mux::file_b), 1);
  program.emit(with_flags(minus_1.set(field::raddr_a, kCounter)));
  program.branch(BranchCondition::any_zero_clear, first).nops(3).end();
}

}  // namespace

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

bool one_in(Random& random, unsigned n) { return random() % n == 0; }

TestProgram random_program(Random& random, bool endless) {
  TestProgram program;
  for (unsigned n = 0; n < 32; ++n) {
    const Instruction move = mov_a(n, raddr::uniform).set(field::write_swap, n & 1);
    const Instruction product = mul_op(MulOp::mul24, n, Mux::file_a, Mux::file_b);
    program.emit(both(move, product).set(field::raddr_b, raddr::element_number));
  }
  if (!endless) program.emit(ldi(kCounter, 4));
  const std::size_t length = 20 + random() % 200;
  const unsigned idioms = one_in(random, 3) ? 4 : 20;
  for (std::size_t i = 0; i < length; ++i) {
    program.emit(random_instruction(random));
    if (one_in(random, idioms)) kIdioms[random() % std::size(kIdioms)](program, random);
  }
  if (endless) {
    program.branch(BranchCondition::always, 32).nops(3);
  } else {
    for (std::size_t i = 33; i < program.code.size(); ++i) {
      program.code[i] = without_loops(Instruction(program.code[i]), random).word();
    }
    program.nops(20);  // that branches may lead to
    emit_loop_end(program, 33);
  }
  const bool with_edges = one_in(random, 2);
  for (int i = 0; i < 20000; ++i) program.uniform(random_number(random, with_edges));
  for (std::uint32_t i = 0; i < kDataWords; ++i) program.data.push_back(i * 0x9e3779b9u);
  return program;
}

}  // namespace quadcl::qpu::emulator::testing
