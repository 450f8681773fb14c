// SPDX-License-Identifier: Apache-2.0

// Pack and unpack modes (docs/videocore4.md, Pack, unpack, rotation).

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>

#include "harness.h"

namespace quadcl::qpu::emulator::testing {
namespace {

using Word = std::uint32_t;

const Lanes kPatterns = {0x00000000, 0xffffffff, 0x80017ffe, 0x7fff8000, 0x3c00bc00, 0x00010001,
                         0x83ff03ff, 0x7c00fc00, 0x7bfffbff, 0x12345678, 0xfedcba98, 0x01800280,
                         0x40b5c2d3, 0x00ff7f80, 0x7c01fc01, 0x04008400};

Word byte_of(Word w, unsigned n) { return (w >> (8 * n)) & 255; }
Word half_of(Word w, unsigned n) { return (w >> (16 * n)) & 0xffff; }
Word sign_extended(Word half) { return static_cast<Word>(static_cast<std::int16_t>(half)); }

/// The value of a half, as a float's bits. Denormals that are not renormalised become denormal floats (zero
/// in arithmetic).
Word float_of_half(Word half, bool renormalise) {
  const Word sign = (half & 0x8000) << 16;
  const Word exponent = (half >> 10) & 31, mantissa = half & 0x3ff;
  if (exponent == 31) return sign | 0x7f800000 | mantissa << 13;
  if (exponent == 0 && !renormalise) return sign | mantissa << 13;
  const float size =
      exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24)
                    : std::ldexp(1024.0f + static_cast<float>(mantissa), static_cast<int>(exponent) - 25);
  return sign | bits(size);
}

/// byte / 255 toward zero: the largest float that is not above it.
Word float_of_byte(Word byte) {
  float value = static_cast<float>(byte / 255.0);
  if (static_cast<double>(value) * 255.0 > byte) value = std::nextafter(value, 0.0f);
  return bits(value);
}

/// A word after unpack mode `mode`, as an integer.
Word integer_unpack(Word w, unsigned mode) {
  if (mode == 1 || mode == 2) return sign_extended(half_of(w, mode - 1));
  if (mode == 3) return byte_of(w, 3) * 0x01010101;
  return mode == 0 ? w : byte_of(w, mode - 4);
}

Word float_unpack(Word w, unsigned mode, bool r4) {
  if (mode == 1 || mode == 2) return float_of_half(half_of(w, mode - 1), r4);
  if (mode >= 4) return float_of_byte(byte_of(w, mode - 4));
  return integer_unpack(w, mode);
}

TEST_CASE("register file A unpacks integers", "[emulator][pack]") {
  for (const Engine* engine : usable_engines()) {
    for (unsigned mode = 0; mode < 8; ++mode) {
      TestProgram program;
      program.load_a(4, kPatterns);
      program.emit(mov_a(waddr::r2, 4).set(field::unpack, mode)).store(Mux::r2);
      program.run_ok(*engine);
      INFO(engine->name << " mode " << mode);
      CHECK(program.result(0) == each([&](unsigned lane) { return integer_unpack(kPatterns[lane], mode); }));
    }
  }
}

/// fmax(x, x) returns the bits of its operand unchanged, so it shows the operand of a float operation.
TEST_CASE("register file A unpacks floats for float operations", "[emulator][pack]") {
  for (const Engine* engine : usable_engines()) {
    for (unsigned mode = 0; mode < 8; ++mode) {
      TestProgram program;
      program.load_a(4, kPatterns);
      program.emit(add_op(AddOp::fmax, waddr::r2, Mux::file_a, Mux::file_a)
                       .set(field::raddr_a, 4)
                       .set(field::unpack, mode));
      program.store(Mux::r2);
      program.run_ok(*engine);
      INFO(engine->name << " mode " << mode);
      CHECK(program.result(0) ==
            each([&](unsigned lane) { return float_unpack(kPatterns[lane], mode, false); }));
    }
  }
}

TEST_CASE("one float consumer makes the unpacked operand a float for both ALUs", "[emulator][pack]") {
  TestProgram program;
  program.load_a(4, kPatterns);
  program.emit(both(add_op(AddOp::fmax, waddr::r2, Mux::file_a, Mux::file_a),
                    mul_op(MulOp::v8min, waddr::r3, Mux::file_a, Mux::file_a))
                   .set(field::raddr_a, 4)
                   .set(field::unpack, isa::Unpack::byte1));
  program.store(Mux::r3);
  // itof takes an integer.
  program.emit(add_op(AddOp::itof, waddr::r2, Mux::file_a, Mux::file_a)
                   .set(field::raddr_a, 4)
                   .set(field::unpack, isa::Unpack::byte1));
  program.store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return float_of_byte(byte_of(kPatterns[lane], 1)); }));
  CHECK(program.result(1) ==
        each([](unsigned lane) { return bits(static_cast<float>(byte_of(kPatterns[lane], 1))); }));
}

