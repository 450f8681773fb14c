// SPDX-License-Identifier: Apache-2.0

// The units of the chip by themselves. Expected times are sums of measured ones, at 250 MHz on a Pi 2
// where nothing else is said: L2C 15.75 clocks, SDRAM 32 more.

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "qpu/timing/dma_engine.h"
#include "qpu/timing/instruction_fetch.h"
#include "qpu/timing/memory_system.h"
#include "qpu/timing/tmu_lookups.h"
#include "qpu/timing/uniform_fetch.h"
#include "qpu/timing/vpm.h"

using namespace quadcl::qpu::timing;
using quadcl::BusAddress;
namespace emulator = quadcl::qpu::emulator;

namespace {

const Parameters kPi2(Board::pi2, 250);

constexpr Ticks clk(double clocks) { return static_cast<Ticks>(clocks * kClock); }
constexpr std::uint32_t kUncached = 0xC0000000u;

std::array<std::uint32_t, 16> lanes(std::uint32_t first, std::uint32_t step) {
  std::array<std::uint32_t, 16> addresses;
  for (unsigned i = 0; i < 16; ++i) addresses[i] = first + i * step;
  return addresses;
}

emulator::DmaTransfer rows(unsigned count, std::uint32_t address, unsigned words = 16) {
  emulator::DmaTransfer transfer;
  transfer.memory = BusAddress(address);
  transfer.rows = count;
  transfer.row_length = words;
  return transfer;
}

/// A TMU that is asked by one QPU.
struct OneTmu {
  explicit OneTmu(MemorySystem& memory) : tmu(kPi2, memory) {}

  /// When the result can be received.
  Ticks request(std::span<const std::uint32_t, 16> addresses, Ticks at) {
    TmuResults results;
    tmu.request(addresses, at, results);
    while (results.front() == kNever) tmu.fetch_line();
    return results.front();
  }

  Tmu tmu;
};

}  // namespace

TEST_CASE("A line from SDRAM takes 47.75 clocks beyond the first cache, from the L2C 15.75") {
  MemorySystem memory(kPi2);
  CHECK(memory.read_line(line_of(kUncached), clk(100)) == clk(147.75));
  CHECK(memory.read_line(line_of(kUncached), clk(200)) == clk(215.75));
  CHECK(memory.l2c_misses() == 1);
  CHECK(memory.l2c_hits() == 1);
}

TEST_CASE("A line that is on its way is waited for, not fetched again") {
  MemorySystem memory(kPi2);
  memory.read_line(7, 0);
  CHECK(memory.read_line(7, clk(10)) == clk(47.75));
  CHECK(memory.l2c_misses() == 1);
}

TEST_CASE("The L2C holds 16 KB and not 32") {
  const auto misses_of_second_pass = [](std::uint32_t lines) {
    MemorySystem memory(kPi2);
    for (std::uint32_t i = 0; i < 2 * lines; ++i) memory.read_line(i % lines, clk(1000.0 * i));
    return memory.l2c_misses() - lines;
  };
  CHECK(misses_of_second_pass(16384 / 64) == 0);
  CHECK(misses_of_second_pass(32768 / 64) == 32768 / 64);
}

TEST_CASE("SDRAM delivers a line every 18 ns at best") {
  MemorySystem memory(Parameters(Board::pi3, 400));
  Ticks last = 0;
  for (std::uint32_t line = 0; line < 101; ++line) last = memory.read_line(line, 0);
  CHECK(static_cast<double>(last) / kClock == Approx(15.75 + 0.4 * (128 + 100 * 18)).epsilon(0.001));
}

TEST_CASE("On BCM2835 the alias 0x4 goes through the VPU's L2, 0xC does not") {
  const Parameters zero(Board::zero, 250);
  const auto second_read = [&](std::uint32_t address) {
    MemorySystem memory(zero);
    memory.read_line(line_of(address), 0);
    for (std::uint32_t i = 1; i <= 8; ++i) memory.read_line(line_of(address) + 64 * i, clk(1000.0 * i));
    return memory.read_line(line_of(address), clk(20000)) - clk(20000);  // no longer in the L2C
  };
  CHECK(second_read(0x40000000) < second_read(0xC0000000));
  CHECK(second_read(0xC0000000) == clk(15.75 + 32));
}

