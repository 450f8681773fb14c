// SPDX-License-Identifier: Apache-2.0
// The vector forms of builtins/maths.cl and of the elementary functions. Their scalar forms are measured by
// builtin_accuracy.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "program.h"
#include "subnormals.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

constexpr std::size_t kElements = 48;  // a multiple of every width

const std::vector<float>& first_arguments() {
  static const std::vector<float> values = [] {
    std::vector<float> result = {0.0f, -0.0f, 1e-40f, -2.5f, 88.5f, -95.0f, 140.0f, 1e30f, 0.75f, 9.5f};
    while (result.size() < kElements) result.push_back(0.37f * static_cast<float>(result.size()) - 8.1f);
    return result;
  }();
  return values;
}

/// The kernel `k` computes `expression` over x (floats), y (floats) and n (ints) for vectors of `width`; 1 is
/// scalar.
std::string source_of(const std::string& expression, unsigned width) {
  const std::string suffix = width == 1 ? "" : std::to_string(width);
  const auto load = [&](const std::string& from) {
    return width == 1 ? from + "[i]" : "vload" + suffix + "(i, " + from + ")";
  };
  return "typedef float" + suffix + " F; typedef int" + suffix +
         " I;\n"
         "kernel void k(global const float* xs, global const float* ys, global const int* ns,"
         " global float* o) {\n  size_t i = get_global_id(0);\n  F x = " +
         load("xs") + ", y = " + load("ys") + ", r; I n = " + load("ns") + ", q = 0;\n  r = " + expression +
         ";\n" + (width == 1 ? "  o[i] = r;\n}" : "  vstore" + suffix + "(r, i, o);\n}");
}

/// The results over `x`; y is x from its end. `at_once`: elements of a launch.
std::vector<float> evaluate(const std::string& expression, unsigned width, const std::vector<float>& x,
                            std::size_t at_once = kElements) {
  Program program(source_of(expression, width));
  std::vector<float> results;
  for (std::size_t begin = 0; begin < kElements; begin += at_once) {
    std::vector<float> some(x.begin() + begin, x.begin() + begin + at_once), y(at_once), result(at_once);
    std::vector<int> n(at_once);
    for (std::size_t i = 0; i < at_once; ++i) {
      y[i] = x[kElements - 1 - begin - i];
      n[i] = static_cast<int>(begin + i) * 7 - 160;
    }
    REQUIRE(program.run("k", range({at_once / width, 1, 1}), some, y, n, result));
    results.insert(results.end(), result.begin(), result.end());
  }
  return results;
}

std::vector<float> each_flushed(std::vector<float> values) {
  for (float& value : values) value = flushed(value);
  return values;
}

/// The sign of a NaN means nothing.
bool have_equal_bits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Native {
  const char* call;
  double (*exact)(double);
  double least, most;  ///< range of the arguments to compare
  std::vector<std::pair<float, float>> special;
  double tolerance = 2e-6;  ///< relative to results of at least 0.1
};

const std::vector<Native> kNatives{
    {"native_exp(x)",
     std::exp,
     -80,
     80,
     {{kInfinity, kInfinity}, {-kInfinity, 0}, {200, kInfinity}, {-200, 0}, {kNan, kNan}}},
    {"native_exp2(x)",
     std::exp2,
     -120,
     120,
     {{kInfinity, kInfinity}, {-kInfinity, 0}, {128, kInfinity}, {-1000, 0}, {kNan, kNan}}},
    {"native_exp10(x)",
     [](double x) { return std::pow(10, x); },
     -35,
     35,
     {{kInfinity, kInfinity}, {-kInfinity, 0}, {kNan, kNan}}},
    {"native_log(x)",
     std::log,
     1e-3,
     1e3,
     {{0, -kInfinity}, {-0.0f, -kInfinity}, {-1, kNan}, {kInfinity, kInfinity}, {kNan, kNan}}},
    {"native_log2(x)",
     std::log2,
     1e-3,
     1e3,
     {{0, -kInfinity}, {0x1p-140f, -140}, {-kInfinity, kNan}, {kInfinity, kInfinity}}},
    {"native_log10(x)",
     std::log10,
     1e-3,
     1e3,
     {{0, -kInfinity}, {-1e-40f, kNan}, {kInfinity, kInfinity}, {kNan, kNan}}},
    {"native_rsqrt(x)",
     [](double x) { return 1 / std::sqrt(x); },
     1e-6,
     1e6,
     {{0, kInfinity}, {-0.0f, -kInfinity}, {kInfinity, 0}, {-1, kNan}, {kNan, kNan}},
     0x1p-14},
    {"native_sin(x)", std::sin, -5000, 5000, {{0, 0}, {kInfinity, kNan}, {kNan, kNan}}},
    {"native_cos(x)", std::cos, -5000, 5000, {{0, 1}, {-kInfinity, kNan}, {kNan, kNan}}},
    {"native_tan(x)", std::tan, -1.5, 1.5, {{0, 0}, {kInfinity, kNan}, {kNan, kNan}}},
};

