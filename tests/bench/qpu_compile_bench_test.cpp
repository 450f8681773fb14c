// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstring>
#include <set>
#include <stdexcept>

#include "bench/qpu_compile/bounds.h"
#include "bench/qpu_compile/vc4cl.h"
#include "qpu/asm/assembler.h"

using namespace qpu_compile_bench;
namespace timing = quadcl::qpu::timing;

namespace {

/// Stores six of its uniforms: local sizes, local ids, the address of the uniforms, and the groups of each
/// dimension. Row `local id` of the array gets them.
constexpr const char* kProgram = R"(
    mov ra0, unif
    mov ra1, unif
    mov rb2, unif
    mov ra3, unif
    mov ra4, unif
    mov ra5, unif
    mov ra6, unif
    mov r0, ra1
    read mutex
    ldi vw_setup, 0x00001a00
    mov vpm, ra0
    mov vpm, ra1
    mov vpm, ra3
    mov vpm, ra4
    mov vpm, ra5
    mov vpm, ra6
    ldi vw_setup, 0x83014000
    ldi vw_setup, 0xc0000000
    and r0, r0, 15
    mul24 r0, r0, 8
    mul24 r0, r0, 3
    add vw_addr, rb2, r0
    read vw_wait
    mov mutex_rel, r0
    thrend
    nop
    nop
)";

/// As VC4C writes it: a kernel `k` with one pointer, whose name and type take a word each.
std::vector<std::uint64_t> module_words() {
  const auto program = quadcl::qpu::assembly::assemble(kProgram, "program");
  REQUIRE(program.ok());
  const std::uint64_t instructions = program.bytes.size() / 8, first = 11;
  const std::uint64_t uniforms = 1u << 1 | 1u << 2 | 1u << 13 | 1u << 14 | 1u << 15 | 1u << 16;
  std::vector<std::uint64_t> words{
      0xdeadbeafdeadbeaf,
      1 | 10 << 10 | 0 << 26,
      first | instructions << 24 | std::uint64_t{1} << 46 | std::uint64_t{1} << 56,
      std::uint64_t{1} << 48,
      uniforms,
      'k',
      4 | 1 << 13 | 1 << 18 | std::uint64_t{5} << 30 | std::uint64_t{2} << 55 | std::uint64_t{1} << 60,
      'a',
      0x2a746e6975,  // uint*
      0,
      0};
  words.resize(first + instructions);
  std::memcpy(&words[first], program.bytes.data(), program.bytes.size());
  return words;
}

std::string bytes_of(const std::vector<std::uint64_t>& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof words[0]};
}

double seconds(const std::vector<Bound>& bounds, const std::string& name) {
  for (const Bound& bound : bounds)
    if (bound.name == name) return bound.seconds;
  throw std::runtime_error("no bound " + name);
}

}  // namespace

TEST_CASE("VC4CL starts a QPU for each work-item of a group, with the uniforms that the code reads") {
  const Vc4cModule module = parse_vc4c_module(bytes_of(module_words()));
  const Case a_case{.arrays = {kernel_bench::Words(6 * 12, 0)},
                    .written = {0},
                    .result = 0,
                    .launches = {{"k", {kernel_bench::BufferArgument{0}}, {24, 3, 1}}}};
  const Score score = run_vc4cl(module, a_case, timing::Parameters(timing::Board::zero), false);
  CHECK(score.problem == "");
  const auto& words = std::get<kernel_bench::Words>(score.arrays[0]);
  std::set<std::uint32_t> addresses;
  for (std::uint32_t item = 0; item < 12; ++item) {
    const std::uint32_t* row = &words[6 * item];
    CHECK(row[0] == 0x1010c);
    CHECK(row[1] == item);
    addresses.insert(row[2]);
    CHECK(row[3] == 2);
    CHECK(row[4] == 3);
    CHECK(row[5] == 1);
  }
  CHECK(addresses.size() == 12);
  CHECK(score.seconds > 0);
}

TEST_CASE("VC4CL refuses groups of more work-items than there are QPUs") {
  const Vc4cModule module = parse_vc4c_module(bytes_of(module_words()));
  const Case a_case{.arrays = {kernel_bench::Words(16, 0)},
                    .result = 0,
                    .launches = {{"k", {kernel_bench::BufferArgument{0}}, {16, 1, 1}, {16, 1, 1}}}};
  CHECK_THROWS_WITH(run_vc4cl(module, a_case, timing::Parameters(timing::Board::zero), false),
                    "work-groups of 16 work-items; VC4CL has 12 at most");
}

TEST_CASE("a binary of VC4C that is cut off is refused") {
  auto words = module_words();
  CHECK_THROWS_WITH(parse_vc4c_module("no binary at all"), "that is no binary of VC4C");
  words.pop_back();
  CHECK_THROWS_WITH(parse_vc4c_module(bytes_of(words)), "the binary of VC4C is cut off");
  words.resize(7);
  CHECK_THROWS_WITH(parse_vc4c_module(bytes_of(words)), "the binary of VC4C is cut off");
}

TEST_CASE("bounds are those of the chip's units") {
  // 250 MHz: 4 ns a clock. 12 QPUs do 4 lanes of each ALU in a clock.
  const timing::Parameters zero(timing::Board::zero);
  const auto issue = [&](const Operations& operations) {
    return seconds(bounds(operations, {}, zero), "issue") * 1e9;
  };
  CHECK(issue({.adds = 4800, .multiplies = 1600}) == Approx(400));
  CHECK(issue({.adds = 1600, .multiplies = 4800}) == Approx(400));
  CHECK(issue({.adds = 4800, .multiplies = 1600, .either = 6400}) == Approx(533.33));
  const auto memory = bounds({.special = 4800, .lookups = 6000}, {.read = 64e3, .written = 4096e3}, zero);
  CHECK(seconds(memory, "SFU") * 1e9 == Approx(4800 / 16 / 3 * 4 * 4));
  CHECK(seconds(memory, "TMU") * 1e9 == Approx(1000 * 1.2 * 4).epsilon(0.01));
  CHECK(seconds(memory, "SDRAM") * 1e6 == Approx(65 * 18));
  CHECK(seconds(memory, "store") * 1e6 == Approx(64 * 14 * 4 + 86 + 28 * 4));
  CHECK(std::string(largest(memory).name) == "store");
}
