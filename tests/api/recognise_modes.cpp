// SPDX-License-Identifier: Apache-2.0
// Values of QUADCL_RECOGNISE: each test runs in its own environment, on the QPU device or, with a tag that
// says so, on the CPU device.
#include <CL/cl_ext_quadcl.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kernels.h"
#include "messages.h"
#include "programs.h"

using namespace api;

namespace {

constexpr const char* kSource = R"(
kernel void multiply(uint n, global const float* a, global const float* b, global float* c) {
  const uint i = get_global_id(1), j = get_global_id(0);
  float sum = 0;
  for (uint k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}
kernel void farthest(uint n, global const float* a, global const float* b, global float* c) {
  const uint i = get_global_id(1), j = get_global_id(0);
  float most = 0;
  for (uint k = 0; k < n; ++k) most = fmax(most, a[i * n + k] * b[k * n + j]);
  c[i * n + j] = most;
}
)";
constexpr cl_uint kSide = 20;

struct Bench : NotedContext {
  Queue queue = make_queue(context, CL_QUEUE_PROFILING_ENABLE);
  Program program = make_source_program(context, kSource);

  explicit Bench(const char* options = "") {
    REQUIRE(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr) == CL_SUCCESS);
  }

  std::string build_log() const {
    return info_string(query(clGetProgramBuildInfo, program.get(), device(), CL_PROGRAM_BUILD_LOG));
  }
};

cl_profiling_target_quadcl target(cl_kernel kernel) {
  return info<cl_profiling_target_quadcl>(query(clGetKernelInfo, kernel, CL_KERNEL_TARGET_QUADCL));
}

std::string reason(cl_kernel kernel) {
  return info_string(query(clGetKernelInfo, kernel, CL_KERNEL_RECOGNITION_QUADCL));
}

/// The value of all elements of A and B; C is their product.
struct Product {
  float a = 2, b = 3;
  std::size_t offset = 0;  ///< global
  cl_profiling_target_quadcl ran_on = 0;
  std::vector<float> c;

  void run(const Bench& bench, cl_kernel kernel) {
    const std::size_t elements = kSide * kSide;
    const Buffer left = make_filled(bench.context, std::vector<float>(elements, a)),
                 right = make_filled(bench.context, std::vector<float>(elements, b)),
                 result = make_filled(bench.context, std::vector<float>(elements, -1));
    set_arguments(kernel, kSide, left.get(), right.get(), result.get());
    const std::size_t global[] = {kSide - offset, kSide}, first[] = {offset, 0};
    Event event;
    REQUIRE(clEnqueueNDRangeKernel(bench.queue, kernel, 2, first, global, nullptr, 0, nullptr, event.out()) ==
            CL_SUCCESS);
    REQUIRE(clWaitForEvents(1, event.list()) == CL_SUCCESS);
    ran_on = info<cl_profiling_target_quadcl>(
        query(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_TARGET_QUADCL));
    c = read_back<float>(bench.queue, result, elements);
  }
};

/// Checks that there are exactly this many messages after all commands are complete.
std::vector<std::string> messages_of(Bench& bench, std::size_t count) {
  REQUIRE(clFinish(bench.queue) == CL_SUCCESS);
  return bench.messages.await(count);
}