/// The native function for vectors of `width`, which is a text; empty for scalars.
std::vector<float> evaluate(const Native& native, const std::string& width, std::vector<float>& x) {
  const std::size_t elements = width.empty() ? 1 : std::stoul(width);
  Program program(
      "kernel void k(global const float* in, global float* out) { const size_t i = get_global_id(0); const "
      "float" +
      width + " x = " + (width.empty() ? "in[i]" : "vload" + width + "(i, in)") + "; " +
      (width.empty() ? "out[i] = " : "vstore" + width + "(") + native.call +
      (width.empty() ? "; }" : ", i, out); }"));
  std::vector<float> result(x.size());
  REQUIRE(program.run("k", quadcl::test::range({x.size() / elements, 1, 1}), x, result));
  return result;
}

void check_special(const Native& native, const std::vector<float>& x, const std::vector<float>& result) {
  for (std::size_t i = 0; i < native.special.size(); ++i) {
    const float expected = native.special[i].second;
    INFO(x[i] << " gives " << result[i]);
    const auto is = [&](double value) {
      return std::isnan(value) ? std::isnan(result[i]) : result[i] == value;
    };
    CHECK((is(expected) || (may_be_flushed(x[i]) && is(native.exact(flushed(x[i]))))));
  }
}

/// The largest error after the special values, relative to results of at least 0.1.
double worst_error(const Native& native, const std::vector<float>& x, const std::vector<float>& result) {
  double worst = 0;
  for (std::size_t i = native.special.size(); i < x.size(); ++i) {
    const double exact = native.exact(x[i]);
    worst = std::max(worst, std::fabs(result[i] - exact) / std::max(std::fabs(exact), 0.1));
  }
  return worst;
}

struct Row {
  const char* expression;
  std::vector<float> x, y, expected;
};

