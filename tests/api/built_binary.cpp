// SPDX-License-Identifier: Apache-2.0
// A program binary that quadcl-build made from built_binary.cl, for this machine or on another one. The file
// is QUADCL_TEST_BINARY.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "built_program.h"
#include "kernels.h"

using namespace api;

namespace {

struct Loaded {
  Setup setup;
  Program program = built_program(setup.context);

  template <typename... Args>
  void run(const char* name, std::size_t width, std::size_t group, const Args&... args) {
    const Kernel kernel = make_kernel(program, name);
    set_arguments(kernel, args...);
    REQUIRE(clEnqueueNDRangeKernel(setup.queue, kernel, 1, nullptr, &width, &group, 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  }

  template <typename T>
  Buffer filled(const std::vector<T>& contents) {
    return make_filled(setup.context, contents);
  }
  template <typename T>
  Buffer empty(std::size_t count) {
    return make_filled(setup.context, std::vector<T>(count));
  }
  template <typename T>
  std::vector<T> contents(cl_mem buffer, std::size_t count) {
    return read_back<T>(setup.queue, buffer, count);
  }
};

constexpr std::size_t kItems = 64;

struct Mixed {
  cl_char letter;
  cl_long large;
  cl_short small;
  cl_float4 vector;
};

Mixed mixed(int i) {
  return {cl_char(-i), cl_long{1} << (i % 50), cl_short(3 * i), {{i * 0.5F, 0, 0, 0.25F}}};
}

}  // namespace

TEST_CASE("a binary of quadcl-build divides 64-bit integers") {
  Loaded loaded;
  std::vector<cl_long> a(kItems), b(kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    a[i] = static_cast<cl_long>(i * 0x123456789abcdefULL) * (i % 2 == 0 ? 1 : -1);
    b[i] = static_cast<cl_long>(i + 3) << (i % 40);
  }
  const Buffer in_a = loaded.filled(a), in_b = loaded.filled(b);
  const Buffer quotients = loaded.empty<cl_long>(kItems), remainders = loaded.empty<cl_ulong>(kItems);
  loaded.run("long_integers", kItems, 8, in_a.get(), in_b.get(), quotients.get(), remainders.get());
  const auto quotient = loaded.contents<cl_long>(quotients, kItems);
  const auto remainder = loaded.contents<cl_ulong>(remainders, kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    CAPTURE(i);
    CHECK(quotient[i] == a[i] / b[i]);
    CHECK(remainder[i] == static_cast<cl_ulong>(a[i]) % static_cast<cl_ulong>(b[i]));
  }
}

TEST_CASE("a binary of quadcl-build computes floats, doubles and their functions") {
  Loaded loaded;
  std::vector<float> x(kItems);
  std::vector<double> u(kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    x[i] = static_cast<float>(i) * 0.25F;
    u[i] = (static_cast<double>(i) + 1) * 1.7;
  }
  const Buffer in_x = loaded.filled(x), in_u = loaded.filled(u);
  const Buffer out_y = loaded.empty<float>(kItems), out_v = loaded.empty<double>(kItems);
  loaded.run("functions", kItems, 8, in_x.get(), out_y.get(), in_u.get(), out_v.get());
  const auto y = loaded.contents<float>(out_y, kItems);
  const auto v = loaded.contents<double>(out_v, kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    CAPTURE(i);
    CHECK(y[i] == Approx(std::sin(x[i]) + std::exp(x[i]) * std::sqrt(x[i])).epsilon(1e-5));
    CHECK(v[i] == Approx(std::fma(u[i], 3.0, std::trunc(u[i])) / u[i]).epsilon(1e-14));
  }
}

TEST_CASE("a binary of quadcl-build has barriers, local memory and atomics") {
  Loaded loaded;
  std::vector<int> values(kItems);
  for (std::size_t i = 0; i < kItems; ++i) values[i] = static_cast<int>(i * i);
  const Buffer in = loaded.filled(values), sums = loaded.empty<int>(kItems / 16),
               total = loaded.empty<int>(1);
  const Kernel kernel = make_kernel(loaded.program, "group_sums");
  set_arguments(kernel, in.get(), sums.get(), total.get());
  REQUIRE(clSetKernelArg(kernel, 3, 16 * sizeof(int), nullptr) == CL_SUCCESS);
  const std::size_t width = kItems, group = 16;
  REQUIRE(clEnqueueNDRangeKernel(loaded.setup.queue, kernel, 1, nullptr, &width, &group, 0, nullptr,
                                 nullptr) == CL_SUCCESS);
  const auto sum = loaded.contents<int>(sums, kItems / 16);
  for (std::size_t i = 0; i < sum.size(); ++i)
    CHECK(sum[i] == std::accumulate(values.begin() + 16 * i, values.begin() + 16 * (i + 1), 0));
  CHECK(loaded.contents<int>(total, 1)[0] == std::accumulate(values.begin(), values.end(), 0));
}

TEST_CASE("a binary of quadcl-build has atomics of 64 bits") {
  Loaded loaded;
  constexpr cl_long kMany = 4096;
  const Buffer old_style = loaded.filled(std::vector<cl_long>{0, 0, 0, -1});
  const Buffer sum = loaded.empty<cl_ulong>(1), halves = loaded.empty<double>(1);
  loaded.run("long_atomics", kMany, 64, old_style.get(), sum.get(), halves.get());
  const auto results = loaded.contents<cl_long>(old_style, 4);
  CHECK(results[0] == -kMany * 0xffffffffLL);
  CHECK(results[1] == (kMany - 1) << 33);
  CHECK(results[2] == 0);  // the exclusive or of all numbers below a multiple of four
  CHECK((results[3] >= 0 && results[3] < kMany));
  CHECK(loaded.contents<cl_ulong>(sum, 1)[0] == kMany * 0x80000001ULL);
  CHECK(loaded.contents<double>(halves, 1)[0] == 0.5 * kMany);
}

TEST_CASE("a binary of quadcl-build converts half floats") {
  Loaded loaded;
  // 1, 2, 0.5, -2, the largest, the smallest normal, a denormal, infinity
  const std::vector<cl_half> in{0x3c00, 0x4000, 0x3800, 0xc000, 0x7bff, 0x0400, 0x0002, 0x7c00};
  // Half of each.
  const std::vector<cl_half> expected{0x3800, 0x3c00, 0x3400, 0xbc00, 0x77ff, 0x0200, 0x0001, 0x7c00};
  const Buffer from = loaded.filled(in), to = loaded.empty<cl_half>(in.size());
  loaded.run("halves", in.size(), in.size(), from.get(), to.get(), 0.5F);
  CHECK(loaded.contents<cl_half>(to, in.size()) == expected);
}

TEST_CASE("a binary of quadcl-build and its host program lay structs out alike") {
  Loaded loaded;
  std::vector<Mixed> many;
  for (std::size_t i = 0; i < kItems; ++i) many.push_back(mixed(static_cast<int>(i)));
  const Mixed one = mixed(5);
  const cl_float3 three{{0, 0, 8.5F, 0}};
  const Buffer in = loaded.filled(many), out = loaded.empty<double>(kItems);
  loaded.run("structs", kItems, 4, one, three, in.get(), out.get());
  const auto sums = loaded.contents<double>(out, kItems);
  for (std::size_t i = 0; i < kItems; ++i) {
    CAPTURE(i);
    const double expected = -5 + 32 + 15 + 0.25 + 8.5 - static_cast<double>(i) +
                            static_cast<double>(cl_long{1} << (i % 50)) + 3.0 * static_cast<double>(i) +
                            0.5 * static_cast<double>(i);
    CHECK(sums[i] == Approx(expected).epsilon(1e-6));  // OpenCL C adds a long to a float as floats
  }
}

TEST_CASE("a binary of quadcl-build multiplies matrices") {
  Loaded loaded;
  const cl_uint m = 32, n = 64, k = 20;
  std::vector<float> a(m * k), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 5) - 2;
  const Buffer in_a = loaded.filled(a), in_b = loaded.filled(b), out = loaded.empty<float>(m * n);
  const Kernel kernel = make_kernel(loaded.program, "product");
  set_arguments(kernel, in_a.get(), in_b.get(), out.get(), m, n, k);
  launch(loaded.setup.queue, kernel, n, m);
  const auto c = loaded.contents<float>(out, m * n);
  for (cl_uint row = 0; row < m; ++row) {
    for (cl_uint column = 0; column < n; ++column) {
      float sum = 0;  // of small integers, so exact in any order and rounding
      for (cl_uint i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
      REQUIRE(c[row * n + column] == sum);
    }
  }
}

TEST_CASE("a binary for another processor is refused", "[.][other]") {
  const char* log_file =
      getenv("QUADCL_LOG");  // NOLINT(concurrency-mt-unsafe): nothing in this process sets it
  std::ofstream(log_file, std::ios::trunc);
  const Setup setup;
  const auto binary = binary_file();
  REQUIRE(binary.size() > 1000);
  const cl_device_id id = device();
  const std::size_t length = binary.size();
  const unsigned char* bytes = binary.data();
  CHECK(error_of([&](cl_int* error) {
          return clCreateProgramWithBinary(setup.context, 1, &id, &length, &bytes, nullptr, error);
        }) == CL_INVALID_BINARY);
  std::ifstream log(log_file);
  const std::string text{std::istreambuf_iterator<char>(log), {}};
  CHECK_THAT(text, Catch::Matchers::Contains("the program binary is for 'a") &&
                       Catch::Matchers::Contains("this machine is '"));
}
