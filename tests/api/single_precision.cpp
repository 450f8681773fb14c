// SPDX-License-Identifier: Apache-2.0
// Kernels in OpenCL C compute as CL_DEVICE_SINGLE_FP_CONFIG says.
#include <cfenv>
#include <limits>

#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

constexpr const char* kSource =
    "kernel void add_products(global const float* a, global const float* b, global const float* c,"
    "                         global float* out) {"
    "  const size_t i = get_global_id(0);"
    "  const float product = a[i] * b[i];"
    "  out[i] = product + c[i];"
    "}";

/// a * b + c, rounded to nearest twice.
struct Sample {
  float a, b, c, expected;
};

std::vector<float> computed(const std::vector<Sample>& samples) {
  const Setup setup;
  const Program program = make_source_program(setup.context, kSource);
  REQUIRE(clBuildProgram(program, 0, nullptr, "-cl-opt-disable", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "add_products");
  std::vector<float> columns[3];
  for (const Sample& sample : samples) {
    columns[0].push_back(sample.a);
    columns[1].push_back(sample.b);
    columns[2].push_back(sample.c);
  }
  const Buffer a = make_filled(setup.context, columns[0]);
  const Buffer b = make_filled(setup.context, columns[1]);
  const Buffer c = make_filled(setup.context, columns[2]);
  const Buffer out = make_filled(setup.context, columns[0]);
  set_arguments(kernel, a.get(), b.get(), c.get(), out.get());
  launch(setup.queue, kernel, samples.size(), 1);
  return read_back<float>(setup.queue, out, samples.size());
}

void check(const std::vector<Sample>& samples) {
  const std::vector<float> results = computed(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    INFO("sample " << i);
    CHECK(results[i] == samples[i].expected);
  }
}

bool reports(cl_device_fp_config property) {
  return has_compiler() &&
         (info<cl_device_fp_config>(query(clGetDeviceInfo, device(), CL_DEVICE_SINGLE_FP_CONFIG)) &
          property) != 0;
}

}  // namespace

TEST_CASE("single precision: subnormal numbers are kept with CL_FP_DENORM") {
  if (!reports(CL_FP_DENORM)) return;
  check({{0x1p-126f, 0.5f, 0, 0x1p-127f},
         {0x1p-149f, 1, 0, 0x1p-149f},
         {0x1p-140f, 0x1p+20f, 0, 0x1p-120f},
         {0, 1, 0x1.8p-130f, 0x1.8p-130f},
         {-0x1p-126f, 1, 0x1.8p-126f, 0x1p-127f}});
}

TEST_CASE("single precision: sums round to nearest, ties to even, with CL_FP_ROUND_TO_NEAREST") {
  if (!reports(CL_FP_ROUND_TO_NEAREST)) return;
  check({{1, 1, 0x1.8p-24f, 0x1.000002p+0f},
         {1, 1, 0x1p-24f, 1},
         {1, 0x1.000002p+0f, 0x1p-24f, 0x1.000004p+0f},
         {-1, 1, -0x1.8p-24f, -0x1.000002p+0f}});
}

TEST_CASE("single precision: the rounding mode of the calling thread does not count") {
  if (!reports(CL_FP_ROUND_TO_NEAREST)) return;
  const std::vector<Sample> samples{{1, 1, 0x1p-30f, 1}, {-1, 1, -0x1.8p-24f, -0x1.000002p+0f}};
  const int mode = GENERATE(FE_UPWARD, FE_TOWARDZERO);
  REQUIRE(std::fesetround(mode) == 0);
  const std::vector<float> results = computed(samples);
  CHECK(std::fegetround() == mode);
  std::fesetround(FE_TONEAREST);
  for (std::size_t i = 0; i < samples.size(); ++i) CHECK(results[i] == samples[i].expected);
}

TEST_CASE("single precision: infinities and NaN with CL_FP_INF_NAN") {
  if (!reports(CL_FP_INF_NAN)) return;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  check({{0x1p+100f, 0x1p+100f, 0, infinity}, {-infinity, 1, 1, -infinity}});
  const std::vector<float> results = computed({{infinity, 0, 0, 0}, {1, infinity, -infinity, 0}});
  CHECK(results[0] != results[0]);
  CHECK(results[1] != results[1]);
}
