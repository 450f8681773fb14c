// SPDX-License-Identifier: Apache-2.0

// Rules about the VPM: QPUs that share it, and transfers that do not do what they seem to
// (docs/videocore4.md, VPM, DMA).

#include <catch2/catch.hpp>
#include <set>

#include "harness.h"
#include "qpu/emulator/rule_checker.h"

namespace quadcl::qpu::emulator::testing {
namespace {

const Instruction kAcquire = isa::make_nop().set(field::raddr_a, raddr::mutex_acquire);
const Instruction kRelease = mov(waddr::mutex_release, Mux::r0);
const Instruction kWaitLoad = isa::make_nop().set(field::raddr_a, raddr::dma_load_wait);
const Instruction kWaitStore = isa::make_nop().set(field::raddr_b, raddr::dma_store_wait);

using Part = std::function<void(TestProgram&)>;
using Names = std::multiset<std::string>;

/// A program for each QPU, and 256 KB of data.
Names broken_rules(const std::vector<Part>& parts, std::string* text = nullptr) {
  std::vector<TestProgram> sources(parts.size());
  std::vector<std::byte> data(1u << 18);
  BusMap map;
  map.add({BusAddress(kData), static_cast<std::uint32_t>(data.size()), data.data()});
  std::vector<QpuProgram> programs;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i](sources[i]);
    sources[i].end();
    const BusAddress code(kCode + 0x10000 * static_cast<std::uint32_t>(i));
    map.add({code, static_cast<std::uint32_t>(8 * sources[i].code.size()),
             reinterpret_cast<std::byte*>(sources[i].code.data())});
    programs.push_back({code, BusAddress(kData)});
  }
  FindingList findings;
  RuleChecker checker(findings);
  Machine machine(tested_engine());
  const RunOutcome outcome = machine.run(programs, map, {.observer = &checker});
  if (outcome.error) FAIL(outcome.error->message);
  Names names;
  for (const FindingList::Entry& entry : findings.entries()) {
    names.insert(std::string(info(entry.finding.rule).name));
    if (text != nullptr) *text += to_string(entry.finding) + "\n";
  }
  return names;
}
Names broken_rules(const Part& part) { return broken_rules(std::vector<Part>{part}); }

TestProgram& set_up_write(TestProgram& p, std::uint32_t setup) {
  return p.emit(via_file_b(ldi(waddr::vpm_write_setup, setup)));
}
TestProgram& write(TestProgram& p, std::uint32_t setup = 0x1a00) {
  return set_up_write(p, setup).emit(ldi(waddr::vpm, 1));
}
TestProgram& read(TestProgram& p, std::uint32_t setup = 0x00101a00) {
  return p.emit(ldi(waddr::vpm_read_setup, setup)).nops(3).emit(mov_a(waddr::r2, raddr::vpm));
}
TestProgram& load(TestProgram& p, std::uint32_t setup = 0x83010000) {
  return p.emit(ldi(waddr::vpm_read_setup, setup)).emit(ldi(waddr::dma_load_address, kData));
}
TestProgram& store(TestProgram& p, std::uint32_t setup = 0x80904000, std::uint32_t stride = 0) {
  set_up_write(p, 0xc0000000 | stride);
  return set_up_write(p, setup).emit(via_file_b(ldi(waddr::dma_store_address, kData)));
}

const Names kRace{"vpm-race", "vpm-race"};  // at the instructions of both QPUs

TEST_CASE("vpm-race: two QPUs use one row", "[emulator][rules]") {
  const Part writes = [](TestProgram& p) { write(p); };
  const Part reads = [](TestProgram& p) { read(p); };
  std::string text, reversed;
  CHECK(broken_rules({writes, reads}, &text) == kRace);
  CHECK(broken_rules({reads, writes}, &reversed) == kRace);
  CHECK_THAT(text, Catch::Contains("QPU 0 at 0x40000008") &&
                       Catch::Contains("row 0, with QPU 1 at 0x40010020") &&
                       Catch::Contains("QPU 1 at 0x40010020") && Catch::Contains("with QPU 0 at 0x40000008"));
  CHECK_THAT(reversed, Catch::Contains("QPU 1 at 0x40010008") && Catch::Contains("with QPU 0 at 0x40000020"));
  CHECK(broken_rules({writes, writes}) == kRace);
  CHECK(broken_rules({reads, reads}).empty());
  CHECK(broken_rules(writes).empty());
}

TEST_CASE("vpm-race: rows, columns and halves of their own", "[emulator][rules]") {
  const auto writes = [](std::uint32_t setup) { return [=](TestProgram& p) { write(p, setup); }; };
  CHECK(broken_rules({writes(0x1a00), writes(0x1a01)}).empty());
  CHECK(broken_rules({writes(0x1200), writes(0x1201)}).empty());  // columns 0 and 1 of rows 0 to 15
  CHECK(broken_rules({writes(0x1201), writes(0x1a0f)}) == kRace);
  CHECK(broken_rules({writes(0x1d00), writes(0x1d01)}).empty());  // low and high halves of row 0
  CHECK(broken_rules({writes(0x1d01), writes(0x1a00)}) == kRace);
}

TEST_CASE("vpm-race: mutex and semaphores order the QPUs", "[emulator][rules]") {
  const Part locked = [](TestProgram& p) { read(write(p.emit(kAcquire))).emit(kRelease); };
  CHECK(broken_rules({locked, locked, locked}).empty());
  CHECK(broken_rules({locked, [](TestProgram& p) { write(p); }}).count("vpm-race") == 3);  // two of QPU 0's
  const Instruction raise = isa::make_semaphore(3, false), lower = isa::make_semaphore(3, true);
  const Part gives = [=](TestProgram& p) { write(p).emit(raise); };
  const Part takes = [=](TestProgram& p) { read(p.emit(lower)); };
  CHECK(broken_rules({gives, takes}).empty());
  CHECK(broken_rules({takes, gives}).empty());
  const Part late = [=](TestProgram& p) { write(p.emit(raise)); };
  CHECK(broken_rules({late, takes}) == kRace);
  CHECK(broken_rules({takes, late}) == kRace);
}