// Those of large numbers were computed with 400 bits; the others are in annex F of the C standard, or
// arithmetic.
const std::vector<Row> kRows{
    {"sin(x)",
     {-0.0f, 0x1p-149f, kInfinity, kNan, 1e22f},
     {},
     {-0.0f, 0x1p-149f, kNan, kNan, -0x1.77d988p-1f}},
    {"cos(x)", {-0.0f, -kInfinity, kNan, 0x1p127f}, {}, {1, kNan, kNan, 0x1.90571ep-1f}},
    {"tan(x)", {-0.0f, 0x1p-149f, kInfinity, kNan}, {}, {-0.0f, 0x1p-149f, kNan, kNan}},
    {"half_sin(x)", {-0.0f, kInfinity, kNan}, {}, {-0.0f, kNan, kNan}},
    {"half_cos(x)", {-0.0f, -kInfinity, kNan}, {}, {1, kNan, kNan}},
    // Beyond 2^16 the conformance suite asks for any result that such a function can have.
    {"fabs(half_sin(x)) <= 1 && fabs(half_cos(x)) <= 1 && !isnan(half_tan(x))",
     {0x1p17f, -0x1p20f, 0x1p31f, -0x1p113f, 0x1p127f},
     {},
     {1, 1, 1, 1, 1}},
    {"log(x)", {0, -0.0f, -1, kInfinity, kNan, 1}, {}, {-kInfinity, -kInfinity, kNan, kInfinity, kNan, 0}},
    {"log2(x)", {0x1p-149f, 0x1p127f, 0, -kInfinity}, {}, {-149, 127, -kInfinity, kNan}},
    {"log10(x)", {0, -1e-40f, kInfinity, 1}, {}, {-kInfinity, kNan, kInfinity, 0}},
    {"erf(x)", {-0.0f, 0x1p-149f, kInfinity, -9, kNan}, {}, {-0.0f, 0x1p-149f, 1, -1, kNan}},
    {"pow(x, y)",
     {-2, -2, -2, 0, -0.0f, -0.0f, -1, 1, kNan, -kInfinity, 0.5f, 2, 2, -8},
     {3, 2, 0.5f, -1, -3, 5, kInfinity, kNan, 0, 3, kInfinity, -149, 200, kNan},
     {-8, 4, kNan, kInfinity, -kInfinity, -0.0f, 1, 1, 1, -kInfinity, 0, 0x1p-149f, kInfinity, kNan}},
    // The products of exponents overflow, are 0 by one factor, or round to 1.
    {"pow(x, y)",
     {2.5f, 0.5f, -0.5f, 1, -1, 0, kInfinity, 0, -kInfinity, 0x1.fffffep127f, 0x1p-149f, 1.0000001f,
      -1.0000001f, 3},
     {0x1.fffffep127f, -0x1p100f, 0x1p64f, 0x1p127f, 0x1p127f, -0x1p-126f, 0x1p-149f, 0x1p-149f, -0x1p-126f,
      1, -0.5f, 0x1p40f, -0x1p41f, 0x1p-149f},
     {kInfinity, kInfinity, 0, 1, 1, kInfinity, kInfinity, 0, 0, 0x1.fffffep127f, 0x1.6a09e6p74f, kInfinity,
      0, 1}},
    {"pow(x, -0.75f)",
     {0, -0.0f, kInfinity, -kInfinity, -1, kNan, 16, 1},
     {},
     {kInfinity, kInfinity, 0, 0, kNan, kNan, 0.125f, 1}},
    {"asinh(x)",
     {-0.0f, 0x1p-149f, kInfinity, -kInfinity, kNan, 0x1.fffffep127f, -0x1p100f},
     {},
     {-0.0f, 0x1p-149f, kInfinity, -kInfinity, kNan, 0x1.65a9f8p6f, -0x1.18080ep6f}},
    {"acosh(x)",
     {1, 0.5f, -2, -0x1p100f, kInfinity, -kInfinity, kNan, 0x1p100f},
     {},
     {0, kNan, kNan, kNan, kInfinity, kNan, kNan, 0x1.18080ep6f}},
    {"atanh(x)",
     {-0.0f, 0x1p-149f, 1, -1, 1.5f, -kInfinity, kNan},
     {},
     {-0.0f, 0x1p-149f, kInfinity, -kInfinity, kNan, kNan, kNan}},
    {"hypot(x, y)",
     {3, 0, -0.0f, kInfinity, kNan, kNan, 0x1.8p127f, 0x1.8p-125f, 0x1p-149f, 0x1p127f},
     {-4, -0.0f, 5, kNan, -kInfinity, 1, 0x1.8p127f, -0x1p-124f, 0, 0x1p-149f},
     {5, 0, 5, kInfinity, kInfinity, kNan, kInfinity, 0x1.4p-124f, 0x1p-149f, 0x1p127f}},
    {"sinpi(x)",
     {-0.0f, 2, -3, 0.5f, -0.5f, 1.5f, 0x1.000002p22f, 0x1.000002p23f, 0x1.fffffep127f, kInfinity, kNan},
     {},
     {-0.0f, 0, -0.0f, 1, -1, -1, 1, 0, 0, kNan, kNan}},
    {"cospi(x)",
     {-0.0f, 0.5f, -1.5f, 1, -2, 0x1.000002p22f, 0x1.000002p23f, 0x1.000004p23f, 0x1.fffffep127f, -kInfinity,
      kNan},
     {},
     {1, 0, 0, -1, 1, 0, -1, 1, 1, kNan, kNan}},
    {"tanpi(x)",
     {-0.0f, 0.5f, -0.5f, 1.5f, 0.25f, 1, -1, 2, kInfinity},
     {},
     {-0.0f, kInfinity, -kInfinity, -kInfinity, 1, -0.0f, 0, 0, kNan}},
    {"half_powr(x, y)",
     {2, 0, -1, kNan, 0, kInfinity},
     {10, 2, 1, 1, -1, -2},
     {1024, 0, kNan, kNan, kInfinity, 0}},
    {"expm1(x)", {-0.0f, -kInfinity, kInfinity, kNan, 100}, {}, {-0.0f, -1, kInfinity, kNan, kInfinity}},
    {"log1p(x)",
     {-0.0f, 0x1p-149f, -1, -2, kInfinity, kNan, 0x1.fffffep127f},
     {},
     {-0.0f, 0x1p-149f, -kInfinity, kNan, kInfinity, kNan, 88.7228391f}},
    {"sinh(x)", {-0.0f, kInfinity, -90, kNan}, {}, {-0.0f, kInfinity, -kInfinity, kNan}},
    {"cosh(x)", {-0.0f, -kInfinity, 90, kNan}, {}, {1, kInfinity, kInfinity, kNan}},
    {"tanh(x)", {-0.0f, kInfinity, -50, kNan}, {}, {-0.0f, 1, -1, kNan}},
    {"asin(x)", {-0.0f, 1, -1.5f, kNan}, {}, {-0.0f, 1.57079633f, kNan, kNan}},
    {"acos(x)", {1, -1, 1.5f, kNan}, {}, {0, 3.14159265f, kNan, kNan}},
    {"atan(x)", {-0.0f, kInfinity, -kInfinity, kNan}, {}, {-0.0f, 1.57079633f, -1.57079633f, kNan}},
    {"cbrt(x)", {-0.0f, -kInfinity, -27, 0x1p-147f, kNan}, {}, {-0.0f, -kInfinity, -3, 0x1p-49f, kNan}},
    {"erfc(x)", {kInfinity, -kInfinity, -0.0f, kNan}, {}, {0, 2, 1, kNan}},
    {"powr(x, y)",
     {0, 1, -1, -0.0f, 2, kNan, kInfinity},
     {0, kInfinity, 1, -3, 3, 0, 0},
     {kNan, kNan, kNan, kInfinity, 8, kNan, kNan}},
    {"pown(x, (int)y)", {kNan, -0.0f, -2, 0.5f}, {0, -3, 3, 149}, {1, -kInfinity, -8, 0x1p-149f}},
    {"rootn(x, (int)y)",
     {-8, -8, -0.0f, -0.0f, -0.0f, 4},
     {3, 2, 3, -3, 2, 0},
     {-2, kNan, -0.0f, -kInfinity, 0, kNan}},
    // 2 to an odd power is 2 more than a multiple of 3.
    {"fmod(x, y)",
     {0x1p127f, -0x1p100f, 5, kInfinity, 1, -7},
     {3, 0x1p-149f, kInfinity, 1, 0, 2},
     {2, -0.0f, 5, kNan, kNan, -1}},
    {"remainder(x, y)", {0x1p127f, 5, 7, -6, 1}, {3, 2, 2, 4, 0}, {-1, 1, -1, 2, kNan}},
    {"(float)exp((double)x)", {-kInfinity, kInfinity, kNan, 800, 0}, {}, {0, kInfinity, kNan, kInfinity, 1}},
    {"rsqrt(x)",
     {0, -0.0f, kInfinity, -1, kNan, 0x1p-140f, 4},
     {},
     {kInfinity, -kInfinity, 0, kNan, kNan, 0x1p70f, 0.5f}},
    {"(float)rsqrt((double)x)",
     {0, -0.0f, kInfinity, -1, kNan, 0x1p-140f, 4},
     {},
     {kInfinity, -kInfinity, 0, kNan, kNan, 0x1p70f, 0.5f}},
    {"(float)sin((double)x)", {-0.0f, 0, 0x1p-149f, kInfinity, kNan}, {}, {-0.0f, 0, 0x1p-149f, kNan, kNan}},
    {"(float)tan((double)x)", {-0.0f, 0, 0x1p-149f, kInfinity, kNan}, {}, {-0.0f, 0, 0x1p-149f, kNan, kNan}},
    {"(float)fmod((double)x, (double)y)",
     {0x1p127f, -0x1p100f, 5, kInfinity, 1, -7},
     {3, 0x1p-149f, kInfinity, 1, 0, 2},
     {2, -0.0f, 5, kNan, kNan, -1}},
    {"(float)(fmod(x * DBL_MAX, y * 0x1.5555555555555p-2) * 0x1p60)",
     {1, -1},
     {1, 1},
     {0x1.5555555555554p56f, -0x1.5555555555554p56f}},
    {"(float)remainder((double)x, (double)y)",
     {0x1p127f, 5, 7, -6, 1, 0x1p-149f},
     {3, 2, 2, 4, 0, kInfinity},
     {-1, 1, -1, 2, kNan, 0x1p-149f}},
    {"(float)asinh((double)x)",
     {-0.0f, kInfinity, -kInfinity, kNan},
     {},
     {-0.0f, kInfinity, -kInfinity, kNan}},
    {"(float)acosh((double)x)",
     {1, 0.5f, -0x1p100f, kInfinity, 0x1p100f},
     {},
     {0, kNan, kNan, kInfinity, 0x1.18080ep6f}},
    {"(float)atanh((double)x)", {-0.0f, 1, -1, 1.5f, kNan}, {}, {-0.0f, kInfinity, -kInfinity, kNan, kNan}},
    {"(float)hypot((double)x * 0x1p900, (double)y * 0x1p900)",
     {3, kInfinity, kNan},
     {4, kNan, -kInfinity},
     {kInfinity, kInfinity, kInfinity}},
    {"(float)(hypot((double)x * 0x1p-900, (double)y * 0x1p-900) * 0x1p900)",
     {3, 0, kNan},
     {4, -0.0f, 1},
     {5, 0, kNan}},
    {"(float)sinpi((double)x)", {-0.0f, 2, -3, 0.5f, 1.5f, kInfinity}, {}, {-0.0f, 0, -0.0f, 1, -1, kNan}},
    {"(float)sinpi((double)x + 0x1.8p51)", {0, 0.5f, 1, 1.5f}, {}, {0, 1, 0, -1}},
    {"(float)cospi((double)x)", {-0.0f, 0.5f, -1.5f, 1, -2, -kInfinity}, {}, {1, 0, 0, -1, 1, kNan}},
    {"(float)cospi((double)x + 0x1.8p52)", {0, 1, 2}, {}, {1, -1, 1}},
    {"(float)log((double)x)", {-0.0f, -1, kInfinity, 1}, {}, {-kInfinity, kNan, kInfinity, 0}},
    {"(float)pow((double)x, (double)y)",
     {-2, -2, 0, -0.0f, -1, 1, kNan, 0.5f, 2, 2.5f, 0.5f, 0, -1},
     {3, 0.5f, -1, -3, kInfinity, kNan, 0, kInfinity, 2000, 0x1p127f, -0x1p100f, -0x1p-149f, 0x1p127f},
     {-8, kNan, kInfinity, -kInfinity, 1, 1, 1, 0, kInfinity, kInfinity, kInfinity, kInfinity, 1}},
};

}  // namespace