TEST_CASE("The VPU's L2 delays what it does not hold, and fetches it a line every 56 ns") {
  MemorySystem memory(Parameters(Board::zero, 250));
  const Ticks first = memory.read_line(line_of(0x40000000), 0);
  CHECK(first > clk(15.75 + 32));
  Ticks last = 0;
  for (std::uint32_t line = 1; line <= 100; ++line) last = memory.read_line(line_of(0x40000000) + line, 0);
  CHECK(static_cast<double>(last - first) / kClock == Approx(100 * 14));
}

TEST_CASE("The VPU's L2 writes changed lines back before it fetches others in their place, in as much time") {
  const Parameters zero(Board::zero, 250);
  constexpr std::uint32_t lines = 131072 / 64;
  const auto clocks_a_line = [&](bool changed) {
    MemorySystem memory(zero);
    for (std::uint32_t i = 0; i < 16 * lines; ++i) {
      const std::uint32_t address = 0x40000000 + 64 * i;
      changed ? memory.move(DmaDirection::store, address, 64, 0) : memory.read_line(line_of(address), 0);
    }
    const Ticks start = clk(1e7);
    Ticks last = start;
    for (std::uint32_t i = 0; i < 100; ++i) last = memory.read_line(line_of(0x48000000) + i, start);
    return static_cast<double>(last - start) / kClock / 100;
  };
  const double alone = clocks_a_line(false), with_write_back = clocks_a_line(true);
  CHECK(alone == Approx(14).epsilon(0.06));  // and the latency of the last one
  CHECK(with_write_back == Approx(28).epsilon(0.06));
}

TEST_CASE("What the DMA stores through the VPU's L2 is there afterwards") {
  const Parameters zero(Board::zero, 250);
  MemorySystem memory(zero);
  memory.move(DmaDirection::store, 0x40000000, 64, 0);
  memory.move(DmaDirection::load, 0x40001000, 64, 0);
  const auto read = [&](std::uint32_t address) {
    return memory.read_line(line_of(address), clk(1000)) - clk(1000);
  };
  CHECK(read(0x40000000) == clk(15.75) + zero.ticks(Parameter::system_l2_latency));
  CHECK(read(0x40001000) > clk(15.75 + 32));
}

TEST_CASE("Uniforms: the first word of a line from SDRAM after 52 clocks, then one every 4") {
  MemorySystem memory(kPi2);
  UniformCache cache(kPi2, memory);
  UniformFetch fetch(cache);
  fetch.begin(BusAddress(kUncached), 0);
  CHECK(fetch.ready() == clk(52));
  fetch.read(clk(52));
  CHECK(fetch.ready() == clk(56));
  fetch.read(clk(56));
  CHECK(fetch.ready() == clk(60));
  CHECK(fetch.words() == 4);
  CHECK(fetch.misses() == 1);
}

// The fetch is two words ahead before the first line ends and hides 8 of its 52 clocks. After that stall it
// can only keep up with a reader that takes a word in each slot: one word ahead, 4 clocks hidden.
TEST_CASE("Uniforms read back to back stall 44 clocks at the first new line and 48 at the others") {
  MemorySystem memory(kPi2);
  UniformCache cache(kPi2, memory);
  UniformFetch fetch(cache);
  fetch.begin(BusAddress(kUncached), 0);
  Ticks now = clk(200), stalled = 0;
  for (int word = 0; word < 160; ++word) {
    const Ticks ready = std::max(now, fetch.ready());
    stalled += ready - now;
    now = ready;
    fetch.read(now);
    now += kSlot;
  }
  CHECK(stalled == clk(44 + 8 * 48));
}

TEST_CASE("Uniforms: a slice gives its QPUs one line in 36 clocks") {
  MemorySystem memory(kPi2);
  UniformCache cache(kPi2, memory), other(kPi2, memory);
  for (std::uint32_t qpu = 0; qpu < 4; ++qpu) {
    CHECK(cache.fetch(line_of(kUncached) + 100 * qpu, 0).ready == clk(52 + 36 * qpu));
  }
  CHECK(other.fetch(line_of(kUncached) + 1000, 0).ready < clk(52 + 36));
  CHECK(cache.fetch(line_of(kUncached), clk(10)).ready == clk(4 * 36));  // one that is there as well
  CHECK(cache.fetch(line_of(kUncached), clk(500)).ready == clk(500));
}

TEST_CASE("What was not asked for before the program ended does not count") {
  MemorySystem memory(kPi2);
  UniformCache cache(kPi2, memory);
  UniformFetch fetch(cache);
  fetch.begin(BusAddress(kUncached), 0);
  fetch.end(clk(10));
  CHECK(fetch.words() == 1);
  CHECK(fetch.misses() == 1);
}

