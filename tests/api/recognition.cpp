// SPDX-License-Identifier: Apache-2.0
// cl_quadcl_recognition (include/CL/cl_ext_quadcl.h)
#include <CL/cl_ext_quadcl.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels.h"
#include "programs.h"

using namespace api;

namespace {

constexpr const char* kSource = R"(
kernel void flip(global const uint* in, global uint* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}
kernel void shift(global const uint* in, global uint* out, uint width, uint height) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[x * height + y] = in[y * width + x] + 1;
}
)";

bool is_qpu() {
  return info<cl_device_type>(query(clGetDeviceInfo, device(), CL_DEVICE_TYPE)) == CL_DEVICE_TYPE_GPU;
}

Program build(cl_context context, const char* options) {
  Program program = make_source_program(context, kSource);
  REQUIRE(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS);
  return program;
}

cl_profiling_target_quadcl target(cl_kernel kernel) {
  return info<cl_profiling_target_quadcl>(query(clGetKernelInfo, kernel, CL_KERNEL_TARGET_QUADCL));
}

std::string reason(cl_kernel kernel) {
  return info_string(query(clGetKernelInfo, kernel, CL_KERNEL_RECOGNITION_QUADCL));
}

}  // namespace

TEST_CASE("recognition: a kernel tells where it will run and why", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = build(context, "");
  const Kernel flip = make_kernel(program, "flip"), shift = make_kernel(program, "shift");
  CHECK(target(flip) == (is_qpu() ? CL_PROFILING_TARGET_QPU_QUADCL : CL_PROFILING_TARGET_CPU_QUADCL));
  CHECK_THAT(reason(flip), Catch::StartsWith("transpose_32(in = in, out = out, width = width"));
  CHECK(target(shift) == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK_FALSE(reason(shift).empty());
}

TEST_CASE("recognition: -quadcl-no-recognise leaves kernels on the CPU", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = build(context, "-quadcl-no-recognise");
  CHECK(target(make_kernel(program, "flip")) == CL_PROFILING_TARGET_CPU_QUADCL);
}

TEST_CASE("recognition: a kernel with rows that no launch can have is not recognised", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = make_source_program(context, R"(
    kernel void scale(uint m, uint n, global const float* a, global const float* x, global float* y) {
      const uint i = get_global_id(0);
      if (i >= m) return;
      float sum = 0;
      for (uint k = 0; k < n; ++k) sum += a[i] * x[k];
      y[i] = sum;
    })");
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  CHECK(target(make_kernel(program, "scale")) == CL_PROFILING_TARGET_CPU_QUADCL);
}

TEST_CASE("recognition: a linked program's kernels are recognised, unless the link says otherwise",
          "[quadcl]") {
  if (!has_linker()) return;
  const Context context = make_context();
  const Program kernels = make_source_program(context, R"(
    float times(float x, float y);
    kernel void multiply(uint n, global const float* a, global const float* b, global float* c) {
      const uint i = get_global_id(1), j = get_global_id(0);
      float sum = 0;
      for (uint k = 0; k < n; ++k) sum += times(a[i * n + k], b[k * n + j]);
      c[i * n + j] = sum;
    })");
  const Program library = make_source_program(context, "float times(float x, float y) { return x * y; }");
  for (const Program* program : {&kernels, &library})
    REQUIRE(clCompileProgram(*program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
  const cl_program parts[]{kernels, library};
  for (const std::string options : {"", "-quadcl-no-recognise"}) {
    const Program linked = made([&](cl_int* error) {
      return clLinkProgram(context, 0, nullptr, options.c_str(), 2, parts, nullptr, nullptr, error);
    });
    const Kernel kernel = make_kernel(linked, "multiply");
    CHECK((target(kernel) == CL_PROFILING_TARGET_QPU_QUADCL) == (is_qpu() && options.empty()));
  }
}

TEST_CASE("recognition: a cloned kernel has arguments of its own", "[quadcl]") {
  if (!has_compiler()) return;
  const std::size_t width = 9, height = 21;
  const Context context = make_context();
  const Queue queue = make_queue(context);
  const Program program = build(context, "");
  const Kernel kernel = make_kernel(program, "flip");
  const auto values = counting<cl_uint>(width * height), others = counting<cl_uint>(width * height, 1000);
  const Buffer in = make_filled(context, values), other = make_filled(context, others),
               out = make_filled(context, values), other_out = make_filled(context, values);
  set_transpose(kernel, in, out, width, height);
  const Kernel clone = made([&](cl_int* error) { return clCloneKernel(kernel, error); });
  set_transpose(kernel, other, other_out, width, height);
  launch(queue, clone, width, height);
  launch(queue, kernel, width, height);
  CHECK(read_back<cl_uint>(queue, out, values.size()) == transposed(values, width));
  CHECK(read_back<cl_uint>(queue, other_out, values.size()) == transposed(others, width));
}

TEST_CASE("recognition: a program binary keeps it", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Program program = build(context, "");
  const auto sizes = info_list<std::size_t>(query(clGetProgramInfo, program.get(), CL_PROGRAM_BINARY_SIZES));
  std::vector<unsigned char> binary(sizes.front());
  unsigned char* pointer = binary.data();
  REQUIRE(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr) == CL_SUCCESS);
  const unsigned char* contents = binary.data();
  const cl_device_id id = device();
  const Program again = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, sizes.data(), &contents, nullptr, error);
  });
  REQUIRE(clBuildProgram(again, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(again, "flip");
  CHECK(target(kernel) == (is_qpu() ? CL_PROFILING_TARGET_QPU_QUADCL : CL_PROFILING_TARGET_CPU_QUADCL));

  const std::size_t width = 21, height = 13;
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  const auto values = counting<cl_uint>(width * height);
  const Buffer in = make_filled(context, values),
               out = make_filled(context, std::vector<cl_uint>(values.size(), 9));
  set_transpose(kernel, in, out, width, height);
  const Event event = launch(queue, kernel, width, height);
  CHECK(read_back<cl_uint>(queue, out, values.size()) == transposed(values, width));
  const auto ran = query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL);
  CHECK(info<cl_profiling_target_quadcl>(ran) == target(kernel));

  const Program apart = made([&](cl_int* error) {
    return clCreateProgramWithBinary(context, 1, &id, sizes.data(), &contents, nullptr, error);
  });
  REQUIRE(clBuildProgram(apart, 0, nullptr, "-cl-mad-enable -quadcl-no-recognise", nullptr, nullptr) ==
          CL_SUCCESS);
  CHECK(target(make_kernel(apart, "flip")) == CL_PROFILING_TARGET_CPU_QUADCL);
}

