// SPDX-License-Identifier: Apache-2.0

// Both ALUs against a lane-by-lane model written from docs/videocore4.md
// (Operations and flags, Arithmetic), on every engine.

#include <bit>
#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include "harness.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator::testing {
namespace {

using Word = std::uint32_t;
using Rule = std::function<Word(Word, Word)>;
using CarryRule = std::function<bool(Word, Word, Word)>;

std::int32_t as_signed(Word w) { return static_cast<std::int32_t>(w); }
bool is_nan(Word w) { return (w & 0x7fffffff) > 0x7f800000; }
bool is_inf_or_nan(Word w) { return (w & 0x7f800000) == 0x7f800000; }
bool is_denormal_or_zero(Word w) { return (w & 0x7f800000) == 0; }
Word flushed(Word w) { return is_denormal_or_zero(w) ? 0 : w; }
double value_of(Word w) { return std::bit_cast<float>(flushed(w)); }

/// A double to a float, toward zero; small values become +0. `value` was itself rounded toward zero: two
/// truncations equal one.
Word truncated(double value) {
  if (value == 0) return 0;
  int exponent;
  const double fraction = std::frexp(std::fabs(value), &exponent);  // in [0.5, 1)
  const auto mantissa = static_cast<Word>(std::ldexp(fraction, 24));
  if (exponent > 128) return (std::signbit(value) ? 0xff7fffff : 0x7f7fffff);
  if (exponent < -125) return 0;
  const Word sign = std::signbit(value) ? 0x80000000 : 0;
  return sign | static_cast<Word>(exponent + 126) << 23 | (mantissa & 0x7fffff);
}

Word model_fadd(Word a, Word b) {
  if (is_nan(b)) return (b & 0x80000000) | 0x7f800000;
  if (is_nan(a)) return (a & 0x80000000) | 0x7f800000;
  if (is_inf_or_nan(b)) return b;
  if (is_inf_or_nan(a)) return a;
  const int mode = std::fegetround();
  std::fesetround(FE_TOWARDZERO);
  const volatile double x = value_of(a), y = value_of(b);
  const volatile double sum = x + y;
  std::fesetround(mode);
  return truncated(sum);
}

Word model_fmul(Word a, Word b) {
  if (is_denormal_or_zero(a) || is_denormal_or_zero(b)) return 0;
  if (is_inf_or_nan(a) || is_inf_or_nan(b)) return ((a ^ b) & 0x80000000) | 0x7f800000;
  return truncated(value_of(a) * value_of(b));  // 48 bits: exact
}

/// Sign-magnitude order, NaN outermost.
std::int64_t order(Word w) {
  const std::int64_t size = w & 0x7fffffff;
  return (w >> 31) != 0 ? -size : size;
}
Word size_of(Word w) { return w & 0x7fffffff; }

Word model_ftoi(Word a) {
  if (size_of(a) == 0x7f7fffff) return 0x80000000;
  if (is_inf_or_nan(a)) return 0;
  const double value = std::trunc(value_of(a));
  if (value >= 2147483648.0 || value < -2147483648.0) return 0;
  return static_cast<Word>(static_cast<std::int32_t>(value));
}

Word per_byte(Word a, Word b, const std::function<int(int, int)>& rule) {
  Word result = 0;
  for (int i = 0; i < 32; i += 8) {
    result |= static_cast<Word>(rule((a >> i) & 255, (b >> i) & 255) & 255) << i;
  }
  return result;
}

bool no_carry(Word, Word, Word) { return false; }
bool result_positive(Word, Word, Word r) { return as_signed(r) > 0; }

struct AddRow {
  AddOp op;
  Rule result;
  CarryRule carry;
};

const AddRow kAddRows[] = {
    {AddOp::fadd, model_fadd, result_positive},
    {AddOp::fsub, [](Word a, Word b) { return model_fadd(a, b ^ 0x80000000); }, result_positive},
    {AddOp::fmin, [](Word a, Word b) { return order(a) > order(b) ? b : a; },
     [](Word a, Word b, Word) { return order(a) > order(b); }},
    {AddOp::fmax, [](Word a, Word b) { return order(a) > order(b) ? a : b; },
     [](Word a, Word b, Word) { return order(a) > order(b); }},
    {AddOp::fminabs, [](Word a, Word b) { return std::min(size_of(a), size_of(b)); },
     [](Word a, Word b, Word) { return size_of(a) > size_of(b); }},
    {AddOp::fmaxabs, [](Word a, Word b) { return std::max(size_of(a), size_of(b)); },
     [](Word a, Word b, Word) { return size_of(a) > size_of(b); }},
    {AddOp::ftoi, [](Word a, Word) { return model_ftoi(a); }, no_carry},
    {AddOp::itof, [](Word a, Word) { return truncated(as_signed(a)); }, no_carry},
    {AddOp::add, [](Word a, Word b) { return a + b; },
     [](Word a, Word b, Word) { return std::uint64_t{a} + b > 0xffffffff; }},
    {AddOp::sub, [](Word a, Word b) { return a - b; }, [](Word a, Word b, Word) { return a < b; }},
    {AddOp::shr, [](Word a, Word b) { return a >> (b % 32); },
     [](Word a, Word b, Word) { return b % 32 != 0 && ((a >> (b % 32 - 1)) & 1) != 0; }},
    {AddOp::asr, [](Word a, Word b) { return static_cast<Word>(std::int64_t{as_signed(a)} >> (b % 32)); },
     [](Word a, Word b, Word) { return b % 32 != 0 && ((a >> (b % 32 - 1)) & 1) != 0; }},
    {AddOp::ror, [](Word a, Word b) { return std::rotr(a, static_cast<int>(b % 32)); }, no_carry},
    {AddOp::shl, [](Word a, Word b) { return a << (b % 32); },
     [](Word a, Word b, Word) { return (((std::uint64_t{a} << (b % 32)) >> 32) & 1) != 0; }},
    {AddOp::min, [](Word a, Word b) { return as_signed(a) < as_signed(b) ? a : b; },
     [](Word a, Word b, Word) { return as_signed(a) > as_signed(b); }},
    {AddOp::max, [](Word a, Word b) { return as_signed(a) > as_signed(b) ? a : b; },
     [](Word a, Word b, Word) { return as_signed(a) > as_signed(b); }},
    {AddOp::bit_and, [](Word a, Word b) { return a & b; }, no_carry},
    {AddOp::bit_or, [](Word a, Word b) { return a | b; }, no_carry},
    {AddOp::bit_xor, [](Word a, Word b) { return a ^ b; }, no_carry},
    {AddOp::bit_not, [](Word a, Word) { return ~a; }, no_carry},
    {AddOp::clz, [](Word a, Word) { return static_cast<Word>(std::countl_zero(a)); }, no_carry},
    {AddOp::v8adds,
     [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return std::min(x + y, 255); }); },
     no_carry},
    {AddOp::v8subs,
     [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return std::max(x - y, 0); }); },
     no_carry},
};