TEST_CASE("vpm-race: a transfer lasts until its QPU has waited", "[emulator][rules]") {
  const Instruction raise = isa::make_semaphore(3, false), lower = isa::make_semaphore(3, true);
  const Part reads = [=](TestProgram& p) { read(p.emit(lower)); };
  const Part writes = [=](TestProgram& p) { write(p.emit(lower)); };
  CHECK(broken_rules({[=](TestProgram& p) { load(p).emit(kWaitLoad).emit(raise); }, reads}).empty());
  CHECK(broken_rules({[=](TestProgram& p) { load(p).emit(raise).emit(kWaitLoad); }, reads}) == kRace);
  CHECK(broken_rules({reads, [=](TestProgram& p) { load(p).emit(raise).emit(kWaitLoad); }}) == kRace);
  CHECK(broken_rules({[=](TestProgram& p) { store(p).emit(kWaitStore).emit(raise); }, writes}).empty());
  CHECK(broken_rules({[=](TestProgram& p) { store(p).emit(raise).emit(kWaitStore); }, writes}) == kRace);
  CHECK(broken_rules({[=](TestProgram& p) { store(p).emit(raise).emit(kWaitStore); }, reads}).empty());
}

TEST_CASE("dma-stride-overflow: more bytes between rows than the field holds", "[emulator][rules]") {
  const auto load_rows = [](unsigned rows, std::uint32_t pitch) {
    return broken_rules([=](TestProgram& p) {
      p.emit(ldi(waddr::vpm_read_setup, 0x90000000 | pitch));
      load(p, 0x80001000 | rows << 16);
    });
  };
  const Names overflow{"dma-stride-overflow"};
  CHECK(load_rows(2, 16384) == overflow);
  CHECK(load_rows(2, 16383).empty());  // right on a chip (Open questions 19)
  CHECK(load_rows(1, 16384).empty());
  CHECK(load_rows(2, 0x0fffffc0) == overflow);  // -64
  const auto store_rows = [](unsigned rows, std::uint32_t stride) {
    return broken_rules([=](TestProgram& p) { store(p, 0x80104000 | rows << 23, stride); });
  };
  CHECK(store_rows(2, 0x20000) == overflow);
  CHECK(store_rows(2, 0xf000).empty());
  CHECK(store_rows(2, 0x10000).empty());  // BLOCKMODE
  CHECK(store_rows(1, 0x20000).empty());
  std::string text;
  broken_rules({[](TestProgram& p) { store(p, 0x81104000, 0x3fffffc0); }}, &text);
  CHECK_THAT(text, Catch::Contains("a stride of -64 bytes becomes 65472"));
}

TEST_CASE("dma-past-vpm: rows behind row 63", "[emulator][rules]") {
  const auto stores = [](std::uint32_t rows, std::uint32_t length, std::uint32_t y, std::uint32_t x) {
    const std::uint32_t setup = 0x80004000 | rows << 23 | length << 16 | y << 7 | x << 3;
    return broken_rules([=](TestProgram& p) { store(p, setup); });
  };
  const Names past{"dma-past-vpm"};
  CHECK(stores(1, 16, 63, 0).empty());
  CHECK(stores(2, 16, 63, 0) == past);
  CHECK(stores(1, 16, 64, 0) == past);
  CHECK(stores(1, 16, 63, 1) == past);  // goes on in the next row
  CHECK(stores(1, 15, 63, 1).empty());
  CHECK(stores(64, 16, 0, 0).empty());
  const auto loads = [](std::uint32_t setup) {
    return broken_rules([=](TestProgram& p) { load(p, setup); });
  };
  CHECK(loads(0x83001000 | 48 << 4).empty());  // 16 rows from row 48
  CHECK(loads(0x83001000 | 49 << 4) == past);
  CHECK(loads(0x83020000 | 47 << 4).empty());  // 2 rows, 16 apart
  CHECK(loads(0x83020000 | 48 << 4) == past);
  CHECK(loads(0x83011800 | 48 << 4).empty());  // down a column
  CHECK(loads(0x83011800 | 49 << 4) == past);
  CHECK(loads(0xa3042000 | 63 << 4) == past);  // 4 half rows 2 apart: rows 63 to 66
}

TEST_CASE("vertical-store-rows: columns stay in their 16 rows, and end with column 15", "[emulator][rules]") {
  const auto stores = [](std::uint32_t columns, std::uint32_t length, std::uint32_t y, std::uint32_t x) {
    const std::uint32_t setup = 0x80000000 | columns << 23 | length << 16 | y << 7 | x << 3;
    return broken_rules([=](TestProgram& p) { store(p, setup); });
  };
  const Names leaves{"vertical-store-rows"};
  CHECK(stores(16, 16, 16, 0).empty());
  CHECK(stores(16, 32, 0, 0) == leaves);  // seen on a chip
  CHECK(stores(32, 16, 0, 0) == leaves);  // the same
  CHECK(stores(1, 17, 0, 0) == leaves);
  CHECK(stores(1, 16, 8, 0) == leaves);
  CHECK(stores(1, 8, 8, 15).empty());
  CHECK(stores(2, 8, 8, 15) == leaves);
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
