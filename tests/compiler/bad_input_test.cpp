// SPDX-License-Identifier: Apache-2.0
// Extreme and broken programs: they fail with a log, or they build and compute correctly.
#include <catch2/catch.hpp>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

using Catch::Contains;

std::string repeat(const std::string& text, unsigned count) {
  std::string all;
  for (unsigned i = 0; i < count; ++i) all += text;
  return all;
}

/// The text once for each number, which replaces @.
std::string for_each_number(unsigned count, const std::string& text) {
  std::string all;
  for (unsigned i = 0; i < count; ++i) {
    for (const char c : text) all += c == '@' ? std::to_string(i) : std::string(1, c);
  }
  return all;
}

/// Builds a kernel with this body and checks o[0] and o[1], which start as 5 and 3.
void check(const std::string& body, const std::vector<std::uint32_t>& expected) {
  Program program("kernel void k(global uint* o, uint n) { uint i = get_global_id(0);\n" + body + "}");
  std::vector<std::uint32_t> out{5, 3};
  REQUIRE(program.run("k", range({2, 1, 1}, {2, 1, 1}), out, std::uint32_t{7}));
  CHECK(out == expected);
}

std::string failure(const std::string& source) {
  const Outcome outcome = build(source);
  CHECK(outcome.status == QUADCL_FAILED);
  CHECK(outcome.image.empty());
  return outcome.log;
}

}  // namespace

TEST_CASE("no text") {
  CHECK(build("").status == QUADCL_OK);
  CHECK_THAT(failure(std::string("\0\x01\xff garbage", 11)), Contains("error"));
  CHECK_THAT(failure(std::string(100000, '"')), Contains("error"));
}

TEST_CASE("nesting without end", "[lost]") {
  const auto kernel = [](const std::string& body) { return "kernel void k(global int* o) {" + body + "}"; };
  const unsigned n = 200000;
  CHECK_THAT(failure(kernel("o[0] = " + repeat("(", n) + "1" + repeat(")", n) + ";")), Contains("nesting"));
  CHECK_THAT(failure(kernel(repeat("{", n) + repeat("}", n))), Contains("nesting"));
  CHECK_THAT(failure(kernel(repeat("if (o[0]) {", n) + repeat("}", n))), Contains("nesting"));
  const Outcome self = compile("#include \"a.h\"\n", "", {{"a.h", "#include \"a.h\"\n"}});
  CHECK(self.status == QUADCL_FAILED);
  CHECK_THAT(self.log, Contains("nested too deeply"));
  CHECK_FALSE(failure(kernel("o[0] = " + repeat("-~", n) + "1 +;")).empty());
}

TEST_CASE("a few macros that stand for more than there is memory", "[lost]") {
  std::string macros = "#define A0 1 + 1\n";
  for (unsigned i = 1; i < 12; ++i)
    macros += "#define A" + std::to_string(i) + " " + repeat("A" + std::to_string(i - 1) + " + ", 7) + "A" +
              std::to_string(i - 1) + "\n";
  CHECK_THAT(failure(macros + "kernel void k(global int* o) { o[0] = A11; }"), Contains("too long"));
}

#ifndef __SANITIZE_ADDRESS__  // the memory of LLVM's shared library is not counted
TEST_CASE("programs that take more memory than a build may have", "[lost]") {
  // The arguments of macros are expanded before any token comes out.
  CHECK_THAT(failure("#define F(x) x x x x x x x x\nkernel void k(global int* o) { " + repeat("F(", 9) +
                     "++o[0];" + repeat(")", 9) + " }"),
             Contains("too much memory"));
  const std::string huge = std::to_string(std::uint64_t{1} << 45);
  CHECK_THAT(
      failure("constant char a[" + huge + "] = {1}; kernel void k(global char* o) { o[0] = a[o[1]]; }"),
      Contains("too much memory"));
  CHECK(build("kernel void k(global int* o) { o[0] = 1; }").status == QUADCL_OK);  // the process goes on
}
#endif

TEST_CASE("pragmas that make clang crash or hang are ignored") {
  check(
      "_Pragma(\"clang __debug overflow_stack\") _Pragma(\"clang __debug crash\")\n"
      "_Pragma(\"clang __debug llvm_unreachable\") o[i] += n;",
      {12, 10});
}

TEST_CASE("functions that double with each call, and have to be inlined") {
  std::string functions = "void f0(global int* o, int x) { o[x] += o[x * 3] + 1; barrier(0); }\n";
  for (unsigned i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    functions += "void f" + std::to_string(i) + "(global int* o, int x) { " + before + "(o, x); " + before +
                 "(o, x + 1); }\n";
  }
  CHECK_THAT(failure(functions + "kernel void k(global int* o) { f39(o, 0); }"), Contains("too large"));
}

