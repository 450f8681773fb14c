// SPDX-License-Identifier: Apache-2.0

// VPM access by QPUs, against the placement formulas of docs/videocore4.md.

#include <catch2/catch.hpp>
#include <map>

#include "harness.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator::testing {
namespace {

struct Mode {
  bool horizontal;
  bool laned;
  unsigned size;  // 0: 8 bits, 1: 16 bits, 2: 32 bits
};

/// One element's place: row, column, lowest bit.
struct Place {
  unsigned y, x, bit;
};

/// The table of places in VPM, line by line.
Place place_of(const Mode& mode, unsigned address, unsigned lane) {
  if (mode.size == 2) {
    if (mode.horizontal) return {address & 63, lane, 0};
    return {16 * ((address >> 4) & 3) + lane, address & 15, 0};
  }
  if (mode.size == 1) {
    const unsigned h = address & 1, rest = address >> 1;
    const unsigned along = mode.laned ? lane : 8 * h + lane / 2;
    const unsigned bit = 16 * (mode.laned ? h : lane & 1);
    if (mode.horizontal) return {rest & 63, along, bit};
    return {16 * ((rest >> 4) & 3) + along, rest & 15, bit};
  }
  const unsigned b = address & 3, rest = address >> 2;
  const unsigned along = mode.laned ? lane : 4 * b + lane / 4;
  const unsigned bit = 8 * (mode.laned ? b : lane & 3);
  if (mode.horizontal) return {rest & 63, along, bit};
  return {16 * ((rest >> 4) & 3) + along, rest & 15, bit};
}

unsigned address_count(const Mode& mode) { return mode.size == 2 ? 64 : mode.size == 1 ? 128 : 256; }
std::uint32_t element_mask(const Mode& mode) {
  return mode.size == 2 ? 0xffffffff : mode.size == 1 ? 0xffff : 0xff;
}

std::uint32_t setup(const Mode& mode, unsigned address, unsigned stride, unsigned vectors) {
  return (vectors & 15) << 20 | (stride & 63) << 12 | (mode.horizontal ? 1u : 0u) << 11 |
         (mode.laned ? 1u : 0u) << 10 | mode.size << 8 | address;
}

const Mode kModes[] = {{true, false, 2}, {false, false, 2}, {true, true, 1}, {true, false, 1},
                       {false, true, 1}, {false, false, 1}, {true, true, 0}, {true, false, 0},
                       {false, true, 0}, {false, false, 0}};

std::uint32_t pattern(unsigned y, unsigned x) { return (y * 16 + x) * 0x9e3779b1u; }

TEST_CASE("vectors are read from where the formulas say, in every mode and at every address",
          "[emulator][vpm]") {
  VpmMemory vpm;
  for (unsigned y = 0; y < 64; ++y) {
    for (unsigned x = 0; x < 16; ++x) vpm.word(y, x) = pattern(y, x);
  }
  for (const Mode& mode : kModes) {
    for (unsigned address = 0; address < address_count(mode); ++address) {
      LaneVector read;
      VpmBlock::decode(setup(mode, address, 1, 1)).read(vpm, read);
      for (unsigned lane = 0; lane < 16; ++lane) {
        const Place p = place_of(mode, address, lane);
        INFO("horizontal " << mode.horizontal << " laned " << mode.laned << " size " << mode.size
                           << " address " << address);
        REQUIRE(read.lane[lane] == ((pattern(p.y, p.x) >> p.bit) & element_mask(mode)));
      }
    }
  }
}

TEST_CASE("vectors are written to where the formulas say, the rest of the words stays", "[emulator][vpm]") {
  for (const Mode& mode : kModes) {
    for (unsigned address = 0; address < address_count(mode); ++address) {
      VpmMemory vpm;
      std::map<std::pair<unsigned, unsigned>, std::uint32_t> expected;
      for (unsigned y = 0; y < 64; ++y) {
        for (unsigned x = 0; x < 16; ++x) vpm.word(y, x) = expected[{y, x}] = pattern(y, x);
      }
      LaneVector value;
      for (unsigned lane = 0; lane < 16; ++lane) {
        value.lane[lane] = 0xabcd1234u * (lane + 1);
        const Place p = place_of(mode, address, lane);
        std::uint32_t& word = expected[{p.y, p.x}];
        word = (word & ~(element_mask(mode) << p.bit)) | (value.lane[lane] & element_mask(mode)) << p.bit;
      }
      VpmBlock::decode(setup(mode, address, 1, 1)).write(vpm, value);
      bool same = true;
      for (unsigned y = 0; y < 64; ++y) {
        for (unsigned x = 0; x < 16; ++x) same = same && vpm.word(y, x) == expected[{y, x}];
      }
      INFO("horizontal " << mode.horizontal << " laned " << mode.laned << " size " << mode.size << " address "
                         << address);
      REQUIRE(same);
    }
  }
}

TEST_CASE("the address goes on by the stride, 0 meaning 64, and wraps", "[emulator][vpm]") {
  VpmBlock words = VpmBlock::decode(setup({true, false, 2}, 60, 3, 1));
  words.advance();
  CHECK(words.address == 63);
  words.advance();
  CHECK(words.address == 2);
  VpmBlock bytes = VpmBlock::decode(setup({true, true, 0}, 200, 0, 1));
  bytes.advance();
  CHECK(bytes.address == (200 + 64) % 256);
}

TEST_CASE("a program writes rows and reads columns", "[emulator][vpm]") {
  TestProgram program;
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x00001a00)));  // rows from 0 on
  program.emit(mov_a(waddr::r1, raddr::element_number));
  for (unsigned y = 0; y < 16; ++y) {
    program.emit(ldi(waddr::r0, 100 * y)).emit(add_op(AddOp::add, waddr::vpm, Mux::r0, Mux::r1));
  }
  // Three columns: X = 5 on, of rows 0-15. The golden word with Y = 0 and other columns.
  program.emit(ldi(waddr::vpm_read_setup, 0x00301205)).nops(3);
  for (unsigned n = 0; n < 3; ++n) program.emit(mov_a(n, raddr::vpm));
  for (unsigned n = 0; n < 3; ++n) program.store_a(n);
  program.run_ok();
  for (unsigned n = 0; n < 3; ++n)
    CHECK(program.result(n) == each([&](unsigned lane) { return 100 * lane + 5 + n; }));
}