TEST_CASE("TMU: 9 instructions for a hit, 12 for a line of the L2C, 20 for one from SDRAM") {
  MemorySystem memory(kPi2);
  OneTmu one(memory), other(memory);
  const auto row = lanes(kUncached, 4);
  CHECK(next_slot(one.request(row, clk(100))) == clk(100 + 80));
  CHECK(next_slot(one.request(row, clk(300))) == clk(300 + 36));
  CHECK(next_slot(other.request(row, clk(500))) == clk(500 + 48));
  CHECK(one.tmu.misses() == 1);
  CHECK(one.tmu.words() == 32);
}

TEST_CASE("TMU: hits come out one request every 19.2 clocks") {
  MemorySystem memory(kPi2);
  OneTmu one(memory);
  const auto row = lanes(kUncached, 4);
  one.request(row, 0);
  const Ticks first = one.request(row, clk(1000));
  for (int i = 1; i < 10; ++i) {
    CHECK(static_cast<double>(one.request(row, clk(1000)) - first) / kClock ==
          Approx(19.2 * i).epsilon(0.01));
  }
}

TEST_CASE("TMU: five lines 1 KB apart evict each other within one request, four do not") {
  const auto misses = [](unsigned lines) {
    MemorySystem memory(kPi2);
    OneTmu one(memory);
    std::array<std::uint32_t, 16> addresses;
    for (unsigned i = 0; i < 16; ++i) addresses[i] = kUncached + (i % lines) * 1024;
    one.request(addresses, 0);
    return one.tmu.misses();
  };
  CHECK(misses(4) == 4);
  CHECK(misses(5) > 5);
}

TEST_CASE("TMU: lanes that take turns between two lines fetch each once") {
  MemorySystem memory(kPi2);
  OneTmu one(memory);
  std::array<std::uint32_t, 16> addresses;
  for (unsigned i = 0; i < 16; ++i) addresses[i] = kUncached + (i % 2) * 64;
  one.request(addresses, 0);
  CHECK(one.tmu.misses() == 2);
}

TEST_CASE("TMU: two missing lines are under way at a time") {
  MemorySystem memory(kPi2);
  OneTmu one(memory);
  const Ticks ready = one.request(lanes(kUncached, 64), 0);
  CHECK(one.tmu.misses() == 16);
  CHECK(ready >= clk(8 * 47.75));  // lines 2, 4, ... 14 wait for the ones before
  CHECK(ready < clk(8 * 47.75 + 80));
}

TEST_CASE("TMU: a third request waits until the first has its line") {
  MemorySystem memory(kPi2);
  Tmu tmu(kPi2, memory);
  TmuResults results;
  for (unsigned i = 0; i < 3; ++i) tmu.request(lanes(kUncached + 64 * i, 4), 0, results);
  CHECK(tmu.next_fetch() == 0);
  tmu.fetch_line();
  CHECK(static_cast<double>(tmu.next_fetch()) / kClock == Approx(19.2).epsilon(0.01));  // 16 lanes looked up
  tmu.fetch_line();
  CHECK(tmu.next_fetch() == clk(47.75));
}

TEST_CASE("TMU: a line that another request has under way is waited for") {
  MemorySystem memory(kPi2);
  OneTmu one(memory);
  const Ticks first = one.request(lanes(kUncached, 4), 0);
  CHECK(one.request(lanes(kUncached, 4), clk(20)) <= first + clk(20));
  CHECK(one.tmu.misses() == 1);
}

TEST_CASE("TMU: who comes to memory between two lines of a request does not wait for the second") {
  const auto line_of_another = [](unsigned requests) {
    MemorySystem memory(kPi2);
    Tmu tmu(kPi2, memory);
    TmuResults results;
    for (unsigned i = 0; i < requests; ++i) tmu.request(lanes(kUncached + 1024 * i, 64), 0, results);
    while (tmu.next_fetch() <= clk(3)) tmu.fetch_line();
    return memory.read_line(1, clk(3));
  };
  CHECK(line_of_another(0) == clk(3 + 47.75));
  CHECK(line_of_another(1) > clk(3 + 47.75));
  CHECK(line_of_another(1) <= clk(3 + 47.75 + 3 * 4.5));  // the lines of lanes 0, 1 and 2
  CHECK(line_of_another(4) == line_of_another(1));
}