TEST_CASE("recognition: parts of one buffer may be input and output, the same part may not", "[quadcl]") {
  if (!has_compiler() || !is_qpu()) return;
  const std::size_t side = 32, bytes = side * side * sizeof(cl_uint);
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  const Program program = build(context, "");
  const Kernel kernel = make_kernel(program, "flip");
  const Buffer whole = make_filled(context, counting<cl_uint>(2 * side * side));
  const auto part = [&](std::size_t origin, std::size_t size) {
    const cl_buffer_region region{origin, size};
    return made([&](cl_int* error) {
      return clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
    });
  };
  const auto run = [&](cl_mem in, cl_mem out) {
    set_transpose(kernel, in, out, side, side);
    const Event event = launch(queue, kernel, side, side);
    REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    return info<cl_profiling_target_quadcl>(
        query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL));
  };
  const Buffer first = part(0, bytes), second = part(bytes, bytes), middle = part(bytes / 2, bytes);
  CHECK(run(first, second) == CL_PROFILING_TARGET_QPU_QUADCL);
  CHECK(run(first, middle) == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(run(first, whole) == CL_PROFILING_TARGET_CPU_QUADCL);
}

TEST_CASE("recognition: roundings stay where the source has them", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  const Program program = make_source_program(context, R"(
    kernel void update(float alpha, float beta, global const float* a, global const float* b, global float* c) {
      const uint i = get_global_id(1), j = get_global_id(0), n = get_global_size(0);
      c[i * n + j] *= beta;
      for (uint k = 0; k < n; ++k) c[i * n + j] += alpha * a[i * n + k] * b[k * n + j];
    })");
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "update");
  constexpr std::size_t side = 20;
  const auto result = [&](float alpha, float beta, float of_a, float of_b, float of_c) {
    const auto filled = [&](float value) {
      return make_filled(context, std::vector<float>(side * side, value));
    };
    const Buffer a = filled(of_a), b = filled(of_b), c = filled(of_c);
    set_arguments(kernel, alpha, beta, a.get(), b.get(), c.get());
    const Event event = launch(queue, kernel, side, side);
    const auto values = read_back<float>(queue, c, side * side);
    const auto ran = query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL);
    CHECK(info<cl_profiling_target_quadcl>(ran) ==
          (is_qpu() ? CL_PROFILING_TARGET_QPU_QUADCL : CL_PROFILING_TARGET_CPU_QUADCL));
    CHECK(values == std::vector<float>(side * side, values.front()));
    return values.front();
  };
  // 2^24 + 1 is no float: if each 1 is added to the old value, all are lost; if they are added up first, all
  // 20 count.
  CHECK(result(1, 2, 1, 1, 0x1p23f) == 0x1p24f);
  // With alpha each product is in range; without it their sum is not.
  CHECK(result(0x1p-100f, 0, 0x1p100f, 0x1p100f, 5) == 20 * 0x1p100f);
}

