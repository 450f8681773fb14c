// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <stdexcept>

namespace quadcl::qpu::emulator::testing {

Lanes all(std::uint32_t value) {
  Lanes lanes;
  lanes.fill(value);
  return lanes;
}

Lanes each(const std::function<std::uint32_t(unsigned)>& value) {
  Lanes lanes;
  for (unsigned i = 0; i < 16; ++i) lanes[i] = value(i);
  return lanes;
}

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

Instruction add_op(AddOp op, unsigned to, Mux a, Mux b) {
  return isa::make_nop()
      .set(field::op_add, op)
      .set(field::cond_add, Condition::always)
      .set(field::waddr_add, to)
      .set(field::add_a, a)
      .set(field::add_b, b);
}

Instruction mul_op(MulOp op, unsigned to, Mux a, Mux b) {
  return isa::make_nop()
      .set(field::op_mul, op)
      .set(field::cond_mul, Condition::always)
      .set(field::waddr_mul, to)
      .set(field::mul_a, a)
      .set(field::mul_b, b);
}

Instruction both(Instruction add, Instruction mul) {
  for (const isa::Field& f : {field::op_mul, field::cond_mul, field::waddr_mul, field::mul_a, field::mul_b}) {
    add.set(f, mul.get(f));
  }
  return add;
}

Instruction via_file_b(Instruction instruction) { return instruction.set(field::write_swap, 1); }

Instruction with_ports(Instruction instruction, unsigned raddr_a, unsigned raddr_b) {
  return instruction.set(field::raddr_a, raddr_a).set(field::raddr_b, raddr_b);
}

Instruction with_small_immediate(Instruction instruction, unsigned code) {
  return instruction.set(field::signal, Signal::small_immediate).set(field::small_immediate, code);
}

Instruction with_flags(Instruction instruction) { return instruction.set(field::set_flags, 1); }

Instruction when(Instruction instruction, Condition condition) {
  const bool add = instruction.cond_add() != Condition::never;
  return instruction.set(add ? field::cond_add : field::cond_mul, condition);
}

Instruction mov(unsigned to, Mux from) { return add_op(AddOp::bit_or, to, from, from); }

Instruction mov_a(unsigned to, unsigned from) { return mov(to, Mux::file_a).set(field::raddr_a, from); }

Instruction mov_b(unsigned to, unsigned from) { return mov(to, Mux::file_b).set(field::raddr_b, from); }

Instruction ldi(unsigned to, std::uint32_t value) {
  return isa::make_load_immediate(isa::ImmediateType::word, value)
      .set(field::cond_add, Condition::always)
      .set(field::waddr_add, to);
}

Instruction signal(Signal signal) { return isa::make_nop().set(field::signal, signal); }

TestProgram& TestProgram::emit(Instruction instruction) {
  code.push_back(instruction.word());
  return *this;
}

TestProgram& TestProgram::uniform(std::uint32_t value) {
  uniforms.push_back(value);
  return *this;
}

TestProgram& TestProgram::load(const Lanes& values, unsigned n, bool file_b) {
  const std::uint32_t address = kData + 4 * static_cast<std::uint32_t>(data.size());
  data.insert(data.end(), values.begin(), values.end());
  emit(ldi(waddr::r0, address));
  emit(with_small_immediate(
      with_ports(add_op(AddOp::shl, waddr::r1, Mux::file_a, Mux::file_b), raddr::element_number, 0), 2));
  emit(add_op(AddOp::add, waddr::tmu0_s, Mux::r0, Mux::r1));
  emit(signal(Signal::load_tmu0));
  const Instruction move = mov(n, Mux::r4);
  return emit(file_b ? via_file_b(move) : move);
}

/// One row at a time. Sets up the VPM write each time, because programs under test may change the set-up.
TestProgram& TestProgram::store_prologue() {
  return emit(via_file_b(ldi(waddr::vpm_write_setup, 0x00001a00 | 63)));
}

TestProgram& TestProgram::store_epilogue() { return store_row(kResults + 64 * stored_++); }

TestProgram& TestProgram::store_row(std::uint32_t address) {
  emit(via_file_b(ldi(waddr::vpm_write_setup, 0x80904000 | 63 << 7)));  // 1 row of 16 words, horizontal
  emit(via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)));
  emit(via_file_b(ldi(waddr::dma_store_address, address)));
  return emit(isa::make_nop().set(field::raddr_b, raddr::dma_store_wait));
}

