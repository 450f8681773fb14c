// SPDX-License-Identifier: Apache-2.0

// Instructions per second of the emulator.
// matrix_loop, the most important one: 64 instructions with fadd, fmul and a uniform each, a TMU load, the
// uniform address, the counter and a branch, as in the inner loop of a matrix product by outer products.
// mixed_loop: instructions that are not of the simple form: rotations, conditions, flags, unpack modes, r5.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/isa/instruction.h"

namespace {

using namespace quadcl::qpu;
using namespace quadcl::qpu::isa;
using quadcl::BusAddress;

constexpr std::uint32_t kCode = 0x40000000, kUniforms = 0x41000000, kData = 0x42000000;
constexpr unsigned kStream = 3;  ///< uniforms before the 64 of the loop: counter, stream address, TMU address
constexpr std::uint32_t kIterations = 2000;

Instruction move(unsigned to, Mux from) {
  return make_nop()
      .set(field::op_add, AddOp::bit_or)
      .set(field::cond_add, Condition::always)
      .set(field::waddr_add, to)
      .set(field::add_a, from)
      .set(field::add_b, from);
}

Instruction move_uniform(unsigned to) {
  return move(to, Mux::file_a).set(field::raddr_a, read_address::uniform);
}

/// fadd ra[n] += r0; fmul r0 = r4 * uniform
Instruction multiply_add(unsigned n) {
  return make_nop()
      .set(field::op_add, AddOp::fadd)
      .set(field::cond_add, Condition::always)
      .set(field::waddr_add, n)
      .set(field::raddr_a, n)
      .set(field::add_a, Mux::file_a)
      .set(field::add_b, Mux::r0)
      .set(field::op_mul, MulOp::fmul)
      .set(field::cond_mul, Condition::always)
      .set(field::waddr_mul, write_address::r0)
      .set(field::raddr_b, read_address::uniform)
      .set(field::mul_a, Mux::r4)
      .set(field::mul_b, Mux::file_b);
}

using Code = std::vector<std::uint64_t>;

/// sub.setf r1, r1, 1
Instruction count_down() {
  return make_nop()
      .set(field::signal, Signal::small_immediate)
      .set(field::op_add, AddOp::sub)
      .set(field::cond_add, Condition::always)
      .set(field::waddr_add, write_address::r1)
      .set(field::add_a, Mux::r1)
      .set(field::add_b, Mux::file_b)
      .set(field::small_immediate, 1)
      .set(field::set_flags, 1);
}

/// Back to instruction `loop` while the counter is not 0.
Instruction loop_branch(const Code& code, std::size_t loop) {
  const auto distance = static_cast<std::uint32_t>(loop * 8 - (code.size() * 8 + 32));
  return make_branch(BranchCondition::all_zero_clear, true, distance);
}

void append_end(Code& code) {
  code.push_back(Instruction(make_nop()).set(field::signal, Signal::program_end).word());
  code.insert(code.end(), 2, make_nop().word());
}

Code mixed_program() {
  Code code;
  const auto emit = [&](Instruction instruction) { code.push_back(instruction.word()); };
  for (unsigned to : {write_address::r1, write_address::r2, write_address::r3}) emit(move_uniform(to));
  const std::size_t loop = code.size();
  const auto rotated = [](unsigned n) {
    return make_nop()
        .set(field::signal, Signal::small_immediate)
        .set(field::op_mul, MulOp::v8min)
        .set(field::cond_mul, Condition::always)
        .set(field::waddr_mul, write_address::r2)
        .set(field::mul_a, Mux::r3)
        .set(field::mul_b, Mux::r3)
        .set(field::small_immediate, kRotateByR5 + n);
  };
  for (unsigned n = 1; n < 13; ++n) {
    emit(rotated(n));
    emit(move(n, Mux::r2).set(field::cond_add, Condition::zero_clear));
    emit(move(n, Mux::file_a).set(field::raddr_a, n + 1).set(field::unpack, Unpack::byte1));
    emit(multiply_add(n).set(field::raddr_b, n).set(field::set_flags, 1));
    emit(move(write_address::r5, Mux::r2).set(field::write_swap, 1));
  }
  emit(count_down());
  emit(loop_branch(code, loop));
  for (unsigned i = 0; i < 3; ++i) emit(rotated(1));
  append_end(code);
  return code;
}

Code matrix_program() {
  Code code;
  const auto emit = [&](Instruction instruction) { code.push_back(instruction.word()); };
  emit(move_uniform(write_address::r1));
  emit(move_uniform(write_address::r2));
  emit(move_uniform(write_address::r3));
  const std::size_t loop = code.size();
  emit(move(write_address::uniforms_address, Mux::r2));
  emit(move(write_address::tmu0_s, Mux::r3));
  emit(Instruction(make_nop()).set(field::signal, Signal::load_tmu0));
  for (unsigned i = 0; i < 61; ++i) emit(multiply_add(i % 32));
  emit(count_down());
  emit(loop_branch(code, loop));
  for (unsigned i = 0; i < 3; ++i) emit(multiply_add(i));
  append_end(code);
  return code;
}

void run_loop(benchmark::State& state, const emulator::Engine* engine, unsigned threads, Code code) {
  emulator::Machine machine(*engine);
  machine.set_threads(threads);
  std::vector<std::uint32_t> uniforms{kIterations, kUniforms + 4 * kStream, kData};
  for (unsigned i = 0; i < 64; ++i) uniforms.push_back(0x3f000000 + i);
  std::vector<std::uint32_t> data(16, 0x3e000001);
  emulator::BusMap map;
  map.add({BusAddress(kCode), static_cast<std::uint32_t>(8 * code.size()),
           reinterpret_cast<std::byte*>(code.data())});
  map.add({BusAddress(kUniforms), static_cast<std::uint32_t>(4 * uniforms.size()),
           reinterpret_cast<std::byte*>(uniforms.data())});
  map.add({BusAddress(kData), 64, reinterpret_cast<std::byte*>(data.data())});
  const std::vector<QpuProgram> programs(static_cast<std::size_t>(state.range(0)),
                                         {BusAddress(kCode), BusAddress(kUniforms)});
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    const emulator::RunOutcome outcome = machine.run(programs, map);
    if (outcome.error) {
      state.SkipWithError(outcome.error->message.c_str());
      return;
    }
    instructions += outcome.instructions();
  }
  state.counters["instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  for (const emulator::Engine* engine : emulator::engines()) {
    if (!engine->usable()) continue;
    const std::string name(engine->name);
    const auto add = [&](const std::string& loop, unsigned threads, Code code) {
      const std::string with = threads > 1 ? name + "_" + std::to_string(threads) + "_threads" : name;
      return benchmark::RegisterBenchmark((loop + "/" + with).c_str(), run_loop, engine, threads,
                                          std::move(code))
          ->UseRealTime();
    };
    add("matrix_loop", 1, matrix_program())->Arg(1)->Arg(12);
    add("mixed_loop", 1, mixed_program())->Arg(12);
    if (engine->translate_after == 0) continue;
    add("matrix_loop", 2, matrix_program())->Arg(12);
    add("mixed_loop", 2, mixed_program())->Arg(12);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
