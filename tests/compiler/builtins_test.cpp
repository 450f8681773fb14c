// SPDX-License-Identifier: Apache-2.0
// Builtin functions that libclc leaves to us, and that those of libclc arrive.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numeric>

#include "program.h"

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

/// The numbers beside each end of an integer type's range, and what has no integer. 16 numbers.
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

/// The ends of an integer type's range, and numbers that need more bits than a float or a double has.
template <typename From>
std::vector<From> hard_to_represent() {
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

/// The number nearest to x among those on the side of it that is asked for.
template <typename To, typename From>
To beside(From x, const std::string& rounding) {
  const long double exact = x;  // holds every integer of 64 bits
  const To nearest = static_cast<To>(x);
  const bool up = rounding == "_rtp" || (rounding == "_rtz" && x < 0);
  if (up && nearest < exact) return std::nextafter(nearest, std::numeric_limits<To>::infinity());
  if (!up && nearest > exact) return std::nextafter(nearest, -std::numeric_limits<To>::infinity());
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
    auto x = hard_to_represent<From>();
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

TEST_CASE("vstore_half rounds up and down, also what is smaller than any half") {
  Program program(
      "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
      "kernel void k(global const float* in, global half* up, global half* down) {\n"
      "  const int i = get_global_id(0);\n"
      "  vstore_half_rtp(in[i], i, up); vstore_half_rtn((double)in[i], i, down); }\n"
      "kernel void by_three(global const float* in, global half* up, global half* down) {\n"
      "  const int i = get_global_id(0);\n"
      "  vstorea_half3_rtp(vload3(i, in), i, up); vstore_half3_rtn(vload3(i, in), i, down); }");
  constexpr float infinity = std::numeric_limits<float>::infinity();
  struct Sample {
    float value;
    std::uint16_t up, down;
  };
  const std::vector<Sample> samples{{0x1.08p-95f, 0x0001, 0x0000},
                                    {-0x1.08p-95f, 0x8000, 0x8001},
                                    {0x1p-149f, 0x0001, 0x0000},
                                    {0x1p-24f, 0x0001, 0x0001},
                                    {0x1.8p-24f, 0x0002, 0x0001},
                                    {-0x1.8p-24f, 0x8001, 0x8002},
                                    {0x1.ffep-15f, 0x0400, 0x03ff},
                                    {0x1.000002p-14f, 0x0401, 0x0400},
                                    {1, 0x3c00, 0x3c00},
                                    {0x1.000002p+0f, 0x3c01, 0x3c00},
                                    {-0x1.000002p+0f, 0xbc00, 0xbc01},
                                    {0x1.ffep+0f, 0x4000, 0x3fff},
                                    {65504, 0x7bff, 0x7bff},
                                    {65505, 0x7c00, 0x7bff},
                                    {-1e30f, 0xfbff, 0xfc00},
                                    {infinity, 0x7c00, 0x7c00},
                                    {0, 0x0000, 0x0000},
                                    {-0.0f, 0x8000, 0x8000}};
  std::vector<float> in;
  for (const Sample& sample : samples) in.push_back(sample.value);
  std::vector<std::uint16_t> up(in.size()), down(in.size());
  REQUIRE(program.run("k", range({in.size(), 1, 1}), in, up, down));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    INFO(samples[i].value);
    CHECK(up[i] == samples[i].up);
    CHECK(down[i] == samples[i].down);
  }
  std::vector<std::uint16_t> wide_up(in.size() / 3 * 4, 7), packed_down(in.size());
  REQUIRE(program.run("by_three", range({in.size() / 3, 1, 1}), in, wide_up, packed_down));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    INFO(samples[i].value);
    CHECK(wide_up[i / 3 * 4 + i % 3] == samples[i].up);
    CHECK(packed_down[i] == samples[i].down);
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
