// SPDX-License-Identifier: Apache-2.0

// DMA between memory and VPM, against the addresses that docs/videocore4.md gives.

#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "harness.h"
#include "qpu/emulator/dma.h"
#include "qpu/emulator/vpm_access.h"

namespace quadcl::qpu::emulator::testing {
namespace {

/// A piece of bus memory with random contents, and the VPM.
struct Fixture {
  explicit Fixture(std::size_t size = 1 << 17) : memory(size) {
    std::mt19937 random(3);
    for (std::byte& byte : memory) byte = static_cast<std::byte>(random());
    for (unsigned y = 0; y < 64; ++y) {
      for (unsigned x = 0; x < 16; ++x) vpm.word(y, x) = random();
    }
    map.add({BusAddress(kData), static_cast<std::uint32_t>(size), memory.data()});
  }

  std::uint32_t element(std::uint32_t offset, unsigned bytes) const {
    std::uint32_t value = 0;
    std::memcpy(&value, memory.data() + offset, bytes);
    return value;
  }

  std::vector<std::byte> memory;
  VpmMemory vpm;
  BusMap map;
};

struct Width {
  unsigned modew;
  unsigned bytes;
  unsigned part;
};
const Width kWidths[] = {{0, 4, 0}, {2, 2, 0}, {3, 2, 1}, {4, 1, 0}, {5, 1, 1}, {6, 1, 2}, {7, 1, 3}};

std::uint32_t put(std::uint32_t word, std::uint32_t value, const Width& width) {
  const unsigned shift = 8 * width.bytes * width.part;
  const std::uint32_t mask = (width.bytes == 4 ? 0xffffffffu : (1u << (8 * width.bytes)) - 1) << shift;
  return (word & ~mask) | ((value << shift) & mask);
}
std::uint32_t get(std::uint32_t word, const Width& width) {
  const std::uint32_t mask = width.bytes == 4 ? 0xffffffffu : (1u << (8 * width.bytes)) - 1;
  return (word >> (8 * width.bytes * width.part)) & mask;
}

bool equal(const VpmMemory& a, const VpmMemory& b) {
  for (unsigned y = 0; y < 64; ++y) {
    for (unsigned x = 0; x < 16; ++x) {
      if (a.word(y, x) != b.word(y, x)) return false;
    }
  }
  return true;
}

std::uint32_t load_setup(unsigned modew, unsigned mpitch, unsigned rowlen, unsigned nrows, unsigned vpitch,
                         bool vertical, unsigned y, unsigned x) {
  return 1u << 31 | modew << 28 | mpitch << 24 | (rowlen & 15) << 20 | (nrows & 15) << 16 |
         (vpitch & 15) << 12 | (vertical ? 1u : 0u) << 11 | y << 4 | x;
}

TEST_CASE("DMA load, horizontal, every width: pitch start to start, rows by VPITCH in units of the width",
          "[emulator][dma]") {
  for (const Width& width : kWidths) {
    Fixture f;
    VpmMemory expected = f.vpm;
    const unsigned rows = 5, length = 7, y0 = 9, x0 = 4, vpitch = 3, mpitch = 4;
    const unsigned parts = 4 / width.bytes;
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned i = 0; i < length; ++i) {
        const unsigned place = y0 * parts + width.part + row * vpitch, along = place % parts + i;
        std::uint32_t& word = expected.word(place / parts, x0 + along / parts);
        word = put(word, f.element(100 + row * (8u << mpitch) + i * width.bytes, width.bytes),
                   {0, width.bytes, along % parts});
      }
    }
    const auto setup = load_setup(width.modew, mpitch, length, rows, vpitch, false, y0, x0);
    CHECK_FALSE(run_dma_load(decode_dma_load(setup, 0, BusAddress(kData + 100)), f.map, f.vpm).has_value());
    INFO("modew " << width.modew);
    CHECK(equal(f.vpm, expected));
  }
}