TEST_CASE("unpack applies to I/O values read through port A, not to port B", "[emulator][pack]") {
  TestProgram program;
  program.uniform(0x8001fffe).uniform(0x8001fffe);
  program.emit(mov_a(waddr::r2, raddr::uniform).set(field::unpack, isa::Unpack::half_high)).store(Mux::r2);
  program.emit(mov_b(waddr::r2, raddr::uniform).set(field::unpack, isa::Unpack::half_high)).store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(0xffff8001));
  CHECK(program.result(1) == all(0x8001fffe));
}

TEST_CASE("r4 unpacks to floats always", "[emulator][pack]") {
  for (const Engine* engine : usable_engines()) {
    for (unsigned mode = 0; mode < 8; ++mode) {
      TestProgram program;
      program.load_a(4, kPatterns);  // leaves them in r4
      program.emit(mov(waddr::r2, Mux::r4).set(field::unpack, mode).set(field::pm, 1)).store(Mux::r2);
      program.run_ok(*engine);
      INFO(engine->name << " mode " << mode);
      CHECK(program.result(0) ==
            each([&](unsigned lane) { return float_unpack(kPatterns[lane], mode, true); }));
    }
  }
}

constexpr Word kOld = 0xa1b2c3d4;

Word with_half(Word old, Word half, unsigned n) {
  return (old & ~(0xffffu << (16 * n))) | (half & 0xffff) << (16 * n);
}
Word with_byte(Word old, Word byte, unsigned n) {
  return (old & ~(0xffu << (8 * n))) | (byte & 0xff) << (8 * n);
}
std::int64_t clamped(std::int64_t v, std::int64_t low, std::int64_t high) {
  return std::max(low, std::min(v, high));
}

/// The result of integer pack mode `mode` for a value over kOld.
Word integer_pack(std::int32_t value, unsigned mode) {
  const auto word = static_cast<Word>(value);
  const Word byte = static_cast<Word>(clamped(value, 0, 255));
  if (mode == 1 || mode == 2) return with_half(kOld, word, mode - 1);
  if (mode == 3) return (word & 255) * 0x01010101;
  if (mode >= 4 && mode <= 7) return with_byte(kOld, word, mode - 4);
  if (mode == 9 || mode == 10)
    return with_half(kOld, static_cast<Word>(clamped(value, -32768, 32767)), mode - 9);
  if (mode == 11) return byte * 0x01010101;
  if (mode >= 12) return with_byte(kOld, byte, mode - 12);
  return word;
}

const Lanes kIntegers = {0,          1,          0xffffffff, 127,       128,        255,
                         256,        0xffffff80, 32767,      32768,     0xffff8000, 0xffff7fff,
                         0x7fffffff, 0x80000000, 0x00012345, 0xfffedcba};

TEST_CASE("register file A packs integers from either ALU", "[emulator][pack]") {
  for (const Engine* engine : usable_engines()) {
    for (unsigned mode = 0; mode < 16; ++mode) {
      TestProgram program;
      program.load_a(4, kIntegers).emit(mov_a(waddr::r2, 4)).emit(ldi(6, kOld)).emit(ldi(7, kOld));
      program.emit(mov(6, Mux::r2).set(field::pack, mode));
      program.emit(via_file_b(mul_op(MulOp::v8min, 7, Mux::r2, Mux::r2)).set(field::pack, mode));
      program.store_a(6).store_a(7);
      program.run_ok(*engine);
      INFO(engine->name << " mode " << mode);
      const Lanes expected =
          each([&](unsigned lane) { return integer_pack(static_cast<std::int32_t>(kIntegers[lane]), mode); });
      CHECK(program.result(0) == expected);
      CHECK(program.result(1) == expected);
    }
  }
}

