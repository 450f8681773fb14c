// SPDX-License-Identifier: Apache-2.0
// By hand: changes instructions of compiled kernels that run, one at a time, and counts the changes that
// nothing notices: not the checks of qpu-check, not the emulator with its rules, and not the results. Ends
// with 0 if the unchanged kernels run.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>

#include "core/launch/launch.h"
#include "core/qpu_code.h"
#include "qpu/asm/checks/checker.h"
#include "qpu/asm/printing/disassembler.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/isa/instruction.h"
#include "qpu/kernels/jobs.h"
#include "tools/compiler_path.h"
#include "tools/qpu_build.h"
#include "tools/selftest_kernels.h"

namespace {

using namespace quadcl;
namespace field = qpu::isa::field;

/// Code has parts for many rows, for few, and for the last one. The least that fails ends a mutant's trial.
constexpr std::uint32_t kSizes[] = {5, 37, 90, 300, 301, 1600};
constexpr std::uint64_t kMostInstructions = 3'000'000;

/// Beside those of the doctor's selftest, and with the same arguments.
constexpr const char* kSource = R"(
kernel void sums(global const uint* in, global uint* out, uint n) {
  const uint i = get_global_id(0);
  out[i] = in[i] + n;
}
kernel void wide(global const uint* in, global uint* out, uint n) {
  const uint i = get_global_id(0);
  const ulong x = (ulong)in[i] << 20 | i;
  vstore2((uint2)((uint)(x / (in[(i + 1) % n] >> 9 | 1)), (uint)(x >> (i & 31))), i, out);
}
kernel void loops(global const uint* in, global uint* out, uint n) {
  const uint i = get_global_id(0);
  uint sum = 0;
  for (uint j = 0; j < (in[i] & 7); ++j) {
    for (uint k = j; k < (i & 3) + 2; ++k) sum = sum * 31 + in[(i + k) % n];
    if ((sum & 15) == 3) continue;
    if ((sum & 63) == 9) break;
    sum ^= j;
  }
  if (i & 1) out[i * 2] = sum;
}
)";

struct Run {
  bool ends = false;
  std::vector<std::byte> memory;  ///< of both buffers
  bool operator==(const Run&) const = default;
};

/// A new emulator for each run: what a mutant writes where it must not, it writes for itself.
Run run(const KernelImage& kernel, std::uint32_t items) {
  Run result;
  const auto executor = qpu::make_emulator_executor(
      {.memory_bytes = 1 << 20, .caches = qpu::emulator::CacheMode::stale, .checks = qpu::RuleChecks::error});
  if (!executor.ok()) return result;
  qpu::BusMemory& memory = (*executor)->memory();
  auto in = memory.allocate(4 * items, 64), out = memory.allocate(8 * items, 64);
  std::mt19937 random(1);
  for (const Memory* buffer : {in->get(), out->get()})
    for (std::size_t i = 0; i < buffer->range().size / 4; ++i) {
      const auto word = static_cast<std::uint32_t>(random());
      std::memcpy(buffer->range().host + 4 * i, &word, sizeof word);
    }
  ValueArgument count(sizeof items);
  std::memcpy(count.data(), &items, sizeof items);
  const LaunchRequest request{
      &kernel, {(*in)->range(), (*out)->range(), count}, {1, {0, 0, 0}, {items, 1, 1}, {}}};
  const qpu::JobContext context{
      .executor = **executor, .code = BusAddress(0), .instruction_limit = kMostInstructions};
  result.ends = qpu::run_compiled(request, context).ok();
  for (const Memory* buffer : {in->get(), out->get()})
    result.memory.insert(result.memory.end(), buffer->range().host,
                         buffer->range().host + buffer->range().size);
  return result;
}

/// A copy for one run: the code that has been loaded belongs to the emulator of another.
KernelImage with_words(const tools::QpuBuild& build, const std::string& name,
                       const std::optional<std::vector<std::uint64_t>>& words) {
  ProgramImage program = std::move(build.program()).value();
  KernelImage kernel = *std::ranges::find(program.kernels, name, &KernelImage::name);
  if (words) std::const_pointer_cast<QpuCode>(kernel.qpu_code)->words = *words;
  return kernel;
}