TEST_CASE("DMA load, vertical: a memory row goes down a column, the next one VPITCH below",
          "[emulator][dma]") {
  for (const Width& width : kWidths) {
    Fixture f;
    VpmMemory expected = f.vpm;
    const unsigned rows = 3, length = 6, y0 = 2, x0 = 11, vpitch = 8;
    const unsigned parts = 4 / width.bytes;
    for (unsigned row = 0; row < rows; ++row) {
      for (unsigned i = 0; i < length; ++i) {
        const unsigned place = y0 * parts + width.part + row * vpitch, along = place % parts + i;
        std::uint32_t& word = expected.word(place / parts + along / parts, x0);
        word =
            put(word, f.element(row * 1000 + i * width.bytes, width.bytes), {0, width.bytes, along % parts});
      }
    }
    const auto setup = load_setup(width.modew, 0, length, rows, vpitch, true, y0, x0);
    CHECK_FALSE(
        run_dma_load(decode_dma_load(setup, 0x90000000 | 1000, BusAddress(kData)), f.map, f.vpm).has_value());
    INFO("modew " << width.modew);
    CHECK(equal(f.vpm, expected));
  }
}

TEST_CASE("DMA load: zero fields mean 16; four rows of 16 fill a column of 64", "[emulator][dma]") {
  Fixture f;
  run_dma_load(decode_dma_load(load_setup(0, 3, 0, 4, 0, true, 0, 6), 0, BusAddress(kData)), f.map, f.vpm);
  for (unsigned y = 0; y < 64; ++y) CHECK(f.vpm.word(y, 6) == f.element(4 * y, 4));

  const DmaTransfer zeros = decode_dma_load(0x80000000, 0, BusAddress(0));
  CHECK(zeros.rows == 16);
  CHECK(zeros.row_length == 16);
  CHECK(zeros.vpm_pitch == 16);
}

TEST_CASE("DMA load: the golden setup word moves 16 rows of 16 words, 64 bytes apart", "[emulator][dma]") {
  Fixture f;
  run_dma_load(decode_dma_load(0x83001000, 0, BusAddress(kData)), f.map, f.vpm);
  for (unsigned y = 0; y < 16; ++y) {
    for (unsigned x = 0; x < 16; ++x) REQUIRE(f.vpm.word(y, x) == f.element(64 * y + 4 * x, 4));
  }
}

TEST_CASE("DMA load: 14 bits of the extended pitch count, and only with MPITCH 0", "[emulator][dma]") {
  const auto pitch = [](unsigned mpitch, std::uint32_t stride) {
    return decode_dma_load(load_setup(0, mpitch, 0, 0, 1, false, 0, 0), stride, BusAddress(0)).memory_pitch;
  };
  CHECK(pitch(0, 0x90000000 | 12288) == 12288);
  CHECK(pitch(0, 0x90000000 | 16383) == 16383);
  CHECK(pitch(0, 0x90000000 | 16384) == 0);
  CHECK(pitch(3, 0x90000000 | 12288) == 64);
  CHECK(pitch(15, 0) == 8u << 15);
}

std::uint32_t store_setup(unsigned units, unsigned depth, bool horizontal, unsigned y, unsigned x,
                          unsigned modew) {
  return 2u << 30 | (units & 127) << 23 | (depth & 127) << 16 | (horizontal ? 1u : 0u) << 14 | y << 7 |
         x << 3 | modew;
}

/// The VPM place of word i of row r, by DMA stores.
struct Place {
  unsigned y, x;
};

template <typename PlaceOf>
void check_store(std::uint32_t setup, std::uint32_t stride_word, unsigned rows, unsigned depth,
                 unsigned pitch, PlaceOf place, const Width& width) {
  Fixture f;
  std::vector<std::byte> expected = f.memory;
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned i = 0; i < depth; ++i) {
      const unsigned parts = 4 / width.bytes, along = width.part + i;
      const Place p = place(row, along / parts);
      const std::uint32_t value = get(f.vpm.word(p.y, p.x), {0, width.bytes, along % parts});
      std::memcpy(expected.data() + 40 + row * pitch + i * width.bytes, &value, width.bytes);
    }
  }
  CHECK_FALSE(
      run_dma_store(decode_dma_store(setup, stride_word, BusAddress(kData + 40)), f.map, f.vpm).has_value());
  INFO("modew " << width.modew);
  CHECK(f.memory == expected);
}

TEST_CASE("DMA store, every width, horizontal and vertical: stride from end to start", "[emulator][dma]") {
  for (const Width& width : kWidths) {
    const unsigned rows = 6, depth = 10, stride = 52, pitch = depth * width.bytes + stride;
    check_store(
        store_setup(rows, depth, true, 20, 3, width.modew), 0xc0000000 | stride, rows, depth, pitch,
        [](unsigned row, unsigned i) { return Place{20 + row, 3 + i}; }, width);
    check_store(
        store_setup(rows, depth, false, 20, 3, width.modew), 0xc0000000 | stride, rows, depth, pitch,
        [](unsigned row, unsigned i) { return Place{20 + i, 3 + row}; }, width);
  }
}