TEST_CASE("packs saturate the sum and difference to 32 bits first", "[emulator][pack]") {
  const Lanes other = each([](unsigned lane) { return lane % 2 == 0 ? 0x7fffffffu : 0x80000000u; });
  for (const Engine* engine : usable_engines()) {
    for (const AddOp op : {AddOp::add, AddOp::sub}) {
      for (const unsigned mode : {8u, 9u, 12u}) {
        TestProgram program;
        program.load_a(4, kIntegers).load_b(5, other).emit(ldi(6, kOld));
        program.emit(with_ports(add_op(op, 6, Mux::file_a, Mux::file_b), 4, 5).set(field::pack, mode));
        program.store_a(6);
        program.run_ok(*engine);
        const Lanes expected = each([&](unsigned lane) {
          const std::int64_t a = static_cast<std::int32_t>(kIntegers[lane]);
          const std::int64_t b = static_cast<std::int32_t>(other[lane]);
          const std::int64_t exact = op == AddOp::add ? a + b : a - b;
          return integer_pack(static_cast<std::int32_t>(clamped(exact, INT32_MIN, INT32_MAX)), mode);
        });
        CHECK(program.result(0) == expected);
      }
    }
  }
}

const Lanes kFloats = {bits(0.0f),     bits(-0.0f),     bits(1.0f),       bits(-1.5f),
                       bits(65504.0f), bits(65505.0f),  bits(-65536.0f),  bits(0.1f),
                       0x38800000,     0x387fffff,      bits(1e-30f),     0x7f800000,
                       0xffc00000,     bits(3.140625f), bits(3.1406252f), bits(-2049.0f)};

/// Float to half by docs/videocore4.md, Pack: away from zero, no denormals, no NaN.
Word half_of_float(Word w) {
  const Word sign = (w >> 16) & 0x8000;
  if ((w & 0x7fffffff) >= 0x7f800000) return sign | 0x7c00;
  const double size = std::fabs(std::bit_cast<float>(w));
  if (size < std::ldexp(1.0, -14)) return 0;
  int exponent;
  const double fraction = std::frexp(size, &exponent);                           // [0.5, 1)
  const auto mantissa = static_cast<Word>(std::ceil(std::ldexp(fraction, 11)));  // [1024, 2048]
  const Word half = (static_cast<Word>(exponent + 14) << 10) + (mantissa - 1024);
  return sign | std::min<Word>(half, 0x7c00);
}

TEST_CASE("register file A packs float results to halves", "[emulator][pack]") {
  for (const Engine* engine : usable_engines()) {
    for (const unsigned mode : {1u, 2u, 9u, 10u}) {
      TestProgram program;
      program.load_a(4, kFloats).emit(mov_a(waddr::r2, 4)).emit(ldi(6, kOld)).emit(ldi(7, kOld));
      program.emit(add_op(AddOp::fmax, 6, Mux::r2, Mux::r2).set(field::pack, mode));
      program.emit(via_file_b(with_small_immediate(mul_op(MulOp::fmul, 7, Mux::r2, Mux::file_b), 32))
                       .set(field::pack, mode));
      program.store_a(6).store_a(7);
      program.run_ok(*engine);
      const unsigned n = mode % 8 - 1;
      INFO(engine->name << " mode " << mode);
      CHECK(program.result(0) ==
            each([&](unsigned lane) { return with_half(kOld, half_of_float(kFloats[lane]), n); }));
      CHECK(program.result(1) == program.result(0));
    }
  }
}