TEST_CASE("An instruction line from the L2C takes 20 clocks, a cached one none") {
  MemorySystem memory(kPi2);
  InstructionCache slice(kPi2, memory), other(kPi2, memory);
  slice.fetch(1, 0);
  CHECK(slice.fetch(1, clk(500)) == clk(500));
  CHECK(other.fetch(1, clk(600)) == clk(620));  // the L2C's part and its own
  CHECK(slice.misses() == 1);
}

TEST_CASE("VPM: the first vector 5 instructions after the set-up, then one in each") {
  VpmPort port(kPi2);
  VpmAccess access(kPi2);
  access.read_set_up(16, clk(4));
  CHECK(access.earliest_read(port, clk(4)) == clk(24));
  access.read(port, clk(24));
  CHECK(access.earliest_read(port, clk(28)) == clk(28));
}

TEST_CASE("VPM: two QPUs share the port") {
  VpmPort port(kPi2);
  VpmAccess first(kPi2), second(kPi2);
  first.read_set_up(1, 0);
  second.read_set_up(1, 0);
  first.read(port, clk(40));
  CHECK(second.earliest_read(port, clk(40)) == clk(44));
}

TEST_CASE("VPM: the write FIFO takes two vectors, a third waits for the port") {
  VpmPort port(kPi2);
  for (int i = 0; i < 5; ++i) port.move(clk(100));  // others keep the port busy until 120
  VpmAccess access(kPi2);
  access.write(port, clk(100));
  access.write(port, clk(104));
  CHECK(access.earliest_write(clk(108)) == clk(124));
}

namespace {

/// Both engines, and a way to see how long an operation takes by itself.
struct Dma {
  MemorySystem memory{kPi2};
  VpmPort port{kPi2};
  DmaEngine load{DmaDirection::load, kPi2, memory, port, nullptr};
  DmaEngine store{DmaDirection::store, kPi2, memory, port, nullptr};

  static Ticks time(DmaEngine& engine, const emulator::DmaTransfer& transfer, unsigned qpu, Ticks at) {
    engine.start(transfer, qpu, at);
    return engine.finish() - at;
  }
};

}  // namespace

TEST_CASE("DMA: a load within one page takes 44 + 19.5 N clocks, a store 28 + 14 N") {
  Dma dma;
  Dma::time(dma.load, rows(16, kUncached), 0, 0);
  CHECK(Dma::time(dma.load, rows(16, kUncached), 0, clk(10000)) == clk(44 + 19.5 * 16));
  Dma::time(dma.store, rows(1, kUncached), 0, 0);
  const Ticks store = Dma::time(dma.store, rows(1, kUncached), 0, clk(20000));
  CHECK(static_cast<double>(store) / kClock == Approx(28 + 14).margin(1));
}

TEST_CASE("VPM: a write waits while the FIFO is full") {
  Parameters parameters(Board::zero, 250);
  for (const unsigned fifo : {1u, 2u, 4u}) {
    parameters.set(Parameter::vpm_write_fifo, fifo);
    VpmPort port(parameters);
    VpmAccess access(parameters);
    for (unsigned i = 0; i < fifo; ++i) {
      CHECK(access.earliest_write(0) == 0);
      access.write(port, 0);
    }
    CHECK(access.earliest_write(0) == clk(4));  // the port takes a vector in 4 clocks
    access.write(port, clk(4));
    CHECK(access.earliest_write(0) == clk(8));
  }
}

TEST_CASE("DMA: a row in another page costs 86 ns more, another address or QPU does not") {
  Dma dma;
  Dma::time(dma.load, rows(4, kUncached), 0, 0);
  const Ticks same = Dma::time(dma.load, rows(4, kUncached), 0, clk(10000));
  CHECK(Dma::time(dma.load, rows(4, kUncached + 64), 1, clk(20000)) == same);
  emulator::DmaTransfer apart = rows(4, kUncached + 4096);
  apart.memory_pitch = 4096;
  CHECK(Dma::time(dma.load, apart, 0, clk(30000)) == same + 4 * clk(21.5));
}

TEST_CASE("DMA: a row that the VPU's L2 holds opens no page") {
  const Parameters zero(Board::zero, 250);
  MemorySystem memory(zero);
  VpmPort vpm(zero);
  DmaEngine store(DmaDirection::store, zero, memory, vpm, nullptr);
  auto apart = rows(4, 0x40000000);
  apart.memory_pitch = 4096;
  const auto clocks = [&](Ticks at) { return static_cast<double>(Dma::time(store, apart, 0, at)) / kClock; };
  const double first = clocks(clk(1000));
  CHECK(first - clocks(clk(10000)) == Approx(4 * 21.5));
}