// As decoders of HEVC for the Pi do it: sixteen bytes of a row, eight of which go to each of two images.
TEST_CASE("DMA store: bytes that were written packed, a half of them", "[emulator][dma]") {
  Fixture f;
  LaneVector vector;
  for (unsigned lane = 0; lane < 16; ++lane) vector.lane[lane] = 0x100 + lane;
  VpmBlock block = VpmBlock::decode(0x4800 + (20 << 2) + 1);  // vpm_setup(0, 4, h8p(20, 1))
  block.write(f.vpm, vector);
  const std::uint32_t setup = store_setup(1, 8, true, 20, 4 * 1 + 2, 4);  // from its second half on
  CHECK_FALSE(
      run_dma_store(decode_dma_store(setup, 0xc0000000, BusAddress(kData)), f.map, f.vpm).has_value());
  for (unsigned i = 0; i < 8; ++i) CHECK(f.element(i, 1) == 8 + i);
}

TEST_CASE("DMA store: in block mode a row of memory begins behind the VPM rows of the one before",
          "[emulator][dma]") {
  const unsigned rows = 3, depth = 40;
  check_store(
      store_setup(rows, depth, true, 8, 0, 0), 0xc0010000 | 8, rows, depth, 4 * depth + 8,
      [](unsigned row, unsigned i) { return Place{8 + 3 * row + i / 16, i % 16}; }, kWidths[0]);
}

// VC4C's stores of vectors: each was written to a VPM row of its own, with BLOCKMODE set.
TEST_CASE("DMA store: short rows begin in VPM rows of their own, in block mode, too", "[emulator][dma]") {
  for (const Width& width : kWidths) {
    for (const std::uint32_t stride : {0xc0010000u, 0xc0000000u}) {
      check_store(
          store_setup(5, 12, true, 8, 0, width.modew), stride, 5, 12, 12 * width.bytes,
          [](unsigned row, unsigned i) { return Place{8 + row, i}; }, width);
    }
  }
}

// QPULib's stores: a vector that was written to column 5 of the VPM, with BLOCKMODE set.
TEST_CASE("DMA store: rows of one word are stored from a column, in block mode, too", "[emulator][dma]") {
  for (const std::uint32_t stride : {0xc0010000u, 0xc0000000u}) {
    check_store(
        store_setup(16, 1, true, 32, 5, 0), stride, 16, 1, 4,
        [](unsigned row, unsigned) { return Place{32 + row, 5}; }, kWidths[0]);
  }
}

// Each begins in the VPM row behind those that the one before has a part of (docs/videocore4.md, Open
// questions 33).
TEST_CASE("DMA store: rows of memory that cross column 15 from a later column on, in block mode",
          "[emulator][dma]") {
  const unsigned rows = 3, depth = 20;
  for (const unsigned x : {1u, 10u, 15u}) {
    const unsigned vpm_rows = x + depth <= 32 ? 2 : 3;
    check_store(
        store_setup(rows, depth, true, 8, x, 0), 0xc0010000 | 4, rows, depth, 4 * depth + 4,
        [&](unsigned row, unsigned i) { return Place{8 + vpm_rows * row + (x + i) / 16, (x + i) % 16}; },
        kWidths[0]);
  }
}

// From the second half of the first word on: the last of 32 halves is in a 17th word.
TEST_CASE(
    "DMA store: halves from the second one of a word on fill a VPM row or go on in the next, in block mode",
    "[emulator][dma]") {
  const Width second_halves{3, 2, 1};
  for (const unsigned depth : {31u, 32u}) {
    const unsigned vpm_rows = depth == 31 ? 1 : 2;
    check_store(
        store_setup(4, depth, true, 16, 0, second_halves.modew), 0xc0010000, 4, depth, 2 * depth,
        [&](unsigned row, unsigned i) { return Place{16 + vpm_rows * row + i / 16, i % 16}; }, second_halves);
  }
}

TEST_CASE("DMA store: 128 elements of a row go on in the next VPM rows; zero fields mean 128",
          "[emulator][dma]") {
  check_store(
      store_setup(1, 0, true, 4, 0, 0), 0xc0000000, 1, 128, 512,
      [](unsigned, unsigned i) { return Place{4 + i / 16, i % 16}; }, kWidths[0]);
  CHECK(decode_dma_store(store_setup(0, 0, true, 0, 0, 0), 0, BusAddress(0)).rows == 128);
}

