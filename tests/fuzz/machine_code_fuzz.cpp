// SPDX-License-Identifier: Apache-2.0

// Any machine code, uniforms and number of QPUs: a job ends within its limit, with the same result on every
// engine, with and without observers.
//
// Input: a byte each for the QPUs, the flags below and the number of uniforms, one that is not used; the
// uniforms; the code.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/isa/instruction.h"
#include "qpu/isa/tables.h"

namespace {

namespace isa = quadcl::qpu::isa;
namespace field = isa::field;
using namespace quadcl::qpu::emulator;
using quadcl::BusAddress;

constexpr std::uint32_t kCode = 0x40000000, kUniforms = 0x50000000, kData = 0x60000000;
constexpr std::uint32_t kDataWords = 8192;
constexpr std::uint64_t kLimit = 3000;
constexpr std::size_t kHeader = 4;

/// Flags of an input.
constexpr unsigned kTame = 1;   ///< replace words that would fault at once
constexpr unsigned kStale = 2;  ///< run with stale caches, too

struct Input {
  unsigned qpus = 1;
  unsigned flags = 0;
  std::vector<std::uint32_t> uniforms;
  std::vector<std::uint64_t> code;
};

template <typename Word>
std::vector<Word> words(const std::uint8_t* data, std::size_t bytes) {
  std::vector<Word> result(bytes / sizeof(Word));
  if (!result.empty()) std::memcpy(result.data(), data, result.size() * sizeof(Word));
  return result;
}

/// Registers of the 3D pipeline become r0 or the next address that is none.
unsigned tame_write(unsigned address) { return address >= 41 && address <= 47 ? address - 9 : address; }
unsigned tame_read(unsigned address) {
  return address == 35 || address == 41 || address == 42 ? 38 : address;
}

/// A word without the parts that always fault, so that a program runs more than a few instructions.
std::uint64_t tame(std::uint64_t word) {
  isa::Instruction i(word);
  if (isa::info(i.signal()).rendering_only || i.signal() == isa::Signal::breakpoint)
    i.set(field::signal, isa::Signal::none);
  if (i.signal() == isa::Signal::branch) {
    // A short distance, to an address with code.
    if (isa::info(i.branch_condition()).reserved)
      i.set(field::branch_condition, isa::BranchCondition::always);
    const auto distance = static_cast<std::int32_t>(i.immediate() % 64) - 32;
    i.set(field::branch_relative, 1).set(field::branch_register, 0);
    i.set(field::immediate, static_cast<std::uint32_t>(distance * 8));
  }
  i.set(field::waddr_add, tame_write(i.waddr_add())).set(field::waddr_mul, tame_write(i.waddr_mul()));
  if (i.signal() == isa::Signal::load_immediate) {
    // Three of four immediates become addresses of data; the others stay.
    if (i.encoding_class() == isa::EncodingClass::reserved)
      i.set(field::immediate_type, isa::ImmediateType::word);
    if (i.immediate() % 4 != 0) i.set(field::immediate, kData + i.immediate() % (4 * kDataWords));
  } else if (i.is_alu()) {
    if (isa::info(i.op_add()).reserved()) i.set(field::op_add, isa::AddOp::fadd);
    i.set(field::raddr_a, tame_read(i.raddr_a()));
    if (i.signal() != isa::Signal::small_immediate) i.set(field::raddr_b, tame_read(i.raddr_b()));
  }
  return i.word();
}

Input parse(const std::uint8_t* data, std::size_t size) {
  Input input;
  if (size < kHeader) return input;
  input.qpus = 1 + data[0] % quadcl::qpu::kQpus;
  input.flags = data[1];
  const std::size_t uniform_bytes = std::min<std::size_t>(4 * std::size_t{data[2]}, size - kHeader);
  input.uniforms = words<std::uint32_t>(data + kHeader, uniform_bytes);
  input.code = words<std::uint64_t>(data + kHeader + uniform_bytes, size - kHeader - uniform_bytes);
  if ((input.flags & kTame) == 0) return input;
  for (std::uint64_t& word : input.code) word = tame(word);
  for (std::uint32_t& uniform : input.uniforms) {
    if (uniform % 4 != 0) uniform = kData + uniform % (4 * kDataWords);
  }
  return input;
}

/// Everything observable about a job.
struct Seen {
  std::string error;
  std::vector<std::uint64_t> instructions;
  std::uint32_t interrupts = 0;
  std::vector<std::uint32_t> data;
  bool operator==(const Seen&) const = default;
};

struct Watching {
  CacheMode caches = CacheMode::off;
  bool rules = false;
};

Seen run(const Input& input, const Engine& engine, Watching watching) {
  std::vector<std::uint32_t> data(kDataWords);
  for (std::uint32_t i = 0; i < kDataWords; ++i) data[i] = i * 0x9e3779b9u;
  std::vector<std::uint64_t> code = input.code;
  std::vector<std::uint32_t> uniforms = input.uniforms;
  BusMap map;
  const auto add = [&](std::uint32_t bus, auto& memory) {
    if (memory.empty()) return;
    map.add({BusAddress(bus), static_cast<std::uint32_t>(memory.size() * sizeof memory[0]),
             reinterpret_cast<std::byte*>(memory.data())});
  };
  add(kCode, code);
  add(kUniforms, uniforms);
  add(kData, data);

  FindingList findings;
  RuleChecker checker(findings, {.unwritten = true});
  Machine machine(engine);
  machine.model_caches(watching.caches, &findings);
  const std::vector<quadcl::qpu::QpuProgram> programs(input.qpus, {BusAddress(kCode), BusAddress(kUniforms)});
  RunOptions options;
  options.instruction_limit = kLimit;
  if (watching.rules) options.observer = &checker;
  const RunOutcome outcome = machine.run(programs, map, options);

  for (const FindingList::Entry& entry : findings.entries()) {
    if (to_string(entry.finding).empty()) std::abort();
  }
  Seen seen;
  if (outcome.error) seen.error = outcome.error->message;
  for (const QpuState& qpu : outcome.qpus) seen.instructions.push_back(qpu.instructions);
  seen.interrupts = outcome.host_interrupts;
  seen.data = std::move(data);
  if (outcome.instructions() > kLimit) std::abort();
  return seen;
}

void expect_same(const Seen& expected, const Seen& seen, const char* what) {
  if (expected == seen) return;
  std::fprintf(stderr, "%s differs:\n%s\n%s\n", what, expected.error.c_str(), seen.error.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Input input = parse(data, size);
  const Seen expected = run(input, *engines().front(), {});
  for (const Engine* engine : engines()) {
    if (engine->usable()) expect_same(expected, run(input, *engine, {}), "another engine");
  }
  Engine eager = default_engine();
  if (eager.translate_after > 0) eager.translate_after = 1;
  expect_same(expected, run(input, eager, {}), "translation at once");
  expect_same(expected, run(input, default_engine(), {CacheMode::report, true}), "a watched run");
  if ((input.flags & kStale) != 0) run(input, default_engine(), {CacheMode::stale, true});
  return 0;
}
