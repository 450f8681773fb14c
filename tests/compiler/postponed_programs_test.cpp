// SPDX-License-Identifier: Apache-2.0
// Programs whose kernels are compiled after the build.
#include <catch2/catch.hpp>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

using Catch::Contains;

constexpr const char* kKernels = R"CLC(
constant int table[4] = {2, 3, 5, 7};
int next(int x) { return x + 1; }
kernel void one(global int* o) { o[get_global_id(0)] = next(10); }
kernel void two(global int* o) {
  local int shared[4];
  shared[get_local_id(0)] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = shared[3 - get_local_id(0)] * table[get_local_id(0)];
}
kernel void three(global int* o) { o[get_global_id(0)] = next(next(30)); }
)CLC";

ProgramKind kind_of(const Outcome& outcome) {
  INFO(outcome.log);
  REQUIRE(outcome.status == QUADCL_OK);
  const auto image = read_image(outcome.image);
  REQUIRE(image.ok());
  return image->kind;
}

/// The kernel's results for {0, 1, 2, 3}.
std::vector<int> results(const Outcome& outcome, const std::string& kernel) {
  INFO(outcome.log);
  REQUIRE(outcome.status == QUADCL_OK);
  Program program(std::move(read_image(outcome.image)).value());
  std::vector<int> numbers{0, 1, 2, 3};
  REQUIRE(program.run(kernel, range({4, 1, 1}, {4, 1, 1}), numbers));
  return numbers;
}

std::vector<std::string> names_of(const Outcome& outcome) {
  std::vector<std::string> names;
  const auto image = read_image(outcome.image);
  REQUIRE(image.ok());
  for (const KernelImage& kernel : image->kernels) names.push_back(kernel.name);
  return names;
}

const std::vector<int> kOfOne{11, 11, 11, 11}, kOfTwo{6, 6, 5, 0}, kOfThree{32, 32, 32, 32};

}  // namespace

TEST_CASE("a postponed program names its kernels, and each is compiled by itself") {
  const Outcome built = build_postponed(kKernels);
  CHECK(kind_of(built) == ProgramKind::postponed);
  CHECK(names_of(built) == std::vector<std::string>{"one", "two", "three"});
  const Outcome two = finish(built.image, "two");
  CHECK(kind_of(two) == ProgramKind::executable);
  CHECK(names_of(two) == std::vector<std::string>{"two"});
  CHECK(results(two, "two") == kOfTwo);
  CHECK(results(finish(built.image, "one"), "one") == kOfOne);
  CHECK(results(finish(built.image, "three"), "three") == kOfThree);
}

TEST_CASE("all kernels of a postponed program make the executable of an ordinary build") {
  const Outcome built = build_postponed(kKernels);
  const Outcome all = finish(built.image, "");
  CHECK(names_of(all) == std::vector<std::string>{"one", "two", "three"});
  CHECK(results(all, "one") == kOfOne);
  CHECK(results(all, "two") == kOfTwo);
  CHECK(results(all, "three") == kOfThree);
}

TEST_CASE("only a postponed program can be finished, with a kernel that it has") {
  const Outcome built = build_postponed(kKernels);
  const Outcome missing = finish(built.image, "four");
  CHECK(missing.status == QUADCL_FAILED);
  CHECK_THAT(missing.log, Contains("four"));
  CHECK(finish(build(kKernels).image, "one").status == QUADCL_INVALID_BINARY);
  CHECK(link({built.image}).status == QUADCL_INVALID_BINARY);
}

TEST_CASE("kernels are compiled at once if they are few, share variables, or have more to say") {
  const std::string second = "kernel void b(global int* o) { o[0] = 2; }\n";
  const auto kind = [&](const std::string& source, const std::string& options = "",
                        std::optional<Vectorise> form = {}) {
    return kind_of(build_postponed(source, options, form));
  };
  CHECK(kind(second) == ProgramKind::executable);
  CHECK(kind(second + "kernel void a(global int* o) { o[0] = 1; }") == ProgramKind::postponed);
  CHECK(kind(second + "global int v; kernel void a(global int* o) { o[0] = v++; }", "-cl-std=CL3.0") ==
        ProgramKind::executable);
  CHECK(kind(second + "kernel void a(global int* o) { __asm__(\"nop\"); }") == ProgramKind::executable);
  CHECK(kind(second + "kernel void a(global int* o) { o[0] = 1; }", "", Vectorise::verbose) ==
        ProgramKind::executable);
}

TEST_CASE("errors come from the build, before any kernel is compiled") {
  const Outcome outcome = build_postponed(
      "void missing(global int* o); kernel void a(global int* o) { missing(o); } kernel void b() {}");
  CHECK(outcome.status == QUADCL_FAILED);
  CHECK_THAT(outcome.log, Contains("missing"));
}

TEST_CASE("a kernel that is compiled for a local size has code for QPUs only") {
  const Outcome built = build_postponed(kKernels, "", {}, QpuRules::embedded);
  const std::vector<LaunchFact> facts{0, kIsSize | 16, kIsSize | 1, kIsSize | 1};
  const Outcome two = finish(built.image, "two", facts, QpuRules::embedded);
  CHECK(names_of(two) == std::vector<std::string>{"two"});
  const auto image = read_image(two.image);
  REQUIRE(image.ok());
  CHECK(image->code == nullptr);
  CHECK(image->kernels[0].qpu_code != nullptr);
  CHECK(finish(built.image, "two", facts).status == QUADCL_FAILED);
}