TEST_CASE("a kernel of more statements than are bearable") {
  CHECK_THAT(failure("kernel void k(global int* o) { " + repeat("o[o[0]] = o[1] * 3 + o[2];", 150000) + " }"),
             Contains("a function is too large"));
}

TEST_CASE("a kernel of very many statements") {
  const unsigned count = 20000;
  std::string body = "uint r = o[i];\n";
  std::vector<std::uint32_t> expected{5, 3};
  for (unsigned j = 0; j < count; ++j) {
    const std::string factor = std::to_string(2 * j + 1), bits = std::to_string(j % 31);
    body += "r = r * " + factor + " ^ (r >> " + bits + ");\n";
    for (std::uint32_t& r : expected) r = r * (2 * j + 1) ^ (r >> (j % 31));
  }
  check(body + "o[i] = r;", expected);
}

TEST_CASE("a sum of very many terms") {
  const unsigned count = 60000;
  std::string terms;
  for (unsigned i = 0; i < count; ++i) terms += " + o[" + std::to_string(i) + "]";
  Program program("kernel void k(global uint* o, global uint* sum) { sum[0] = 0" + terms + "; }");
  std::vector<std::uint32_t> numbers(count), sum{0};
  for (std::uint32_t i = 0; i < count; ++i) numbers[i] = 3 * i;
  REQUIRE(program.run("k", range({1, 1, 1}), numbers, sum));
  CHECK(sum[0] == static_cast<std::uint32_t>(std::uint64_t{3} * count * (count - 1) / 2));
}

TEST_CASE("a switch of very many cases") {
  const std::string cases = for_each_number(8000, "case @: o[i] += @ * 3 + n; break;\n");
  check("switch (o[i] * 1001) {" + cases + "}", {5 + 3 * 5005 + 7, 3 + 3 * 3003 + 7});
}

TEST_CASE("very many branches, one after the other and one in the other") {
  check(for_each_number(8000, "if ((n & @) == 0) o[i] += @ ^ n;\n"), [] {
    std::vector<std::uint32_t> out{5, 3};
    for (std::uint32_t j = 0; j < 8000; ++j) {
      for (std::uint32_t& x : out) x += (7 & j) == 0 ? j ^ 7 : 0;
    }
    return out;
  }());
  check(for_each_number(1500, "if (o[i] == @) o[i] = @ + n; else\n") + "o[i] = 0;", {12, 10});
  check(for_each_number(200, "if (n + i > @ - 200) { o[i] += @;\n") + repeat("}", 200), {5, 3});
  check(for_each_number(200, "if (n + i < @ + 9) { o[i] += @;\n") + repeat("}", 200), {5 + 19900, 3 + 19900});
}

TEST_CASE("very many values that live across a barrier, and very many barriers") {
  const std::string values = for_each_number(5000, "uint v@ = o[i] * @;\n");
  check(values + "barrier(CLK_GLOBAL_MEM_FENCE);\n" + for_each_number(5000, "o[i] += v@;\n"), [] {
    const std::uint32_t sum = 5000 * 4999 / 2;
    return std::vector<std::uint32_t>{5 + 5 * sum, 3 + 3 * sum};
  }());
  const std::string exchanges = for_each_number(100,
                                                "barrier(CLK_GLOBAL_MEM_FENCE); x = o[i ^ 1] + @;\n"
                                                "barrier(CLK_GLOBAL_MEM_FENCE); o[i] = x;\n");
  check("uint x;\n" + exchanges, {5 + 100 * 99 / 2, 3 + 100 * 99 / 2});
}

TEST_CASE("arrays with very many initial values") {
  check("uint t[20000] = {" + for_each_number(20000, "n + @,") + "}; o[i] = t[o[i] * 1000];", {5007, 3007});
  Program program("constant uint t[] = {" + for_each_number(200000, "@ * 3,") +
                  "}; kernel void k(global uint* o) { o[0] = t[o[0]]; }");
  std::vector<std::uint32_t> out{123456};
  REQUIRE(program.run("k", range({1, 1, 1}), out));
  CHECK(out[0] == 3 * 123456);
}

TEST_CASE("loops to be unrolled a million times") {
  check(
      "\n#pragma unroll\nfor (uint a = 0; a < 1000; ++a)\n#pragma unroll\n"
      "for (uint b = 0; b < 1000; ++b) o[i] += a ^ b * n;",
      [] {
        std::vector<std::uint32_t> out{5, 3};
        for (std::uint32_t a = 0; a < 1000; ++a) {
          for (std::uint32_t b = 0; b < 1000; ++b) {
            for (std::uint32_t& x : out) x += a ^ b * 7;
          }
        }
        return out;
      }());
}
