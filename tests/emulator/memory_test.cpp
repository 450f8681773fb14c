// SPDX-License-Identifier: Apache-2.0

// Uniforms, TMU lookups and the SFU (docs/videocore4.md: TMU, Uniforms, Arithmetic).

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

TEST_CASE("uniforms come in order, one for both ports", "[emulator][uniform]") {
  TestProgram program;
  for (std::uint32_t i = 0; i < 6; ++i) program.uniform(10 + i);
  program.emit(mov_a(waddr::r0, raddr::uniform)).store(Mux::r0);
  program.emit(mov_b(waddr::r0, raddr::uniform)).store(Mux::r0);
  program.emit(
      with_ports(add_op(AddOp::add, waddr::r0, Mux::file_a, Mux::file_b), raddr::uniform, raddr::uniform));
  program.store(Mux::r0);
  program.emit(isa::make_nop().set(field::raddr_a, raddr::uniform));  // read by no ALU, still consumed
  program.emit(when(mov_a(waddr::r0, raddr::uniform), Condition::never));
  program.emit(mov_a(waddr::r0, raddr::uniform)).store(Mux::r0);
  program.run_ok();
  CHECK(program.result(0) == all(10));
  CHECK(program.result(1) == all(11));
  CHECK(program.result(2) == all(24));
  CHECK(program.result(3) == all(15));
}

TEST_CASE("the uniform address is taken from lane 0", "[emulator][uniform]") {
  TestProgram program;
  program.uniform(1).uniform(2);
  program.load_a(3, each([](unsigned lane) { return lane == 0 ? kData + 4 * 20 : 12345 * lane; }));
  program.data.resize(24);
  for (std::uint32_t i = 20; i < 24; ++i) program.data[i] = 100 + i;
  program.emit(mov_a(waddr::r0, raddr::uniform)).emit(mov_a(waddr::uniforms_address, 3)).nops(2);
  program.emit(mov_a(waddr::r1, raddr::uniform)).emit(mov_a(waddr::r2, raddr::uniform));
  program.store(Mux::r0).store(Mux::r1).store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(1));
  CHECK(program.result(1) == all(120));
  CHECK(program.result(2) == all(121));
}

Instruction request(unsigned tmu, Mux address) {
  return mov(tmu == 0 ? waddr::tmu0_s : waddr::tmu1_s, address);
}

TestProgram& with_addresses(TestProgram& program, unsigned stride, unsigned offset) {
  // r2 = kData + offset + lane * stride
  program.emit(ldi(waddr::r0, stride)).emit(mov_a(waddr::r1, raddr::element_number));
  program.emit(mul_op(MulOp::mul24, waddr::r1, Mux::r0, Mux::r1)).emit(ldi(waddr::r0, kData + offset));
  return program.emit(add_op(AddOp::add, waddr::r2, Mux::r0, Mux::r1));
}

TEST_CASE("a TMU looks up sixteen words, at addresses rounded down", "[emulator][tmu]") {
  for (const unsigned tmu : {0u, 1u}) {
    TestProgram program;
    for (std::uint32_t i = 0; i < 200; ++i) program.data.push_back(0x5000 + i);
    with_addresses(program, 44, 3).emit(request(tmu, Mux::r2));
    program.emit(signal(tmu == 0 ? Signal::load_tmu0 : Signal::load_tmu1)).store(Mux::r4);
    program.run_ok();
    CHECK(program.result(0) == each([](unsigned lane) { return 0x5000 + 11 * lane; }));
  }
}

TEST_CASE("a result is there for the instruction after the signal, not for its own", "[emulator][tmu]") {
  TestProgram program;
  for (std::uint32_t i = 0; i < 32; ++i) program.data.push_back(i);
  with_addresses(program, 4, 0).emit(request(0, Mux::r2)).emit(signal(Signal::load_tmu0));
  with_addresses(program, 4, 64).emit(request(0, Mux::r2));
  program.emit(mov(waddr::r3, Mux::r4).set(field::signal, Signal::load_tmu0));
  program.store(Mux::r3).store(Mux::r4);
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane; }));
  CHECK(program.result(1) == each([](unsigned lane) { return 16 + lane; }));
}

TEST_CASE("each TMU answers in order, eight requests deep, apart from the other", "[emulator][tmu]") {
  TestProgram program;
  for (std::uint32_t i = 0; i < 16 * 16; ++i) program.data.push_back(i);
  for (unsigned i = 0; i < 16; ++i) with_addresses(program, 4, 64 * i).emit(request(i % 2, Mux::r2));
  for (unsigned i = 0; i < 8; ++i) program.emit(signal(Signal::load_tmu1)).store(Mux::r4);
  for (unsigned i = 0; i < 8; ++i) program.emit(signal(Signal::load_tmu0)).store(Mux::r4);
  program.run_ok();
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(program.result(i) == each([&](unsigned lane) { return 16 * (2 * i + 1) + lane; }));
    CHECK(program.result(8 + i) == each([&](unsigned lane) { return 16 * (2 * i) + lane; }));
  }
}