TEST_CASE("vector forms compute what the scalar function does") {
  const std::string expression = GENERATE(
      "exp(x)", "exp2(x)", "half_exp(x)", "half_exp2(x)", "erfc(x)", "tgamma(x)", "ldexp(x, n)",
      "rootn(x, n)", "fmod(x, y)", "remainder(x, y)", "remquo(x, y, &q)", "log(x)", "log2(x)", "log10(x)",
      "sin(x)", "cos(x)", "tan(x)", "sincos(x, &y) + y", "erf(x)", "pow(x, y)", "exp10(x)", "expm1(x)",
      "log1p(x)", "sinh(x)", "tanh(x)", "asin(x)", "acos(x)", "atan(x)", "cbrt(x)", "powr(x, y)",
      "pown(x, n)", "asinh(x)", "acosh(x)", "atanh(x)", "hypot(x, y)", "sinpi(x)", "cospi(x)", "tanpi(x)",
      "asinpi(x)", "acospi(x)", "atanpi(x)", "half_powr(x, y)", "native_tan(x)", "rsqrt(x)");
  const std::vector<float>& x = first_arguments();
  // A work-item alone is in no lane of a vector.
  const auto scalar = evaluate(expression, 1, x, 1), of_flushed = evaluate(expression, 1, each_flushed(x), 1);
  for (unsigned width : {1u, 2u, 3u, 4u, 8u, 16u}) {
    const auto vector = evaluate(expression, width, x);
    for (std::size_t i = 0; i < kElements; ++i) {
      INFO(expression << " of width " << width << ": " << x[i] << ", " << x[kElements - 1 - i] << " gives "
                      << vector[i] << ", the scalar " << scalar[i]);
      const bool is_equal = have_equal_bits(vector[i], scalar[i]) ||
                            have_equal_bits(flushed(vector[i]), flushed(scalar[i])) ||
                            have_equal_bits(flushed(vector[i]), flushed(of_flushed[i]));
      CHECK(is_equal);
    }
  }
}