std::string log_text() {
  const char* path = std::getenv("QUADCL_LOG");
  REQUIRE(path != nullptr);
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("QUADCL_RECOGNISE: on runs products on the QPUs and says nothing", "[on]") {
  Bench bench;
  CHECK(bench.build_log().empty());
  const Kernel kernel = make_kernel(bench.program, "multiply");
  CHECK(target(kernel) == CL_PROFILING_TARGET_QPU_QUADCL);
  Product product;
  product.run(bench, kernel);
  CHECK(product.ran_on == CL_PROFILING_TARGET_QPU_QUADCL);
  CHECK(product.c == std::vector<float>(kSide * kSide, 6 * kSide));
  CHECK(messages_of(bench, 0).empty());
}

TEST_CASE("CL_KERNEL_RECOGNITION_QUADCL: a transpose of other elements says what they are", "[on]") {
  struct Row {
    const char *type, *part, *reason;
  };
  const Row rows[] = {
      {"ushort", "", "its elements have 2 bytes"},        {"uint4", "", "its elements have 16 bytes"},
      {"double2", "", "its elements have 16 bytes"},      {"uchar3", "", "parts of 1 bytes"},
      {"uint2", ".x", "it keeps a part of each element"},
  };
  const Context context = make_context();
  for (const Row& row : rows) {
    const std::string type = row.type, part = row.part;
    const std::string source = "kernel void turn(global const " + type + "* in, global " + type +
                               "* out, uint n) {\n"
                               "  const uint x = get_global_id(0), y = get_global_id(1);\n"
                               "  out[x * n + y]" +
                               part + " = in[y * n + x]" + part + ";\n}\n";
    const Program program = make_source_program(context, source.c_str());
    REQUIRE(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS);
    const Kernel kernel = make_kernel(program, "turn");
    INFO(source);
    CHECK_THAT(reason(kernel), Catch::Contains(row.reason));
  }
}

TEST_CASE("CL_KERNEL_RECOGNITION_QUADCL: a reason names the line and what stands there", "[on]") {
  struct Row {
    const char *loop, *reason;
    bool at_store = false;
  };
  const Row rows[] = {
      {"for (uint k = 0; k < n; ++k) sum += fabs(a[k] - b[k]);", "it calls"},
      {"for (uint k = 0; k * k < n; ++k) sum += a[i * n + k] * b[k * n + j];", "not linear"},
      {"for (uint k = 0; k + 2 < n; ++k) sum += a[i * n + 3 * k] * b[k * n];", "the output repeats itself",
       true},
      {"for (uint k = 0; k < n; k += 4) sum += a[i * n + k] * b[k * n + j];",
       "rows and columns are both apart", true},
  };
  const Context context = make_context();
  for (const Row& row : rows) {
    const std::string source =
        "kernel void sums(uint n, global const float* a, global const float* b, global float* c) {\n"
        "  const uint i = get_global_id(1), j = get_global_id(0);\n"
        "  float sum = 0;\n"
        "  " +
        std::string(row.loop) +
        "\n"
        "  c[i * n + j] = sum;\n"
        "}\n";
    const Program program = make_source_program(context, source.c_str());
    REQUIRE(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS);
    const std::string found = reason(make_kernel(program, "sums"));
    CHECK_THAT(found, Catch::Contains(row.reason));
    const bool of_store = found.find("(line 5: `c[i * n + j] = sum;`)") != std::string::npos;
    const bool of_loop = found.find("(line 4: `" + std::string(row.loop) + "`)") != std::string::npos;
    INFO(found);
    CHECK((of_loop || of_store));
    CHECK(of_store == row.at_store);
  }
}

TEST_CASE("QUADCL_RECOGNISE: off leaves them on the CPU", "[off]") {
  Bench bench;
  CHECK(bench.build_log().empty());
  const Kernel kernel = make_kernel(bench.program, "multiply");
  CHECK(target(kernel) == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK_THAT(reason(kernel), Catch::Contains("QUADCL_RECOGNISE=off"));
  Product product;
  product.run(bench, kernel);
  CHECK(product.ran_on == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(product.c == std::vector<float>(kSide * kSide, 6 * kSide));
}

TEST_CASE("QUADCL_RECOGNISE: verbose puts into build logs what is recognised and why not", "[verbose]") {
  Bench bench;
  const Kernel multiply = make_kernel(bench.program, "multiply"),
               farthest = make_kernel(bench.program, "farthest");
  CHECK_THAT(reason(multiply), Catch::StartsWith("sgemm(trans_a = 0, trans_b = 0, m = "));
  CHECK(target(farthest) == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK_FALSE(reason(farthest).empty());
  CHECK(bench.build_log() == "kernel 'multiply' is " + reason(multiply) +
                                 "\nkernel 'farthest' is not recognised: " + reason(farthest) + "\n");
}

TEST_CASE("QUADCL_RECOGNISE: verbose says why a launch of a recognised kernel ran on the CPU", "[verbose]") {
  Bench bench;
  const Kernel kernel = make_kernel(bench.program, "multiply");
  Product product{.offset = 4};
  product.run(bench, kernel);
  CHECK(product.ran_on == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK_THAT(log_text(),
             Catch::Contains("kernel 'multiply' runs on the CPU: the launch has a global offset"));
}

TEST_CASE("QUADCL_RECOGNISE: verbose says nothing of a program built with -quadcl-no-recognise",
          "[verbose]") {
  Bench bench("-quadcl-no-recognise");
  CHECK(bench.build_log().empty());
  const Kernel kernel = make_kernel(bench.program, "multiply");
  CHECK(target(kernel) == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(reason(kernel) == "recognition was not asked for");
}

TEST_CASE("QUADCL_RECOGNISE: verify is silent where QPUs and CPU agree", "[verify]") {
  Bench bench;
  const Kernel kernel = make_kernel(bench.program, "multiply");
  Product product{.a = 0.1F, .b = 0.7F};
  product.run(bench, kernel);
  CHECK(product.ran_on == CL_PROFILING_TARGET_QPU_QUADCL);
  CHECK(messages_of(bench, 0).empty());
}

// The QPUs treat factors below the normal range as 0: docs/builtin-kernels.md.
TEST_CASE("QUADCL_RECOGNISE: verify tells of a result that is wrong, and keeps the CPU's", "[verify]") {
  Bench bench;
  const Kernel kernel = make_kernel(bench.program, "multiply");
  constexpr float kDenormal = 0x1p-130F, kLarge = 0x1p100F;
  Product product{.a = kDenormal, .b = kLarge};
  product.run(bench, kernel);
  const auto messages = messages_of(bench, 1);
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages[0],
             Catch::Contains("'multiply'") && Catch::Contains("sgemm") && Catch::Contains("byte 0"));
  CHECK(product.c == std::vector<float>(kSide * kSide, kSide * 0x1p-30F));
}

TEST_CASE("QUADCL_RECOGNISE: verify lets launches that are none for the QPUs run as they are", "[verify]") {
  Bench bench;
  const Kernel kernel = make_kernel(bench.program, "multiply");
  Product product{.a = 0x1p-130F, .b = 0x1p100F, .offset = 4};
  product.run(bench, kernel);
  CHECK(product.ran_on == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(messages_of(bench, 0).empty());
  CHECK(product.c[0] == -1);
  CHECK(product.c[kSide - 1] == kSide * 0x1p-30F);
}

TEST_CASE("QUADCL_RECOGNISE: another value is reported to the context, and means on", "[wrong]") {
  Bench bench;
  const auto messages = messages_of(bench, 1);
  REQUIRE(messages.size() == 1);
  CHECK_THAT(messages[0], Catch::Contains("QUADCL_RECOGNISE") && Catch::Contains("perhaps"));
  CHECK_THAT(log_text(), Catch::Contains("QUADCL_RECOGNISE"));
  CHECK(target(make_kernel(bench.program, "multiply")) == CL_PROFILING_TARGET_QPU_QUADCL);
}

TEST_CASE("QUADCL_RECOGNISE: verbose says why a launch on the CPU device is not that of BLAS",
          "[cpu-verbose]") {
  Bench bench("-cl-fast-relaxed-math");
  const Kernel kernel = make_kernel(bench.program, "multiply");
  CHECK_THAT(bench.build_log(), Catch::StartsWith("kernel 'multiply' is sgemm("));
  const std::string earlier = log_text();  // of other runs: the log is appended to
  Product whole;
  whole.run(bench, kernel);
  CHECK(whole.ran_on == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(whole.c == std::vector<float>(kSide * kSide, 6 * kSide));
  CHECK(log_text() == earlier);
  Product part{.offset = 4};
  part.run(bench, kernel);
  CHECK(part.c[0] == -1);
  CHECK(part.c[4] == 6 * kSide);
  CHECK(log_text() == earlier + "quadcl: kernel 'multiply' runs as it is: the launch has a global offset\n");
}

TEST_CASE("QUADCL_RECOGNISE: verify is silent where BLAS and the kernel agree", "[cpu-verify]") {
  Bench bench("-cl-unsafe-math-optimizations");
  const Kernel kernel = make_kernel(bench.program, "multiply");
  Product product{.a = 0.1F, .b = 0.7F};
  product.run(bench, kernel);
  CHECK(product.ran_on == CL_PROFILING_TARGET_CPU_QUADCL);
  CHECK(messages_of(bench, 0).empty());
}