class TmuWatch : public Observer {
 public:
  std::vector<unsigned> requested = std::vector<unsigned>(kQpus, 99);
  std::vector<unsigned> received = std::vector<unsigned>(kQpus, 99);
  void tmu_requested(const Qpu& qpu, unsigned tmu, const LaneVector&) override {
    requested[qpu.number] = tmu;
  }
  void tmu_received(const Qpu& qpu, unsigned tmu) override { received[qpu.number] = tmu; }
};

/// Runs instructions on all 12 QPUs, with one word of data; watches which TMU serves each.
TmuWatch serving_tmus(const std::vector<Instruction>& instructions) {
  std::vector<std::uint64_t> code;
  for (const Instruction& instruction : instructions) code.push_back(instruction.word());
  for (const Signal s : {Signal::program_end, Signal::none, Signal::none}) code.push_back(signal(s).word());
  std::uint32_t word = 0;
  BusMap map;
  map.add({BusAddress(kCode), static_cast<std::uint32_t>(8 * code.size()),
           reinterpret_cast<std::byte*>(code.data())});
  map.add({BusAddress(kData), 4, reinterpret_cast<std::byte*>(&word)});
  TmuWatch watch;
  FindingList findings;
  Machine machine(tested_engine());
  machine.model_caches(CacheMode::report, &findings);
  const std::vector<QpuProgram> programs(kQpus, QpuProgram{BusAddress(kCode), BusAddress(0)});
  CHECK_FALSE(machine.run(programs, map, {.observer = &watch}).error.has_value());
  return watch;
}

const std::vector<unsigned> kExchanged{0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1};
const std::vector<unsigned> kNotExchanged(kQpus, 0);

TEST_CASE("QPUs 2 and 3 of a slice have their TMUs exchanged unless told not to", "[emulator][tmu]") {
  const Instruction request_tmu0 = ldi(waddr::tmu0_s, kData), load = signal(Signal::load_tmu0);
  CHECK(serving_tmus({request_tmu0, load}).requested == kExchanged);
  CHECK(serving_tmus({ldi(waddr::tmu_noswap, 2), request_tmu0, load}).requested == kNotExchanged);
}

TEST_CASE("a write of no-swap holds from the next instruction's signal on", "[emulator][tmu]") {
  const TmuWatch watch = serving_tmus({ldi(waddr::r0, 1), ldi(waddr::tmu0_s, kData),
                                       mov(waddr::tmu_noswap, Mux::r0).set(field::signal, Signal::load_tmu0),
                                       ldi(waddr::tmu0_s, kData), signal(Signal::load_tmu0)});
  CHECK(watch.requested == kNotExchanged);
  CHECK(watch.received == kNotExchanged);
  CHECK(serving_tmus({ldi(waddr::r0, 1), ldi(waddr::tmu0_s, kData),
                      mov(waddr::tmu_noswap, Mux::r0).set(field::signal, Signal::load_tmu0)})
            .received == kExchanged);
}

float sfu(unsigned address, std::uint32_t x) {
  TestProgram program;
  program.emit(ldi(waddr::r0, x)).emit(mov(address, Mux::r0)).nops(2).store(Mux::r4);
  program.run_ok();
  CHECK(program.result(0) == all(program.result(0)[0]));
  return std::bit_cast<float>(program.result(0)[0]);
}

TEST_CASE("SFU results stay within the measured accuracy", "[emulator][sfu]") {
  for (const float x :
       {0.001f, 0.0625f, 0.3f, 0.5f, 0.77f, 0.999f, 1.0f, 2.0f, 3.14159f, 100.0f, 1e5f, 1e30f}) {
    CHECK(sfu(waddr::sfu_recip, bits(x)) == Approx(1 / x).epsilon(1e-4));
    CHECK(sfu(waddr::sfu_recip, bits(-x)) == Approx(-1 / x).epsilon(1e-4));
    CHECK(sfu(waddr::sfu_recipsqrt, bits(x)) == Approx(1 / std::sqrt(x)).epsilon(1e-4));
    CHECK(sfu(waddr::sfu_log, bits(x)) == Approx(std::log2(x)).epsilon(1e-4).margin(1e-4));
    if (x < 127) CHECK(sfu(waddr::sfu_exp, bits(-x)) == Approx(std::exp2(-x)).epsilon(1e-4));
    if (x < 127) CHECK(sfu(waddr::sfu_exp, bits(x)) == Approx(std::exp2(x)).epsilon(1e-4));
  }
}

TEST_CASE("SFU special values", "[emulator][sfu]") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(sfu(waddr::sfu_recip, bits(0.0f)) == infinity);
  CHECK(sfu(waddr::sfu_recipsqrt, bits(0.0f)) == infinity);
  CHECK(sfu(waddr::sfu_recipsqrt, bits(-4.0f)) == Approx(0.5).epsilon(1e-4));
  CHECK(sfu(waddr::sfu_log, bits(-8.0f)) == Approx(3).epsilon(1e-4));
  CHECK(sfu(waddr::sfu_log, bits(0.0f)) == -infinity);
  CHECK(sfu(waddr::sfu_exp, bits(1000.0f)) == infinity);
  CHECK(sfu(waddr::sfu_exp, bits(-1000.0f)) == 0);
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
