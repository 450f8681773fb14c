// SPDX-License-Identifier: Apache-2.0
// Builtin functions that libclc does not define, and a few of libclc's.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>

#include "program.h"
#include "subnormals.h"

using namespace quadcl;
using namespace quadcl::test;

TEST_CASE("maths functions come from libclc") {
  Program program(
      "kernel void k(global float* x) { int i = get_global_id(0);\n"
      "  x[i] = sin(x[i]) + native_exp(x[i]) * pow(x[i], 1.5f) + rsqrt(x[i]) + fma(x[i], 2.0f, 1.0f); }");
  std::vector<float> x(100);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.03f * static_cast<float>(i + 1);
  const auto before = x;
  REQUIRE(program.run("k", range({100, 1, 1}), x));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double v = before[i];
    CHECK(x[i] ==
          Approx(std::sin(v) + std::exp(v) * std::pow(v, 1.5) + 1 / std::sqrt(v) + 2 * v + 1).epsilon(2e-6));
  }
}

namespace {

template <typename T>
struct NameOf;
#define NAME_OF(type, name)              \
  template <>                            \
  struct NameOf<type> {                  \
    static constexpr auto value = #name; \
  }
NAME_OF(std::int8_t, char);
NAME_OF(std::uint8_t, uchar);
NAME_OF(std::int16_t, short);
NAME_OF(std::uint16_t, ushort);
NAME_OF(std::int32_t, int);
NAME_OF(std::uint32_t, uint);
NAME_OF(std::int64_t, long);
NAME_OF(std::uint64_t, ulong);
NAME_OF(float, float);
NAME_OF(double, double);
#undef NAME_OF

/// Numbers beside each end of an integer type's range, and numbers without an integer. 16 numbers.
template <typename To, typename From>
std::vector<From> around_range() {
  using Limits = std::numeric_limits<From>;
  const From end = std::ldexp(From(1), std::numeric_limits<To>::digits);
  const From start = std::is_signed_v<To> ? -end : From(0);
  const From infinity = Limits::infinity();
  return {end,
          std::nextafter(end, From(0)),
          std::nextafter(end, infinity),
          end - From(0.5),
          end - From(1),
          start,
          std::nextafter(start, infinity),
          std::nextafter(start, -infinity),
          start - From(0.5),
          start - From(1),
          infinity,
          -infinity,
          Limits::quiet_NaN(),
          From(2.5),
          From(-1.5),
          Limits::denorm_min()};
}

template <typename To, typename From>
To saturated(From x, From (*round)(From)) {
  if (std::isnan(x)) return 0;
  const long double whole = round(x);  // holds every integer of 64 bits
  if (whole <= std::numeric_limits<To>::min()) return std::numeric_limits<To>::min();
  if (whole >= std::numeric_limits<To>::max()) return std::numeric_limits<To>::max();
  return static_cast<To>(whole);
}

template <typename To, typename From>
void check_saturation() {
  const std::string to = NameOf<To>::value;
  const std::string from = NameOf<From>::value;
  const std::vector<std::pair<std::string, From (*)(From)>> roundings{{"", std::trunc},
                                                                      {"_rtz", std::trunc},
                                                                      {"_rte", std::nearbyint},
                                                                      {"_rtp", std::ceil},
                                                                      {"_rtn", std::floor}};
  for (const auto& [suffix, round] : roundings) {
    Program program("kernel void k(global " + to + "* one, global " + to + "* three, global " + from +
                    "* x) { int i = get_global_id(0); " + from + " v = x[i];\n one[i] = convert_" + to +
                    "_sat" + suffix + "(v); vstore3(convert_" + to + "3_sat" + suffix + "((" + from +
                    "3)(0, 1, v)), i, three); }");
    auto x = around_range<To, From>();
    std::vector<To> one(x.size()), three(3 * x.size());
    REQUIRE(program.run("k", range({x.size(), 1, 1}), one, three, x));
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(from << " " << x[i] << " to " << to << suffix);
      CHECK(one[i] == saturated<To, From>(x[i], round));
      CHECK(three[3 * i + 2] == saturated<To, From>(x[i], round));
    }
  }
}