TEST_CASE("DMA: operations of one engine follow each other, those of the two overlap") {
  Dma dma;
  const auto first = dma.load.start(rows(8, kUncached), 0, 0);
  const auto second = dma.load.start(rows(8, kUncached + 4096), 1, clk(1));
  const auto beside = dma.store.start(rows(1, kUncached + 8192), 2, 0);
  dma.load.finish();
  dma.store.finish();
  CHECK(dma.load.done(second, 0) >= 2 * dma.load.done(first, 0) - clk(1));
  CHECK(dma.store.done(beside, 0) < dma.load.done(first, 0));
}

TEST_CASE("DMA: short rows are cheaper, 8 clocks for a word") {
  Dma dma;
  Dma::time(dma.load, rows(16, kUncached, 1), 0, 0);
  const Ticks time = Dma::time(dma.load, rows(16, kUncached, 1), 0, clk(10000));
  CHECK(static_cast<double>(time) / kClock == Approx(44 + 16 * 8).epsilon(0.05));
}

TEST_CASE("DMA: a cache line goes between the rows of a long transfer, many lines at once delay it") {
  Dma dma;
  const Ticks alone = Dma::time(dma.load, rows(16, kUncached), 0, 0);
  dma.load.start(rows(16, kUncached + 4096), 0, clk(10000));
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Ticks at = clk(10000 + 150 + 30 * i);
    CHECK(dma.memory.read_line(i, at) - at <= clk(47.75 + 4.5));  // waits for one row at most
  }
  CHECK(dma.load.finish() - clk(10000) <= alone + clk(4.5));
  dma.load.start(rows(16, kUncached + 8192), 0, clk(20000));
  for (std::uint32_t i = 0; i < 32; ++i) dma.memory.read_line(100 + i, clk(20000 + 150));
  const Ticks beside = dma.load.finish() - clk(20000);
  CHECK(beside > alone);
  CHECK(beside < alone + 32 * clk(4.5));
}

TEST_CASE("DMA: the time said beforehand is never late") {
  Dma dma;
  const auto ticket = dma.load.start(rows(16, kUncached), 0, 0);
  const Ticks said = dma.load.done(ticket, 0);
  for (std::uint32_t i = 0; i < 8; ++i) dma.memory.read_line(i, clk(150 + 30 * i));
  CHECK(said <= dma.load.finish());
}

TEST_CASE("uniforms: reading in several slots is the same as reading in one after the other") {
  std::mt19937 random(12);
  for (const double word : {1.0, 4.0, 5.5}) {
    Parameters parameters(Board::zero, 250);
    parameters.set(Parameter::uniform_word, word);
    MemorySystem memory(parameters);
    UniformCache cache(parameters, memory);
    UniformFetch at_once(cache);
    at_once.begin(BusAddress(kUncached), clk(100));
    Ticks now = clk(100);
    for (int i = 0; i < 3000; ++i) {
      // A new line can be asked for in the first slot only, and both ask the same memory: with copies of it.
      const unsigned words = at_once.words_left_in_line();
      const unsigned slots = random() % (words < 8 ? 1u << std::max(words, 1u) : 256u);
      MemorySystem memory_before = memory;
      UniformCache cache_before = cache;
      UniformFetch one_by_one = at_once;
      const Ticks waited = at_once.read_in_slots(slots, now);
      MemorySystem memory_after = memory;
      const UniformCache cache_after = cache;
      memory = memory_before;
      cache = cache_before;
      Ticks waited_one_by_one = 0;
      for (unsigned slot = 0; slot < 8; ++slot) {
        if ((slots >> slot & 1) == 0) continue;
        Ticks at = now + slot * clk(4) + waited_one_by_one;
        if (one_by_one.ready() > at) {
          const Ticks late = next_slot(one_by_one.ready()) - at;
          waited_one_by_one += late, at += late;
        }
        one_by_one.read(at);
      }
      memory = memory_after;
      cache = cache_after;
      REQUIRE(waited == waited_one_by_one);
      REQUIRE(at_once.ready() == one_by_one.ready());
      REQUIRE(at_once.words() == one_by_one.words());
      REQUIRE(at_once.words_left_in_line() == one_by_one.words_left_in_line());
      now += clk(32) + waited + clk(4) * (random() % 3 == 0 ? random() % 20 : 0);
      if (random() % 50 == 0) at_once.restart(BusAddress(kUncached + 4 * (random() % 256)), now);
    }
  }
}