TEST_CASE("ftoi packs as an integer, itof as a float", "[emulator][pack]") {
  TestProgram program;
  program.emit(ldi(waddr::r2, bits(300.0f))).emit(ldi(waddr::r3, 300)).emit(ldi(6, 0)).emit(ldi(7, 0));
  program.emit(add_op(AddOp::ftoi, 6, Mux::r2, Mux::r2).set(field::pack, isa::Pack::half_low));
  program.emit(add_op(AddOp::itof, 7, Mux::r3, Mux::r3).set(field::pack, isa::Pack::half_low));
  program.store_a(6).store_a(7);
  program.run_ok();
  CHECK(program.result(0) == all(300));
  CHECK(program.result(1) == all(half_of_float(bits(300.0f))));
}

TEST_CASE("a pack keeps to lanes whose condition holds, and to register file A", "[emulator][pack]") {
  TestProgram program;
  program.emit(ldi(6, kOld)).emit(via_file_b(ldi(6, kOld))).emit(mov_a(waddr::r1, raddr::element_number));
  program.emit(with_flags(with_small_immediate(add_op(AddOp::sub, waddr::nop, Mux::r1, Mux::file_b), 8)));
  program.emit(when(mov(6, Mux::r1), Condition::negative_set).set(field::pack, isa::Pack::byte2));
  program.emit(mov(waddr::r2, Mux::r1).set(field::pack, isa::Pack::byte2));
  program.emit(via_file_b(mov(6, Mux::r1)).set(field::pack, isa::Pack::byte2));
  program.store_a(6).store(Mux::r2).store_b(6);
  program.run_ok();
  CHECK(program.result(0) == each([](unsigned lane) { return lane < 8 ? with_byte(kOld, lane, 2) : kOld; }));
  CHECK(program.result(1) == each([](unsigned lane) { return lane; }));
  CHECK(program.result(2) == each([](unsigned lane) { return lane; }));
}

const Lanes kColours = {bits(0.0f),          bits(1.0f),          bits(0.5f),         bits(-0.1f),
                        bits(1.5f),          bits(1.0f / 255),    bits(254.4f / 255), bits(254.6f / 255),
                        bits(0.001f),        bits(0.002f),        0x7f800000,         0xff800000,
                        bits(127.49f / 255), bits(127.51f / 255), bits(1e-20f),       bits(0.999f)};

Word colour_of(Word w) {
  if ((w & 0x7fffffff) >= 0x7f800000) return (w >> 31) != 0 ? 0 : 255;
  return static_cast<Word>(clamped(std::llround(std::floor(std::bit_cast<float>(w) * 255.0 + 0.5)), 0, 255));
}

TEST_CASE("the multiply ALU packs colours into any register", "[emulator][pack]") {
  for (const Engine* engine : usable_engines()) {
    for (unsigned mode = 3; mode < 8; ++mode) {
      TestProgram program;
      program.load_a(4, kColours)
          .emit(mov_a(waddr::r2, 4))
          .emit(ldi(waddr::r3, kOld))
          .emit(via_file_b(ldi(7, kOld)));
      const auto pack = [&](Instruction i) { return i.set(field::pm, 1).set(field::pack, mode); };
      program.emit(pack(mul_op(MulOp::v8min, waddr::r3, Mux::r2, Mux::r2)));
      program.emit(pack(mul_op(MulOp::v8min, 7, Mux::r2, Mux::r2)));
      program.store(Mux::r3).store_b(7);
      program.run_ok(*engine);
      const Lanes expected = each([&](unsigned lane) {
        const Word colour = colour_of(kColours[lane]);
        return mode == 3 ? colour * 0x01010101 : with_byte(kOld, colour, mode - 4);
      });
      INFO(engine->name << " mode " << mode);
      CHECK(program.result(0) == expected);
      CHECK(program.result(1) == expected);
    }
  }
}

TEST_CASE("load immediate packs like an integer result", "[emulator][pack]") {
  TestProgram program;
  program.emit(ldi(6, kOld)).emit(ldi(6, 0x12345678).set(field::pack, isa::Pack::half_high)).store_a(6);
  program.run_ok();
  CHECK(program.result(0) == all(with_half(kOld, 0x5678, 1)));
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