#if defined(__x86_64__)
TEST_CASE("where subnormal numbers are flushed, functions of the smallest normal ones are right") {
  constexpr std::size_t kCount = 16;  // one work-group, which this thread runs
  const std::string expression = GENERATE("expm1(x)", "sinh(x)", "tanh(x)", "log1p(x)", "sin(x)", "asin(x)");
  Program program(
      "kernel void k(global const float* in, global float* out) { size_t i = get_global_id(0); float x = "
      "in[i]; out[i] = " +
      expression + "; }");
  std::vector<float> x(kCount), result(kCount);
  for (std::size_t i = 0; i < kCount; ++i)
    x[i] = 0x1p-126f * (i % 2 == 0 ? 1.0f : -1.0f - static_cast<float>(i) / 16);
  constexpr unsigned kFlushes = 0x8040;  // results and operands
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | kFlushes);
  const bool has_run = program.run("k", range({kCount, 1, 1}), x, result);
  __builtin_ia32_ldmxcsr(before);
  REQUIRE(has_run);
  for (std::size_t i = 0; i < kCount; ++i) {
    INFO(expression << " of " << x[i] << " gives " << result[i]);
    CHECK(result[i] == x[i]);
  }
}
#endif

// Programs compare it with their own within 2e-7, which bounds the sum of both errors.
TEST_CASE("atan of float is within 1.5 ulp where it is the rest of a quarter turn") {
  constexpr std::size_t kCount = 65536;
  Program program(
      "kernel void k(global const float* x, global float* o) {"
      " size_t i = get_global_id(0); o[i] = atan(x[i]); }");
  std::vector<float> x(kCount), result(kCount);
  for (std::size_t i = 0; i < kCount; ++i) x[i] = 1 + 9 * static_cast<float>(i + 1) / kCount;
  REQUIRE(program.run("k", range({kCount, 1, 1}), x, result));
  double worst = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double exact = std::atan(static_cast<double>(x[i]));
    const float nearest = static_cast<float>(exact);
    const double ulp = std::nextafter(nearest, kInfinity) - nearest;
    worst = std::max(worst, std::fabs(result[i] - exact) / ulp);
  }
  CHECK(worst < 1.5);
}