struct MulRow {
  MulOp op;
  Rule result;
  CarryRule carry;
};

const MulRow kMulRows[] = {
    {MulOp::fmul, model_fmul, no_carry},
    {MulOp::mul24,
     [](Word a, Word b) { return static_cast<Word>(std::uint64_t{a & 0xffffff} * (b & 0xffffff)); },
     [](Word a, Word b, Word) { return std::uint64_t{a & 0xffffff} * (b & 0xffffff) > 0xffffff; }},
    {MulOp::v8muld,
     [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return (x * y + 127) / 255; }); },
     no_carry},
    {MulOp::v8min, [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return std::min(x, y); }); },
     no_carry},
    {MulOp::v8max, [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return std::max(x, y); }); },
     no_carry},
    {MulOp::v8adds,
     [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return std::min(x + y, 255); }); },
     no_carry},
    {MulOp::v8subs,
     [](Word a, Word b) { return per_byte(a, b, [](int x, int y) { return std::max(x - y, 0); }); },
     no_carry},
};

/// Zeros, denormals, limits, Inf, NaN, halves of the integer range, small integers, byte patterns.
const Word kSpecial[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x807fffff, 0x00800000,
                         0x80800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                         0x7fc00000, 0xffc00000, 0x7f800001, 0xff812345, 0x7fffffff, 0xffffffff, 0x4f000000,
                         0xcf000000, 0x4effffff, 0xcf000001, 2,          31,         32,         33,
                         0x80808080, 0x7f7f7f7f, 0x00ff00ff, 0x01020304, 0x3effffff, 0x3f000001, 0x4b800001,
                         0x34000000, 0x33ffffff, 0xb3ffffff, 0x00ffffff, 0x01000000, 0x0c800000, 0x32800001};

/// Pairs of operands: every special value with every other, then random ones of several kinds.
std::vector<std::pair<Word, Word>> operands() {
  std::vector<std::pair<Word, Word>> pairs;
  for (const Word a : kSpecial) {
    for (const Word b : kSpecial) pairs.emplace_back(a, b);
  }
  std::mt19937 random(7);
  for (int i = 0; i < 600; ++i) pairs.emplace_back(random(), random());
  // Floats of like size, where rounding and cancellation happen.
  const auto near_one = [&] { return (random() & 0x807fffff) | ((115 + random() % 24) << 23); };
  for (int i = 0; i < 1200; ++i) pairs.emplace_back(near_one(), near_one());
  while (pairs.size() % 16 != 0) pairs.emplace_back(0, 0);
  return pairs;
}