TestProgram& TestProgram::store(Mux from) {
  store_prologue();
  emit(mov(waddr::vpm, from));
  return store_epilogue();
}

TestProgram& TestProgram::store_a(unsigned address) {
  store_prologue();
  emit(mov_a(waddr::vpm, address));
  return store_epilogue();
}

TestProgram& TestProgram::store_b(unsigned address) {
  store_prologue();
  emit(mov_b(waddr::vpm, address));
  return store_epilogue();
}

TestProgram& TestProgram::store_to(std::uint32_t address, Mux from) {
  store_prologue();
  emit(mov(waddr::vpm, from));
  return store_row(address);
}

TestProgram& TestProgram::store_flags() {
  const auto note = [&](unsigned bit, Condition condition) {
    const Instruction instruction = add_op(AddOp::bit_or, waddr::r3, Mux::r3, Mux::file_b);
    emit(when(with_small_immediate(instruction, bit), condition));
  };
  emit(ldi(waddr::r3, 0));
  note(1, Condition::zero_set);
  note(2, Condition::negative_set);
  note(4, Condition::carry_set);
  return store(Mux::r3);
}

TestProgram& TestProgram::branch(BranchCondition condition, std::size_t target) {
  const auto after = static_cast<std::uint32_t>(8 * code.size() + 32);
  return emit(isa::make_branch(condition, true, static_cast<std::uint32_t>(8 * target) - after));
}

TestProgram& TestProgram::nops(unsigned count) {
  for (unsigned i = 0; i < count; ++i) emit(isa::make_nop());
  return *this;
}

TestProgram& TestProgram::end() {
  ended_ = true;
  emit(signal(Signal::program_end));
  return nops(2);
}

RunOutcome TestProgram::run(const Engine& engine, unsigned qpus) {
  if (!ended_) end();
  results_.assign(16 * std::max(stored_, 1u), 0xdeadbeef);
  BusMap map;
  const auto add = [&](std::uint32_t bus, auto& words) {
    if (words.empty()) return;
    map.add({BusAddress(bus), static_cast<std::uint32_t>(words.size() * sizeof words[0]),
             reinterpret_cast<std::byte*>(words.data())});
  };
  add(kCode, code);
  add(kUniforms, uniforms);
  add(kData, data);
  add(kResults, results_);
  const std::vector<QpuProgram> programs(qpus, {BusAddress(kCode), BusAddress(kUniforms)});
  Machine machine(engine);
  machine.model_caches(caches, sink, geometries);
  return machine.run(
      programs, map,
      {.instruction_limit = limit, .observer = observer, .scheduler = scheduler, .control = control});
}

void TestProgram::run_ok(const Engine& engine, unsigned qpus) {
  const RunOutcome outcome = run(engine, qpus);
  INFO((outcome.error ? outcome.error->message : ""));
  REQUIRE_FALSE(outcome.error.has_value());
}

Lanes TestProgram::result(unsigned n) const {
  Lanes lanes;
  std::copy_n(results_.begin() + 16 * n, 16, lanes.begin());
  return lanes;
}

const Engine& tested_engine() {
  const char* const name = std::getenv("QUADCL_TEST_ENGINE");
  if (name == nullptr) return default_engine();
  for (const Engine* engine : usable_engines()) {
    if (engine->name == name) return *engine;
  }
  const bool is_known =
      std::ranges::any_of(engines(), [&](const Engine* engine) { return engine->name == name; });
  if (!is_known) throw std::invalid_argument(std::string("no engine ") + name);
  WARN("this machine cannot run the engine " << name);
  return default_engine();
}

std::vector<const Engine*> usable_engines() {
  std::vector<const Engine*> usable;
  for (const Engine* engine : engines()) {
    if (engine->usable()) usable.push_back(engine);
  }
  // Those that translate at once, where the others wait until code is reached again.
  static const std::vector<Engine> eager = [] {
    std::vector<Engine> copies;
    for (const Engine* engine : engines()) {
      if (!engine->usable() || engine->translate_after == 0) continue;
      copies.push_back(*engine);
      copies.back().translate_after = 1;
    }
    return copies;
  }();
  for (const Engine& engine : eager) usable.push_back(&engine);
  return usable;
}

}  // namespace quadcl::qpu::emulator::testing