TEST_CASE("native functions are near, of every width, and keep infinity, NaN and what is out of range") {
  const Native& native = kNatives[GENERATE(range(0, 10))];
  constexpr std::size_t kCount = 4800;
  std::vector<float> x;
  for (const auto& [argument, result] : native.special) x.push_back(argument);
  while (x.size() < kCount)
    x.push_back(static_cast<float>(native.least + (native.most - native.least) * double(x.size()) / kCount));
  for (const std::string width : {"", "2", "3", "4", "8", "16"}) {
    INFO(native.call << " of width " << width);
    const std::vector<float> result = evaluate(native, width, x);
    check_special(native, x, result);
    CHECK(worst_error(native, x, result) < native.tolerance);
  }
}

TEST_CASE("elementary functions keep zeros, infinity, NaN and what is far out of range") {
  const Row& row = kRows[GENERATE(range(std::size_t{0}, kRows.size()))];
  INFO(row.expression);
  Program program(
      std::string(
          "kernel void k(global const float* xs, global const float* ys, global float* o) { size_t i = "
          "get_global_id(0); float x = xs[i], y = ys[i]; o[i] = ") +
      row.expression + "; }");
  std::vector<float> x = row.x, y = row.y, result(x.size());
  y.resize(x.size());
  REQUIRE(program.run("k", range({x.size(), 1, 1}), x, y, result));
  for (std::size_t i = 0; i < x.size(); ++i) {
    INFO(x[i] << ", " << y[i] << " gives " << result[i]);
    const float expected = row.expected[i];
    const bool is_near =
        result[i] == expected || std::fabs(result[i] - expected) < 2e-7f * std::fabs(expected);
    CHECK((std::isnan(expected) ? std::isnan(result[i])
                                : is_near && std::signbit(result[i]) == std::signbit(expected)));
  }
}