TEST_CASE("DMA store: 16 bits of the stride count", "[emulator][dma]") {
  const auto gap = [](std::uint32_t stride) {
    return decode_dma_store(store_setup(2, 16, true, 0, 0, 0), stride, BusAddress(0)).memory_pitch - 64;
  };
  CHECK(gap(0xc0000000 | (12288 - 64)) == 12288 - 64);
  CHECK(gap(0xc000ffff) == 0xffff);
  CHECK(gap(0xc0002000) == 0x2000);
}

TEST_CASE("DMA: memory that is only read is loaded from, and a store there finds none", "[emulator][dma]") {
  Fixture f;
  std::vector<std::byte> page(4096, std::byte{7});
  const std::vector<std::byte> before = page;
  REQUIRE(f.map.add({BusAddress(0), 4096, page.data(), true}));
  CHECK_FALSE(
      run_dma_load(decode_dma_load(load_setup(0, 3, 16, 1, 1, false, 2, 0), 0, BusAddress(0)), f.map, f.vpm)
          .has_value());
  CHECK(f.vpm.word(2, 15) == 0x07070707);
  for (const std::uint32_t address : {64u, 4096u - 4}) {  // in the page, and over its end
    const auto bad = run_dma_store(
        decode_dma_store(store_setup(1, 16, true, 0, 0, 0), 0xc0000000, BusAddress(address)), f.map, f.vpm);
    REQUIRE(bad.has_value());
    CHECK(bad->value() == address);
  }
  CHECK(page == before);
}

TEST_CASE("a program loads by DMA, turns the block round and stores it", "[emulator][dma]") {
  // The 16x16 transpose: load rows, read columns, write rows, store.
  TestProgram program;
  for (std::uint32_t i = 0; i < 512; ++i) program.data.push_back(i < 256 ? 1000 + i : 0);
  program.emit(ldi(waddr::vpm_read_setup, 0x83001000)).emit(ldi(waddr::dma_load_address, kData));
  program.emit(isa::make_nop().set(field::raddr_a, raddr::dma_load_wait));
  program.emit(ldi(waddr::vpm_read_setup, 0x00001200))
      .emit(via_file_b(ldi(waddr::vpm_write_setup, 0x00001a10)));
  program.nops(3);
  for (unsigned i = 0; i < 16; ++i) program.emit(mov_a(waddr::vpm, raddr::vpm));
  program.emit(via_file_b(ldi(waddr::vpm_write_setup, 0x88104800)))
      .emit(via_file_b(ldi(waddr::vpm_write_setup, 0xc0000000)));
  program.emit(via_file_b(ldi(waddr::dma_store_address, kData + 1024)));
  program.emit(isa::make_nop().set(field::raddr_b, raddr::dma_store_wait));
  program.run_ok();
  for (unsigned y = 0; y < 16; ++y) {
    for (unsigned x = 0; x < 16; ++x) REQUIRE(program.data[256 + 16 * y + x] == 1000 + 16 * x + y);
  }
}

TEST_CASE("busy reads give 0 once a transfer is complete", "[emulator][dma]") {
  TestProgram program;
  program.store_a(raddr::dma_load_busy).store_b(raddr::dma_store_busy);
  program.run_ok();
  CHECK(program.result(0) == all(0));
  CHECK(program.result(1) == all(0));
}

TEST_CASE("a row may lie in two segments that touch", "[emulator][dma]") {
  std::vector<std::byte> low(100, std::byte{1}), high(100, std::byte{2});
  BusMap map;
  REQUIRE(map.add({BusAddress(kData), 100, low.data()}));
  REQUIRE(map.add({BusAddress(kData + 100), 100, high.data()}));
  VpmMemory vpm;
  const auto setup = load_setup(0, 3, 16, 1, 1, false, 0, 0);
  CHECK_FALSE(run_dma_load(decode_dma_load(setup, 0, BusAddress(kData + 70)), map, vpm).has_value());
  CHECK(vpm.word(0, 6) == 0x01010101);
  CHECK(vpm.word(0, 7) == 0x02020101);
  CHECK(vpm.word(0, 8) == 0x02020202);
  const auto bad = run_dma_load(decode_dma_load(setup, 0, BusAddress(kData + 140)), map, vpm);
  REQUIRE(bad.has_value());
  CHECK(*bad == BusAddress(kData + 200));
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