namespace {

constexpr cl_uint kRows = 300;

/// A product of order kRows on random numbers below 1, as a program with these options computes it. `stored`:
/// what it stores of the sum and of the old element c[at].
std::vector<float> product_with(const std::string& options, const std::string& stored) {
  const Context context = make_context();
  const Queue queue = make_queue(context);
  const std::string source = R"(
    kernel void multiply(uint n, global const float* a, global const float* b, global float* c) {
      const uint i = get_global_id(1), j = get_global_id(0), at = i * n + j;
      float sum = 0;
      for (uint k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[at] = )" + stored + "; }";
  const Program program = make_source_program(context, source.c_str());
  REQUIRE(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "multiply");
  const bool allowed = options.starts_with("-cl-") && options.find("-quadcl") == std::string::npos;
  CHECK(reason(kernel).starts_with("sgemm") == allowed);
  std::mt19937 random(23);
  const auto matrix = [&] {
    std::vector<float> values(std::size_t{kRows} * kRows);
    for (float& value : values) value = static_cast<float>(random()) * 0x1p-32F;
    return make_filled(context, values);
  };
  const Buffer a = matrix(), b = matrix(), c = matrix();
  set_arguments(kernel, kRows, a.get(), b.get(), c.get());
  launch(queue, kernel, kRows, kRows);
  return read_back<float>(queue, c, std::size_t{kRows} * kRows);
}

}  // namespace

TEST_CASE("recognition: another order of sums on the CPU device only where the program allows it",
          "[quadcl]") {
  if (!has_compiler() || is_qpu()) return;
  const std::string stored = GENERATE("sum", "0.75f * (sum - 0.5f * c[at])");
  const std::vector<float> own = product_with("-quadcl-no-recognise", stored);
  CHECK(product_with("", stored) == own);
  for (const std::string option : {"-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
    const std::vector<float> kept = product_with(option + " -quadcl-no-recognise", stored);
    const std::vector<float> found = product_with(option, stored);
    // Each sum is below kRows and has about as many roundings.
    double largest = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      largest = std::max(largest, std::abs(static_cast<double>(found[i]) - kept[i]));
    CHECK(largest <= 2.0 * kRows * kRows * 0x1p-24);
  }
}

TEST_CASE("recognition: alpha times a sum with C is finite where alpha times its parts are not", "[quadcl]") {
  if (!has_compiler()) return;
  const Context context = make_context();
  const Queue queue = make_queue(context);
  const Program program = make_source_program(context, R"(
    kernel void multiply(uint n, float alpha, global const float* a, global const float* b, global float* c) {
      const uint i = get_global_id(1), j = get_global_id(0);
      float sum = 0;
      for (uint k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = alpha * (sum + c[i * n + j]);
    })");
  REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
  const Kernel kernel = make_kernel(program, "multiply");
  if (is_qpu()) CHECK_THAT(reason(kernel), Catch::StartsWith("sgemm_stepwise("));
  constexpr cl_uint kOrder = 16;
  const auto matrix = [&](float value) {
    return make_filled(context, std::vector<float>(kOrder * kOrder, value));
  };
  const Buffer a = matrix(2.5F), b = matrix(2.5F), c = matrix(-99.5F);
  set_arguments(kernel, kOrder, 1e37F, a.get(), b.get(), c.get());
  launch(queue, kernel, kOrder, kOrder);
  // 1e37 * (100 - 99.5), within the bound of docs/builtin-kernels.md.
  for (const float found : read_back<float>(queue, c, kOrder * kOrder))
    CHECK(std::abs(found - 5e36F) <= (kOrder + 3) * 0x1p-23F * 1e37F * 200);
}

TEST_CASE("recognition: the platform lists the extension", "[quadcl]") {
  CHECK_THAT(info_string(query(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS)),
             Catch::Contains(CL_QUADCL_RECOGNITION_EXTENSION_NAME));
}