TEST_CASE("two read blocks queue up, a third is ignored", "[emulator][vpm]") {
  VpmReader reader;
  VpmMemory vpm;
  for (unsigned y = 0; y < 64; ++y) vpm.word(y, 0) = y;
  CHECK(reader.setup(setup({true, false, 2}, 10, 1, 2)));
  CHECK(reader.setup(setup({true, false, 2}, 20, 2, 2)));
  CHECK_FALSE(reader.setup(setup({true, false, 2}, 30, 1, 2)));
  CHECK(reader.available() == 4);
  LaneVector v;
  for (const std::uint32_t row : {10u, 11u, 20u, 22u}) {
    reader.read(vpm, v);
    CHECK(v.lane[0] == row);
  }
  CHECK(reader.empty());
  CHECK(reader.setup(setup({true, false, 2}, 0, 1, 0)));  // 0 means 16
  CHECK(reader.available() == 16);
}

TEST_CASE("a read and a write of the VPM fit in one instruction", "[emulator][vpm]") {
  TestProgram program;
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x00001a00))).emit(ldi(waddr::vpm, 77));
  program.emit(ldi(waddr::vpm_read_setup, 0x00101a00)).nops(3);
  program.emit(mov_a(waddr::vpm, raddr::vpm));  // row 0 to row 1
  program.emit(ldi(waddr::vpm_read_setup, 0x00101a01))
      .nops(3)
      .emit(mov_a(waddr::r2, raddr::vpm))
      .store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(77));
}

TEST_CASE("setups belong to a QPU, the memory to all", "[emulator][vpm]") {
  // Every QPU writes its number + 1 to the row with its number. QPU 0 adds the rows up after all others are
  // done.
  TestProgram program;
  program.emit(mov_b(waddr::r1, raddr::qpu_number)).emit(ldi(waddr::r0, 0x00001a00));
  program.emit(via_file_b(add_op(AddOp::add, waddr::vpm_write_setup, Mux::r0, Mux::r1)));
  program.emit(with_small_immediate(add_op(AddOp::add, waddr::vpm, Mux::r1, Mux::file_b), 1));
  program.emit(isa::make_semaphore(0, false));
  program.emit(with_flags(mov(waddr::nop, Mux::r1)));
  const std::size_t branch = program.code.size();
  program.emit(isa::make_nop()).nops(3);  // replaced below
  for (unsigned i = 0; i < kQpus; ++i) program.emit(isa::make_semaphore(0, true));
  program.emit(ldi(waddr::vpm_read_setup, 0x00c01a00)).nops(3).emit(ldi(waddr::r2, 0));
  for (unsigned i = 0; i < kQpus; ++i)
    program.emit(with_ports(add_op(AddOp::add, waddr::r2, Mux::r2, Mux::file_a), raddr::vpm, 0));
  program.store(Mux::r2);
  const auto distance = static_cast<std::uint32_t>(8 * (program.code.size() - branch - 4));
  program.code[branch] = isa::make_branch(BranchCondition::all_zero_clear, true, distance).word();
  program.run_ok(tested_engine(), kQpus);
  CHECK(program.result(0) == all(12 * 13 / 2));
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