/// The fields of an ALU instruction that mean something.
std::vector<qpu::isa::Field> used_fields(qpu::isa::Instruction word) {
  constexpr unsigned kReadsA = 6, kReadsB = 7;
  std::vector<qpu::isa::Field> fields;
  const auto add = [&](std::initializer_list<qpu::isa::Field> more) { fields.insert(fields.end(), more); };
  if (word.op_add() != qpu::isa::AddOp::nop)
    add({field::op_add, field::waddr_add, field::cond_add, field::add_a, field::add_b});
  if (word.op_mul() != qpu::isa::MulOp::nop)
    add({field::waddr_mul, field::cond_mul, field::mul_a, field::mul_b});
  const auto reads = [&](unsigned file) {
    return std::ranges::any_of(fields, [&](const qpu::isa::Field& used) {
      return used.width == field::add_a.width && used.shift < field::raddr_b.shift && word.get(used) == file;
    });
  };
  if (reads(kReadsA)) add({field::raddr_a});
  if (reads(kReadsB)) add({field::raddr_b});
  return fields;
}

/// Without its instruction, or with another register, operand, condition or operation.
std::uint64_t mutated(std::uint64_t word, std::mt19937& random) {
  const qpu::isa::Instruction instruction(word);
  const auto fields = instruction.is_alu() ? used_fields(instruction) : std::vector<qpu::isa::Field>();
  if (fields.empty() || random() % 4 == 0) return qpu::isa::make_nop().word();
  return fields[random() % fields.size()].set(word, random());
}

bool is_found_by_checks(const std::vector<std::uint64_t>& words) {
  return !qpu::assembly::check(std::span<const std::uint64_t>(words)).empty();
}

std::vector<Run> runs_of(const tools::QpuBuild& build, const std::string& name) {
  std::vector<Run> runs;
  for (const std::uint32_t items : kSizes) runs.push_back(run(with_words(build, name, {}), items));
  return runs;
}

bool is_found_by_a_run(const tools::QpuBuild& build, const std::string& name,
                       const std::vector<std::uint64_t>& words, const std::vector<Run>& expected) {
  for (std::size_t i = 0; i < std::size(kSizes); ++i)
    if (run(with_words(build, name, words), kSizes[i]) != expected[i]) return true;
  return false;
}

/// Whether any of the runs comes to this instruction: then none of them ends if a breakpoint stands there.
bool is_reached(const tools::QpuBuild& build, const std::string& name, std::vector<std::uint64_t> words,
                std::size_t at, const std::vector<Run>& expected) {
  words[at] = qpu::isa::make_nop().set(field::signal, qpu::isa::Signal::breakpoint).word();
  return is_found_by_a_run(build, name, words, expected);
}

struct Counts {
  unsigned all = 0, by_checks = 0, by_results = 0;
};

void try_mutants(const tools::QpuBuild& build, const std::string& name, unsigned count, unsigned seed,
                 Counts& counts) {
  const KernelImage original = with_words(build, name, {});
  const std::vector<Run> expected = runs_of(build, name);
  std::mt19937 random(seed);
  for (unsigned i = 0; i < count;) {
    std::vector<std::uint64_t> words = original.qpu_code->words;
    const std::size_t at = random() % words.size();
    const std::uint64_t before = words[at];
    const std::uint64_t word = words[at] = mutated(before, random);
    if (qpu::assembly::disassemble_word(word) == qpu::assembly::disassemble_word(before)) continue;
    if (!is_reached(build, name, words, at, expected)) continue;
    ++i, ++counts.all;
    if (is_found_by_checks(words)) {
      ++counts.by_checks;
    } else if (is_found_by_a_run(build, name, words, expected)) {
      ++counts.by_results;
    } else {
      std::printf("%s, instruction %zu: %s\n    becomes %s\n", name.c_str(), at,
                  qpu::assembly::disassemble_word(before).c_str(),
                  qpu::assembly::disassemble_word(word).c_str());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Counts changes of compiled kernels that nothing notices.");
  unsigned count = 50, seed = 1;
  app.add_option("--count", count, "changes of each kernel");
  app.add_option("--seed", seed, "another one gives other changes");
  CLI11_PARSE(app, argc, argv);
  const auto build = tools::build_for_qpus(
      tools::compiler_path(), std::string(tools::kSelftestSource) + kSource, "", QpuRules::embedded);
  if (build.status != QUADCL_OK) return std::fputs(build.log.c_str(), stderr), 1;
  Counts counts;
  const auto program = build.program();
  for (const KernelImage& kernel : program->kernels) {
    if (kernel.qpu_code == nullptr || !std::ranges::all_of(runs_of(build, kernel.name), &Run::ends)) {
      std::printf("%s does not run: %s\n", kernel.name.c_str(), kernel.not_on_qpus.c_str());
      return 1;
    }
    try_mutants(build, kernel.name, count, seed, counts);
  }
  std::printf("%u changes: %u found by the checks, %u by the run, %u by nothing\n", counts.all,
              counts.by_checks, counts.by_results, counts.all - counts.by_checks - counts.by_results);
  return 0;
}
