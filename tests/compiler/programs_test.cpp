// SPDX-License-Identifier: Apache-2.0
// Building, compiling and linking: what is accepted, what is refused, and what the log says.
#include <catch2/catch.hpp>

#include <atomic>
#include <thread>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Program executable(const Outcome& outcome) {
  INFO(outcome.log);
  REQUIRE(outcome.status == QUADCL_OK);
  auto image = deserialise(outcome.image);
  REQUIRE(image.ok());
  return Program(std::move(image).value());
}

}  // namespace

TEST_CASE("errors and warnings are in the log, with their place") {
  const Outcome bad = build("kernel void k(global int* o) {\n  o[0] = undeclared;\n}");
  CHECK(bad.status == QUADCL_FAILED);
  CHECK(contains(bad.log, "2:10: error: use of undeclared identifier 'undeclared'"));
  CHECK(bad.image.empty());
  const std::string unused = "kernel void k(global int* o) {\n#warning look here\n o[0] = 1; }";
  CHECK(contains(build(unused).log, "2:2: warning: look here"));
  CHECK(build(unused, "-w").log.empty());
  CHECK(build(unused, "-Werror").status == QUADCL_FAILED);
}

TEST_CASE("build options") {
  Program program(
      "kernel void k(global int* o) { o[0] = A + B; o[1] = __OPENCL_C_VERSION__; o[2] = __OPENCL_VERSION__; "
      "}",
      "-D A=40 -DB='(1 + 1)' -cl-std=CL1.1 -cl-mad-enable");
  std::vector<int> out(3);
  REQUIRE(program.run("k", range({1, 1, 1}), out));
  CHECK(out == std::vector<int>{42, 110, 300});
  for (const char* options : {"-nonsense", "-cl-std=CL9.9", "-D", "-D 'open"})
    CHECK(build("kernel void k(void) {}", options).status == QUADCL_INVALID_OPTIONS);
  for (const char* options :
       {"-cl-opt-disable", "-cl-fast-relaxed-math -cl-finite-math-only", "-cl-denorms-are-zero", "-g",
        "-cl-single-precision-constant -cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
        "-cl-fp32-correctly-rounded-divide-sqrt -cl-uniform-work-group-size -cl-std=CL3.0",
        "-cl-std=CL2.0"}) {
    CAPTURE(options);
    Program add("kernel void k(global float* o) { o[get_global_id(0)] += 0.5f; }", options);
    std::vector<float> x{1, 2, 3};
    REQUIRE(add.run("k", range({3, 1, 1}), x));
    CHECK(x == std::vector<float>{1.5f, 2.5f, 3.5f});
  }
}

TEST_CASE("what a kernel's arguments are") {
  Program program(
      "typedef struct { long x; } S;\n"
      "kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(4, 1, 1)))\n"
      "void k(global const float* restrict a, constant int* b, local volatile uint4* c, float4 d, S e) {}");
  const KernelImage& kernel = program.kernel("k");
  REQUIRE(kernel.arguments.size() == 5);
  const auto& a = kernel.arguments[0];
  CHECK((a.name == "a" && a.type_name == "float*" && a.address == AddressQualifier::global));
  CHECK((a.is_const && a.is_restrict && !a.is_volatile && a.size == 0));
  CHECK(kernel.arguments[1].address == AddressQualifier::constant);
  CHECK((kernel.arguments[2].address == AddressQualifier::local && kernel.arguments[2].is_volatile));
  CHECK((kernel.arguments[3].type_name == "float4" && kernel.arguments[3].size == 16));
  CHECK((kernel.arguments[4].type_name == "S" && kernel.arguments[4].size == 8));
  CHECK(kernel.attributes == "vec_type_hint(float4) work_group_size_hint(4,1,1)");
}

TEST_CASE("compile with embedded headers, then link") {
  const Outcome main_part =
      compile("#include \"lib/twice.h\"\nkernel void k(global int* o) { o[0] = twice(N); }", "-DN=21",
              {{"lib/twice.h", "int twice(int x);"}});
  INFO(main_part.log);
  REQUIRE(main_part.status == QUADCL_OK);
  const Outcome part = compile("int twice(int x) { return 2 * x; }");
  REQUIRE(part.status == QUADCL_OK);
  Program program = executable(link({main_part.image, part.image}));
  std::vector<int> out(1);
  REQUIRE(program.run("k", range({1, 1, 1}), out));
  CHECK(out[0] == 42);

  const Outcome library = link({part.image}, "-create-library");
  REQUIRE(library.status == QUADCL_OK);
  CHECK(deserialise(library.image)->kind == ProgramKind::library);
  executable(link({main_part.image, library.image}));

  const Outcome missing = link({main_part.image});
  CHECK(missing.status == QUADCL_FAILED);
  CHECK(contains(missing.log, "undefined function 'twice'"));
  CHECK(link({part.image, part.image, main_part.image}).status == QUADCL_FAILED);  // defined twice
}

TEST_CASE("executables and damaged objects cannot be linked") {
  const Outcome program = build("kernel void k(void) {}");
  REQUIRE(program.status == QUADCL_OK);
  CHECK(link({program.image}).status == QUADCL_INVALID_BINARY);
  auto object = compile("int f(void) { return 1; }").image;
  object[object.size() / 2] ^= std::byte{1};
  CHECK(link({object}).status == QUADCL_INVALID_BINARY);
}

TEST_CASE("threads build at once, good programs beside bad ones") {
  std::atomic<int> good = 0, bad = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 3; ++i) {
        const std::string value = std::to_string(10 * t + i);
        good += build("kernel void k(global int* o) { o[0] = " + value + "; }").status == QUADCL_OK;
        const Outcome failed = build("kernel void k(global int* o) { o[0] = x" + value + "; }");
        bad += failed.status == QUADCL_FAILED && contains(failed.log, "'x" + value + "'");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == 12);
  CHECK(bad == 12);
}
