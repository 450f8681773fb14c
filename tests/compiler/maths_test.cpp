// SPDX-License-Identifier: Apache-2.0
// The vector forms of the functions of overlay/maths.cl. Their scalar forms are measured by builtin_accuracy.
#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>

#include "program.h"

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

/// What `expression` over x (floats), y (floats) and n (ints) gives for vectors of `width`; 1 is scalar.
std::vector<float> evaluate(const std::string& expression, unsigned width) {
  const std::string suffix = width == 1 ? "" : std::to_string(width);
  const auto load = [&](const std::string& from) {
    return width == 1 ? from + "[i]" : "vload" + suffix + "(i, " + from + ")";
  };
  std::string source = "typedef float" + suffix + " F; typedef int" + suffix +
                       " I;\n"
                       "kernel void k(global const float* xs, global const float* ys, global const int* ns,"
                       " global float* o) {\n  size_t i = get_global_id(0);\n  F x = " +
                       load("xs") + ", y = " + load("ys") + ", r; I n = " + load("ns") +
                       ", q = 0;\n  r = " + expression + ";\n";
  source += width == 1 ? "  o[i] = r;\n}" : "  vstore" + suffix + "(r, i, o);\n}";
  Program program(source);
  std::vector<float> x = first_arguments(), y(kElements), result(kElements);
  std::vector<int> n(kElements);
  for (std::size_t i = 0; i < kElements; ++i) {
    y[i] = x[kElements - 1 - i];
    n[i] = static_cast<int>(i) * 7 - 160;
  }
  REQUIRE(program.run("k", range({kElements / width, 1, 1}), x, y, n, result));
  return result;
}

std::vector<std::uint32_t> bits_of(const std::vector<float>& values) {
  std::vector<std::uint32_t> bits(values.size());
  std::memcpy(bits.data(), values.data(), values.size() * sizeof(float));
  return bits;
}

}  // namespace

TEST_CASE("vector forms compute what the scalar function does") {
  const std::string expression =
      GENERATE("exp(x)", "exp2(x)", "half_exp(x)", "half_exp2(x)", "erfc(x)", "tgamma(x)", "ldexp(x, n)",
               "rootn(x, n)", "fmod(x, y)", "remainder(x, y)", "remquo(x, y, &q)");
  const auto scalar = bits_of(evaluate(expression, 1));
  for (unsigned width : {2u, 3u, 4u, 8u, 16u}) {
    INFO(expression << " of width " << width);
    CHECK(bits_of(evaluate(expression, width)) == scalar);
  }
}