/// Numbers of either sign at, beside and halfway between floats, and outside of their range.
std::vector<double> hard_to_represent(double) {
  using Limits = std::numeric_limits<double>;
  constexpr double infinity = Limits::infinity(), largest = std::numeric_limits<float>::max();
  std::vector<double> numbers{0,
                              infinity,
                              Limits::max(),
                              Limits::min(),
                              Limits::denorm_min(),
                              largest,
                              2 * largest,
                              std::nextafter(largest, infinity),
                              0x1p-149,
                              0x1p-150,
                              0x1.8p-149,
                              0x1p-200,
                              1e30};
  for (int exponent = -149; exponent < 128; exponent += 3) {
    const float at = static_cast<float>(std::ldexp(1.2345678, exponent));
    const float next = std::nextafter(at, std::numeric_limits<float>::infinity());
    const double middle = (double(at) + double(next)) / 2;
    for (const double x : {double(at), middle})
      numbers.insert(numbers.end(), {x, std::nextafter(x, 0), std::nextafter(x, infinity)});
  }
  for (std::size_t i = 0, count = numbers.size(); i < count; ++i) numbers.push_back(-numbers[i]);
  return numbers;
}

/// The ends of an integer type's range, and numbers that need more bits than a float or a double has.
template <typename From>
std::vector<From> hard_to_represent(From) {
  using Limits = std::numeric_limits<From>;
  std::vector<From> numbers{
      Limits::max(), Limits::max() - 1, Limits::min(), Limits::min() + 1, 0, 1, From(-1), 12345};
  for (int bit = 24; bit < Limits::digits; ++bit) {
    for (const From low : {1, 2, 3}) {
      numbers.push_back((From(1) << bit) + low);
      numbers.push_back((From(1) << bit) - low);
      numbers.push_back(-((From(1) << bit) + low));
    }
  }
  return numbers;
}

/// Whether the nearest number to x is below (-1), at (0) or above (1) it.
template <typename To, typename From>
int order(To number, From x) {
  if constexpr (std::is_integral_v<From>)
    if (number >= std::ldexp(To(1), std::numeric_limits<From>::digits)) return 1;
  const auto exact = static_cast<From>(number);
  return exact < x ? -1 : exact > x ? 1 : 0;
}

/// The number nearest to x on the given side of it.
template <typename To, typename From>
To beside(From x, const std::string& rounding) {
  const To nearest = static_cast<To>(x);
  const bool up = rounding == "_rtp" || (rounding == "_rtz" && x < 0);
  if (up && order(nearest, x) < 0) return std::nextafter(nearest, std::numeric_limits<To>::infinity());
  if (!up && order(nearest, x) > 0) return std::nextafter(nearest, -std::numeric_limits<To>::infinity());
  return nearest;
}