/// Runs `instruction` for all pairs, with a in ra0, b in rb0 and the result in r2. Compares results and
/// flags.
void check(const Engine& engine, Instruction instruction, const std::string& name, const Rule& rule,
           const CarryRule& carry_rule) {
  static const auto pairs = operands();
  constexpr unsigned vectors_a_program = 8;
  for (std::size_t start = 0; start < pairs.size(); start += 16 * vectors_a_program) {
    TestProgram program;
    const std::size_t end = std::min(pairs.size(), start + 16 * vectors_a_program);
    for (std::size_t i = start; i < end; i += 16) {
      program.load_a(0, each([&](unsigned lane) { return pairs[i + lane].first; }));
      program.load_b(0, each([&](unsigned lane) { return pairs[i + lane].second; }));
      program.emit(with_flags(with_ports(instruction, 0, 0)));
      program.store(Mux::r2).store_flags();
      program.emit(with_ports(instruction, 0, 0)).store(Mux::r2);  // the form without flags
    }
    program.run_ok(engine);
    for (std::size_t i = start; i < end; ++i) {
      const auto [a, b] = pairs[i];
      const unsigned vector = static_cast<unsigned>((i - start) / 16);
      const unsigned lane = i % 16;
      const Word expected = rule(a, b);
      const Word flags =
          (expected == 0 ? 1 : 0) | (expected >> 31 != 0 ? 2 : 0) | (carry_rule(a, b, expected) ? 4 : 0);
      INFO(engine.name << " " << name << std::hex << " a=" << a << " b=" << b);
      REQUIRE(program.result(3 * vector)[lane] == expected);
      REQUIRE(program.result(3 * vector + 1)[lane] == flags);
      REQUIRE(program.result(3 * vector + 2)[lane] == expected);
    }
  }
}

TEST_CASE("add ALU: results and flags of every operation", "[emulator][alu]") {
  for (const Engine* engine : usable_engines()) {
    for (const AddRow& row : kAddRows) {
      check(*engine, add_op(row.op, waddr::r2, Mux::file_a, Mux::file_b), std::string(isa::info(row.op).name),
            row.result, row.carry);
    }
  }
}

TEST_CASE("multiply ALU: results and flags of every operation", "[emulator][alu]") {
  for (const Engine* engine : usable_engines()) {
    for (const MulRow& row : kMulRows) {
      check(*engine, mul_op(row.op, waddr::r2, Mux::file_a, Mux::file_b), std::string(isa::info(row.op).name),
            row.result, row.carry);
    }
  }
}

TEST_CASE("all byte products of v8muld", "[emulator][alu]") {
  TestProgram program;
  // Lane i multiplies byte 4i..4i+3 patterns by a uniform byte; 16 values of the second factor per run.
  for (unsigned y = 0; y < 256; y += 5) {
    for (unsigned x = 0; x < 256; x += 64) {
      program.load_a(0, each([&](unsigned lane) { return (x + 4 * lane) * 0x01010101u + 0x03020100u; }));
      program.load_b(0, all(y * 0x01010101u));
      program.emit(with_ports(mul_op(MulOp::v8muld, waddr::r2, Mux::file_a, Mux::file_b), 0, 0));
      program.store(Mux::r2);
    }
  }
  program.run_ok();
  for (unsigned y = 0, n = 0; y < 256; y += 5) {
    for (unsigned x = 0; x < 256; x += 64, ++n) {
      for (unsigned i = 0; i < 64; ++i) {
        const unsigned product = (program.result(n)[i / 4] >> (8 * (i % 4))) & 255;
        REQUIRE(product == ((x + i) * y + 127) / 255);
      }
    }
  }
}

TEST_CASE("both ALUs work on the registers as they were", "[emulator][alu]") {
  // r1 and r2 change places.
  TestProgram program;
  program.emit(ldi(waddr::r1, 11)).emit(ldi(waddr::r2, 22));
  program.emit(both(mov(waddr::r1, Mux::r2), mul_op(MulOp::v8min, waddr::r2, Mux::r1, Mux::r1)));
  program.store(Mux::r1).store(Mux::r2);
  program.run_ok();
  CHECK(program.result(0) == all(22));
  CHECK(program.result(1) == all(11));
}

TEST_CASE("an add ALU nop writes nothing, whatever its address and condition", "[emulator][alu]") {
  TestProgram program;
  program.emit(ldi(waddr::r0, 5));
  program.emit(Instruction(0x10020827009e7000));  // py-videocore's nop
  program.store(Mux::r0);
  program.run_ok();
  CHECK(program.result(0) == all(5));
}

TEST_CASE("the caller's rounding mode is back after a job", "[emulator][alu]") {
  TestProgram program;
  program.emit(add_op(AddOp::fadd, waddr::r0, Mux::r0, Mux::r0));
  std::fesetround(FE_UPWARD);
  const RunOutcome outcome = program.run();
  CHECK(std::fegetround() == FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  CHECK_FALSE(outcome.error.has_value());
  const volatile float smallest_normal = 1.17549435e-38f;
  CHECK(smallest_normal / 2 != 0);
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
