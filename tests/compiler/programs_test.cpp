// SPDX-License-Identifier: Apache-2.0
// Compiling and linking, builds in several threads, repeated launches.
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
  auto image = read_image(outcome.image);
  REQUIRE(image.ok());
  return Program(std::move(image).value());
}

}  // namespace

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
  CHECK(read_image(library.image)->kind == ProgramKind::library);
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

TEST_CASE("later builds of a process give the same code as the first one") {
  // LLVM's options decide how many accesses of such an array are told apart, and lld resets options.
  const std::string source =
      "kernel void shuffle(global const uint* seeds, global uint* o) {\n"
      "  uchar cards[52];\n"
      "  uint seed = seeds[get_global_id(0)], hash = 0;\n"
      "  for (uchar i = 0; i < 52; ++i) cards[i] = i;\n"
      "  for (uchar i = 51; i > 0; --i) {\n"
      "    seed = seed * 1664525u + 1013904223u;\n"
      "    const uchar j = (seed >> 16) % (i + 1), card = cards[i];\n"
      "    cards[i] = cards[j];\n"
      "    cards[j] = card;\n"
      "  }\n"
      "  for (int i = 0; i < 52; ++i) hash = hash * 53 + cards[i];\n"
      "  o[get_global_id(0)] = hash;\n"
      "}\n";
  const Outcome first = build(source), second = build(source);
  REQUIRE(first.status == QUADCL_OK);
  CHECK(first.image == second.image);
}

TEST_CASE("variables at program scope keep from launch to launch what kernels store") {
  Program program(
      "global int counter = 40;\n"
      "kernel void k(global int* o) { o[get_global_id(0)] = counter; }\n"
      "kernel void bump(void) { counter += 1; }",
      "-cl-std=CL3.0");
  std::vector<int> out(2);
  REQUIRE(program.run("bump", range({1, 1, 1})));
  REQUIRE(program.run("bump", range({1, 1, 1})));
  REQUIRE(program.run("k", range({2, 1, 1}), out));
  CHECK(out == std::vector<int>{42, 42});
}