template <typename To, typename From>
void check_directed_rounding() {
  const std::string to = NameOf<To>::value;
  const std::string from = NameOf<From>::value;
  for (const std::string rounding : {"_rtp", "_rtn", "_rtz"}) {
    Program program("kernel void k(global " + to + "* one, global " + to + "* many, global " + from +
                    "* x) { int i = get_global_id(0); " + from + " v = x[i];\n one[i] = convert_" + to +
                    rounding + "(v); vstore16(convert_" + to + "16" + rounding + "((" + from +
                    "16)(v)), i, many); }");
    auto x = hard_to_represent(From());
    std::vector<To> one(x.size()), many(16 * x.size());
    REQUIRE(program.run("k", range({x.size(), 1, 1}), one, many, x));
    for (std::size_t i = 0; i < x.size(); ++i) {
      INFO(from << " " << x[i] << " to " << to << rounding);
      const To expected = beside<To, From>(x[i], rounding);
      CHECK(one[i] == expected);
      CHECK(std::vector<To>(&many[16 * i], &many[16 * i] + 16) == std::vector<To>(16, expected));
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("integers round in the direction asked for", "", std::int32_t, std::uint32_t, std::int64_t,
                   std::uint64_t) {
  check_directed_rounding<float, TestType>();
  check_directed_rounding<double, TestType>();
}

TEST_CASE("doubles become floats in the direction asked for") { check_directed_rounding<float, double>(); }

TEMPLATE_TEST_CASE("floating-point numbers beside an integer's range saturate", "", std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  check_saturation<TestType, float>();
  check_saturation<TestType, double>();
}

TEST_CASE("async copies between global and local memory") {
  Program program(
      "kernel void k(global const float4* in, global float4* out) { local float4 t[40]; int g = "
      "get_group_id(0);\n"
      "  event_t e = async_work_group_copy(t, in + 40 * g, 40, 0); wait_group_events(1, &e);\n"
      "  for (int i = get_local_id(0); i < 20; i += get_local_size(0)) { float4 x = t[i]; t[i] = t[39 - i]; "
      "t[39 - i] = x; }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  e = async_work_group_strided_copy(out + g, t, 40, 3, 0); wait_group_events(1, &e); }");
  std::vector<float> in(40 * 3 * 4), out(40 * 3 * 4);
  std::iota(in.begin(), in.end(), 0.0f);
  REQUIRE(program.run("k", range({24, 1, 1}, {8, 1, 1}), in, out));
  for (int g = 0; g < 3; ++g)
    for (int i = 0; i < 40; ++i)
      CHECK(out[(i * 3 + g) * 4 + 1] == static_cast<float>((40 * g + 39 - i) * 4 + 1));
}

TEST_CASE("async copies of scattered vectors of three, by groups of two dimensions") {
  Program program(
      "kernel void k(global const short3* in, global short3* out) { local short3 t[9]; int g = "
      "get_group_id(0);\n"
      "  event_t e = async_work_group_strided_copy(t, in + g, 9, 2, 0); wait_group_events(1, &e);\n"
      "  if (get_local_id(0) == 2 && get_local_id(1) == 1) t[8].y = -5;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  e = async_work_group_copy(out + 9 * g, t, 9, 0); wait_group_events(1, &e); }");
  std::vector<std::int16_t> in(18 * 4), out(18 * 4);
  std::iota(in.begin(), in.end(), std::int16_t(0));
  REQUIRE(program.run("k", range({6, 2, 1}, {3, 2, 1}), in, out));
  for (int g = 0; g < 2; ++g)
    for (int i = 0; i < 9; ++i)
      for (int c = 0; c < 3; ++c)
        CHECK(out[(9 * g + i) * 4 + c] == (i == 8 && c == 1 ? -5 : (2 * i + g) * 4 + c));
}

TEST_CASE("functions with tables take every number") {
  Program program(
      "kernel void k(global const double* x, global double* y, global float* z) { int i = get_global_id(0);\n"
      "  y[i] = cosh(x[i]) + sinh(x[i]); z[i] = cosh((float)x[i]) + sinh((float)x[i]); }");
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<double> x{0.0, 1e3, -1e3, 1e10, -1e10, 1e300, -1e300, inf, -inf, 0x1p31, 0x1p32, 0x1p63};
  x.resize(256, 3e9);
  std::vector<double> y(x.size());
  std::vector<float> z(x.size());
  REQUIRE(program.run("k", range({x.size(), 1, 1}), x, y, z));
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < 0) {
      CHECK(std::isnan(y[i]));  // infinity minus infinity
    } else {
      CHECK(y[i] == (x[i] == 0 ? 1.0 : inf));
      CHECK(z[i] == (x[i] == 0 ? 1.0f : std::numeric_limits<float>::infinity()));
    }
  }
}

namespace {

/// The halves from 0 to the largest finite one, and 2^16 for infinity: halves[bits] is the value.
std::vector<double> positive_halves() {
  std::vector<double> halves(0x7c01);
  for (int bits = 0; bits < 0x7c01; ++bits) {
    const int exponent = bits >> 10, mantissa = bits & 1023;
    halves[bits] = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  }
  return halves;
}

enum class Rounding { nearest, to_zero, up, down };

/// The bits of x, which is not NaN, rounded to half.
std::uint16_t half_of(double x, Rounding rounding) {
  static const std::vector<double> halves = positive_halves();
  const bool negative = std::signbit(x);
  const double size = std::fabs(x);
  const std::uint16_t sign = negative ? 0x8000 : 0;
  if (std::isinf(size)) return sign | 0x7c00;
  const auto above = std::upper_bound(halves.begin(), halves.end() - 1, size);
  const auto below = std::prev(above);
  const auto bits = static_cast<std::uint16_t>(below - halves.begin());
  if (*below == size) return sign | bits;
  const double from_below = size - *below, to_above = *above - size;
  const bool away = rounding == Rounding::nearest
                        ? from_below > to_above || (from_below == to_above && bits % 2 == 1)
                    : rounding == Rounding::to_zero ? false
                                                    : (rounding == Rounding::up) != negative;
  return sign | static_cast<std::uint16_t>(bits + away);
}

/// Numbers of either sign at, beside and halfway between halves, far outside of their range, and any. A
/// multiple of 48.
template <typename T>
std::vector<T> around_halves() {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  std::vector<T> numbers{0,
                         infinity,
                         std::numeric_limits<T>::max(),
                         std::numeric_limits<T>::denorm_min(),
                         std::numeric_limits<T>::min(),
                         T(65519.99),
                         T(65520),
                         T(1e5),
                         T(1e-9),
                         T(0x1p-25)};
  const auto halves = positive_halves();
  for (std::size_t bits = 1; bits < halves.size(); bits += bits % 1024 < 4 || bits % 1024 > 1020 ? 1 : 97) {
    const T half = T(halves[bits]), middle = T((halves[bits] + halves[bits - 1]) / 2);
    for (const T at : {half, middle})
      numbers.insert(numbers.end(), {at, std::nextafter(at, infinity), std::nextafter(at, T(0))});
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponents(-60, 60), mantissas(1, 2);
  while (numbers.size() % 24 != 0 || numbers.size() < 6000)
    numbers.push_back(T(std::exp2(std::floor(exponents(random))) * mantissas(random)));
  for (std::size_t i = 0, count = numbers.size(); i < count; ++i) numbers.push_back(-numbers[i]);
  return numbers;
}

template <typename T>
void check_half_stores(Rounding rounding, const std::string& suffix) {
  const std::string type = NameOf<T>::value;
  const std::vector<T> numbers = around_halves<T>();
  for (const std::string width : {"", "2", "3", "4", "8", "16"}) {
    const std::size_t elements = width.empty() ? 1 : std::stoul(width),
                      aligned = elements == 3 ? 4 : elements;
    const std::string function = "_half" + width + suffix;
    const std::string names = "#define T " + type + "\n#define LOAD " +
                              (width.empty() ? "in[i]" : "vload" + width + "(i, in)") +
                              "\n#define STORE vstore" + function + "\n#define STORE_ALIGNED vstore" +
                              (width.empty() ? "" : "a") + function;
    Program program(names +
                    "\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                    "kernel void k(global const T* in, global half* packed, global half* aligned) {\n"
                    "  const size_t i = get_global_id(0);\n"
                    "  STORE(LOAD, i, packed + 1); STORE_ALIGNED(LOAD, i, aligned); }");
    const std::size_t items = numbers.size() / elements;
    std::vector<T> in = numbers;
    std::vector<std::uint16_t> packed(numbers.size() + 2, 7), wide(items * aligned, 7);
    REQUIRE(program.run("k", range({items, 1, 1}), in, packed, wide));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::uint16_t expected = half_of(static_cast<double>(numbers[i]), rounding);
      const std::uint16_t in_aligned = wide[i / elements * aligned + i % elements];
      if ((packed[i + 1] == expected && in_aligned == expected) || may_be_flushed(numbers[i])) continue;
      if (wrong++ > 3) continue;
      UNSCOPED_INFO(type << width << suffix << " of " << std::hexfloat << numbers[i] << std::hex << ": "
                         << packed[i + 1] << ", aligned " << in_aligned << ", should be " << expected);
    }
    CHECK(wrong == 0);
    CHECK(packed.front() == 7);
    CHECK(packed.back() == 7);
    if (elements == 3) CHECK(wide[3] == 7);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("vstore_half rounds in every direction, also what is smaller or larger than any half", "",
                   float, double) {
  check_half_stores<TestType>(Rounding::nearest, "");
  check_half_stores<TestType>(Rounding::nearest, "_rte");
  check_half_stores<TestType>(Rounding::to_zero, "_rtz");
  check_half_stores<TestType>(Rounding::up, "_rtp");
  check_half_stores<TestType>(Rounding::down, "_rtn");
}

TEST_CASE("vload_half gives the value of every half") {
  Program program(
      "kernel void k(global const half* in, global float* one, global float* four) {\n"
      "  const size_t i = get_global_id(0); one[i] = vload_half(i, in);\n"
      "  if (i % 4 == 0) vstore4(vloada_half4(i / 4, in), i / 4, four); }");
  const auto halves = positive_halves();
  std::vector<std::uint16_t> in(65536);
  std::iota(in.begin(), in.end(), std::uint16_t(0));
  std::vector<float> one(in.size()), four(in.size());
  REQUIRE(program.run("k", range({in.size(), 1, 1}), in, one, four));
  std::size_t wrong = 0;
  for (const std::uint16_t bits : in) {
    const std::uint16_t size = bits & 0x7fff;
    const float value =
        size == 0x7c00 ? std::numeric_limits<float>::infinity() : static_cast<float>(halves[size % 0x7c00]);
    const float expected = bits == size ? value : -value;
    const auto same = [&](float x) {
      return size > 0x7c00 ? std::isnan(x) : x == expected && std::signbit(x) == std::signbit(expected);
    };
    if (!same(one[bits]) || !same(four[bits])) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("vstore_half keeps NaN") {
  Program program(
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
      "kernel void k(global const ulong* in, global half* h) { const double x = as_double(in[0]);\n"
      "  vstore_half(x, 0, h); vstore_half_rtz(x, 1, h); vstore_half_rtp(x, 2, h); vstore_half_rtn(x, 3, "
      "h);\n"
      "  vstore_half((float)x, 4, h); vstore_half_rtz((float)x, 5, h); vstore_half_rtp((float)x, 6, h);\n"
      "  vstore_half_rtn((float)x, 7, h); }");
  for (const std::uint64_t bits : {0x7ff8000000000000, 0x7ff0000000000001, 0x7fffffffffffffff}) {
    std::vector<std::uint64_t> in{bits};
    std::vector<std::uint16_t> halves(8);
    REQUIRE(program.run("k", range({1, 1, 1}), in, halves));
    for (const std::uint16_t half : halves) CHECK((half & 0x7fff) > 0x7c00);
  }
}

TEST_CASE("forms that libclc lacks or gets wrong") {
  Program program(
      "kernel void k(global double* o, global const int3* in, global int3* out) {\n"
      "  local int3 kept[4];\n"
      "  event_t e = async_work_group_copy(kept, in, 4, 0); wait_group_events(1, &e);\n"
      "  e = async_work_group_copy(out, kept, 4, 0); wait_group_events(1, &e); prefetch(in, 4);\n"
      "  double2 s = smoothstep(0.0, 2.0, (double2)(1.0, 3.0)); o[0] = s.x; o[1] = s.y; o[2] = nan(0UL);\n"
      "  o[3] = as_double(as_long(nan(5UL)) & 7); }");
  std::vector<double> o(4);
  std::vector<int> in(16), out(16);
  std::iota(in.begin(), in.end(), 100);
  REQUIRE(program.run("k", range({2, 1, 1}, {2, 1, 1}), o, in, out));
  CHECK(o[0] == 0.5);
  CHECK(o[1] == 1.0);
  CHECK(std::isnan(o[2]));
  CHECK(o[3] == 5 * 0x1p-1074);
  CHECK(out == in);
}

TEST_CASE("clamp makes NaN the lower limit, as fmin(fmax(x, low), high) does") {
  Program program(
      "kernel void k(global float* o, global double* d, float x, double y, float low, float high) {\n"
      "  o[0] = clamp(x, low, high); o[1] = clamp(x, 2.0f, 3.0f); o[2] = clamp((float4)(7, x, 2.5f, -1), "
      "low, high).y;\n"
      "  o[3] = clamp((float3)(x), (float3)(low), (float3)(high)).z; o[4] = clamp(2.5f, low, high);\n"
      "  d[0] = clamp(y, 2.0, 3.0); d[1] = clamp((double2)(9, y), 2.0, 3.0).y; d[2] = clamp((double2)(9, y), "
      "2.0, 3.0).x;\n"
      "}");
  std::vector<float> floats(5);
  std::vector<double> doubles(3);
  REQUIRE(program.run("k", range({1, 1, 1}), floats, doubles, std::numeric_limits<float>::quiet_NaN(),
                      std::numeric_limits<double>::quiet_NaN(), 2.0f, 3.0f));
  CHECK(floats == std::vector<float>{2, 2, 2, 2, 2.5f});
  CHECK(doubles == std::vector<double>{2, 2, 3});
}

TEST_CASE("float functions keep results below the normal numbers") {
  Program program(
      "kernel void k(global float* o, float x, float y, int n) {\n"
      "  int q[2]; int2 q2; o[0] = exp(x); o[1] = exp2(n + 0.5f); o[2] = exp10((float2)(x, -44.5f)).y;\n"
      "  o[3] = ldexp(y, n); o[4] = fmod(1.0f, y * 0x1p-130f); o[5] = remainder(7.0f, 4.0f);\n"
      "  o[6] = remquo((float2)(7.0f, -1030.0f), (float2)(4.0f, 8.0f), &q2).y; o[7] = q2.x; o[8] = q2.y;\n"
      "  o[9] = ldexp((float3)(y), 400).z; o[10] = exp((float16)(200.0f)).sf; o[11] = exp(-x * 1e30f * 0);\n"
      "  o[12] = rootn(y * 0x1p-140f, 1); o[13] = rootn((float2)(y * 0x1p126f), (int2)(-1)).x; o[14] = "
      "rootn(-27.0f, 3); }");
  std::vector<float> o(15);
  REQUIRE(program.run("k", range({1, 1, 1}), o, -100.25f, 1.75f, -140));
  CHECK(o[0] == static_cast<float>(std::exp(-100.25)));
  CHECK(o[1] == static_cast<float>(std::exp2(-139.5)));
  CHECK(o[2] == static_cast<float>(std::pow(10.0, -44.5)));
  CHECK(o[3] == 0x1.cp-140f);
  CHECK(o[4] == static_cast<float>(std::fmod(1.0, 0x1.cp-130)));
  CHECK(o[5] == -1.0f);
  CHECK(o[6] == 2.0f);
  CHECK(o[7] == 2.0f);
  CHECK(o[8] == -(129 & 127));
  CHECK(std::isinf(o[9]));
  CHECK(std::isinf(o[10]));
  CHECK(o[11] == 1.0f);
  CHECK(o[12] == 0x1.cp-140f);
  CHECK(o[13] == static_cast<float>(1 / 0x1.cp126));
  CHECK(o[14] == Approx(-3.0f));
}

namespace {

/// shuffle and shuffle2 from `from` to `to` elements, each work-item with a mask of its own.
template <typename T, typename Bits>
void check_shuffles(std::size_t from, std::size_t to) {
  const std::string element = NameOf<T>::value;
  const std::string source = element + std::to_string(from), result = element + std::to_string(to);
  const std::string mask = NameOf<Bits>::value + std::to_string(to);
  INFO(source << " to " << result);
  Program program("kernel void k(global const " + source + "* x, global const " + mask + "* mask, global " +
                  result + "* one, global " + result +
                  "* two) {\n"
                  "  const size_t i = get_global_id(0); one[i] = shuffle(x[0], mask[i]);\n"
                  "  two[i] = shuffle2(x[0], x[1], mask[i]); }");
  constexpr std::size_t kItems = 40;
  std::vector<T> x(2 * from), one(kItems * to), two(kItems * to);
  std::iota(x.begin(), x.end(), T(3));
  std::vector<Bits> masks(kItems * to);
  std::mt19937_64 random(from * 100 + to);
  for (Bits& place : masks) place = static_cast<Bits>(random());
  REQUIRE(program.run("k", range({kItems, 1, 1}), x, masks, one, two));
  for (std::size_t i = 0; i < masks.size(); ++i) {
    CHECK(one[i] == x[masks[i] % from]);
    CHECK(two[i] == x[masks[i] % (2 * from)]);
  }
}

}  // namespace

TEMPLATE_TEST_CASE("shuffles take elements by the low bits of their masks", "",
                   (std::pair<std::int8_t, std::uint8_t>), (std::pair<std::uint16_t, std::uint16_t>),
                   (std::pair<std::int32_t, std::uint32_t>), (std::pair<float, std::uint32_t>),
                   (std::pair<double, std::uint64_t>)) {
  for (const std::size_t from : {2, 4, 8, 16})
    for (const std::size_t to : {2, 4, 8, 16})
      check_shuffles<typename TestType::first_type, typename TestType::second_type>(from, to);
}
