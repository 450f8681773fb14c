// SPDX-License-Identifier: Apache-2.0
#include "tools/selftest.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "core/builtin/sgemm_launch.h"
#include "core/builtin/transpose_launch.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"
#include "selftest_code.inc"  // assembled from selftest.qasm when QuadCL is built
#include "tools/selftest_kernels.h"

namespace quadcl::tools {
namespace {

using qpu::Executor;
using qpu::Job;
using qpu::JobReport;
using qpu::kQpus;

constexpr std::size_t kRow = 64;  ///< bytes of a vector

/// Passes jobs on, and adds up what is reported of them.
class Recorder final : public Executor {
 public:
  explicit Recorder(Executor& inner) : inner_(inner) {}

  qpu::BusMemory& memory() override { return inner_.memory(); }
  bool emulated() const override { return inner_.emulated(); }
  std::uint32_t clock_mhz() const override { return inner_.clock_mhz(); }
  std::optional<std::chrono::milliseconds> job_time() const override { return inner_.job_time(); }

  Result<JobReport> run(const Job& job) override {
    Job timed = job;
    timed.model_time = inner_.emulated();
    auto report = inner_.run(timed);
    if (report.ok()) add(*report);
    return report;
  }

  std::uint64_t nanoseconds = 0, cycles = 0;
  std::optional<qpu::ChipCounters> counters;

 private:
  void add(const JobReport& report) {
    if (report.emulator) cycles += report.emulator->cycles.value_or(0);
    nanoseconds += report.nanoseconds.value_or(0);
    if (report.counters) add(*report.counters);
  }
  void add(const qpu::ChipCounters& more) {
    if (!counters) counters.emplace();
    for (std::size_t i = 0; i < more.size(); ++i) counters->at(i) += more[i];
  }

  Executor& inner_;
};

/// Memory of an executor with words that depend on the seed alone.
class Words {
 public:
  static Result<Words> make(Executor& executor, std::size_t bytes, unsigned seed) {
    QUADCL_TRY(auto memory, executor.memory().allocate(bytes, kRow));
    Words words(executor.memory(), std::move(memory));
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < bytes / 4; ++i) words.set(i, static_cast<std::uint32_t>(random()));
    words.to_qpus();
    return words;
  }
  /// The same with floats from -1 to 1.
  static Result<Words> make_floats(Executor& executor, std::size_t bytes, unsigned seed) {
    QUADCL_TRY(auto words, make(executor, bytes, seed));
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < bytes / 4; ++i) {
      words.set(i, std::bit_cast<std::uint32_t>(static_cast<float>(random() % 2001) / 1000 - 1));
    }
    words.to_qpus();
    return words;
  }
  static Result<Words> make_of(Executor& executor, std::span<const std::byte> bytes) {
    QUADCL_TRY(auto words, make(executor, bytes.size(), 0));
    std::memcpy(words.range().host, bytes.data(), bytes.size());
    words.to_qpus();
    return words;
  }

  const MemoryRange& range() const { return memory_->range(); }
  void set(std::size_t index, std::uint32_t word) const {
    std::memcpy(range().host + 4 * index, &word, sizeof word);
  }
  void to_qpus() const { bus_memory_->to_qpus(range()); }
  /// As jobs have left them.
  std::vector<std::byte> bytes(std::size_t count) const {
    bus_memory_->from_qpus(range());
    return {range().host, range().host + count};
  }

 private:
  Words(qpu::BusMemory& bus_memory, std::unique_ptr<Memory> memory)
      : bus_memory_(&bus_memory), memory_(std::move(memory)) {}
  qpu::BusMemory* bus_memory_;
  std::unique_ptr<Memory> memory_;
};

using Output = Result<std::vector<std::byte>>;

struct SmallProgram {
  const char* name;
  std::uint32_t entry;
  bool loads_by_dma;
};
constexpr SmallProgram kPrograms[]{
    {"copy by TMU", selftest_code_label_copy_by_tmu, false},
    {"copy by DMA", selftest_code_label_copy_by_dma, true},
    {"integers", selftest_code_label_integers, false},
    {"floats", selftest_code_label_floats, false},
    {"special functions", selftest_code_label_special_functions, false},
    {"rotations", selftest_code_label_rotations, false},
    {"loop", selftest_code_label_loop, false},
    {"semaphores", selftest_code_label_semaphores, false},
};

/// The uniforms of a QPU, which has its own row of the VPM (docs/videocore4.md, VPM and DMA).
std::vector<std::uint32_t> uniforms_of(const SmallProgram& program, std::uint32_t qpu, BusAddress in,
                                       BusAddress out) {
  constexpr std::uint32_t kLoadRow = 0x83011000, kReadRow = 0x00101a00, kWriteRow = 0x1a00,
                          kStoreRow = 0x80904000;
  std::vector<std::uint32_t> words;
  if (program.loads_by_dma) words.push_back(kLoadRow + (qpu << 4));
  words.push_back(in.value());
  if (program.loads_by_dma) words.push_back(kReadRow + qpu);
  words.insert(words.end(), {kWriteRow + qpu, kStoreRow + (qpu << 7), out.value()});
  return words;
}

Output run_small(Executor& executor, const SmallProgram& program) {
  QUADCL_TRY(const auto code, Words::make_of(executor, std::as_bytes(std::span(selftest_code))));
  QUADCL_TRY(const auto in, Words::make(executor, kQpus * kRow, 1));
  QUADCL_TRY(const auto out, Words::make(executor, kQpus * kRow, 2));
  QUADCL_TRY(const auto uniforms, Words::make(executor, kQpus * kRow, 3));
  std::vector<qpu::QpuProgram> programs;
  for (std::uint32_t i = 0; i < kQpus; ++i) {
    const auto offset = static_cast<std::uint32_t>(i * kRow);
    const auto words = uniforms_of(program, i, *in.range().bus + offset, *out.range().bus + offset);
    std::memcpy(uniforms.range().host + offset, words.data(), 4 * words.size());
    programs.push_back({*code.range().bus + program.entry, *uniforms.range().bus + offset});
  }
  uniforms.to_qpus();
  QUADCL_CHECK(executor.run({programs}));
  return out.bytes(kQpus * kRow);
}

/// Calls `run` with the kernels' machine code in the executor's memory.
template <typename Run>
Output with_code(Executor& executor, Run run) {
  QUADCL_TRY(const auto code, Words::make_of(executor, qpu::kernel_code()));
  return run(qpu::JobContext{
      .executor = executor, .code = *code.range().bus, .instruction_limit = std::uint64_t{1} << 32});
}

Output run_product(Executor& executor, bool trans_a, bool trans_b, std::uint32_t m, std::uint32_t n,
                   std::uint32_t k, float beta = 0.5f) {
  QUADCL_TRY(const auto a, Words::make_floats(executor, std::size_t{4} * m * k, 1));
  QUADCL_TRY(const auto b, Words::make_floats(executor, std::size_t{4} * k * n, 2));
  QUADCL_TRY(const auto c, Words::make_floats(executor, std::size_t{4} * m * n, 3));
  SgemmLaunch launch{
      .trans_a = trans_a, .trans_b = trans_b, .m = m, .n = n, .k = k, .alpha = 1.5f, .beta = beta};
  launch.a = a.range(), launch.b = b.range(), launch.c = c.range();
  launch.lda = trans_a ? m : k, launch.ldb = trans_b ? k : n, launch.ldc = n;
  launch.rows = {0, m}, launch.columns = {0, n};
  return with_code(executor, [&](const qpu::JobContext& context) -> Output {
    QUADCL_CHECK(qpu::run_sgemm(launch, context));
    return c.bytes(std::size_t{4} * m * n);
  });
}

Output run_transpose(Executor& executor, std::uint32_t element, std::uint32_t width, std::uint32_t height) {
  const std::size_t bytes = std::size_t{element} * width * height;
  QUADCL_TRY(const auto in, Words::make(executor, bytes, 1));
  QUADCL_TRY(const auto out, Words::make(executor, bytes, 2));
  const TransposeLaunch launch{.element_bytes = element,
                               .in = in.range(),
                               .out = out.range(),
                               .width = width,
                               .height = height,
                               .rows = {0, height},
                               .columns = {0, width}};
  return with_code(executor, [&](const qpu::JobContext& context) -> Output {
    QUADCL_CHECK(qpu::run_transpose(launch, context));
    return out.bytes(bytes);
  });
}

constexpr std::uint32_t kItems = 1000;

Output run_kernel(Executor& executor, const QpuBuild& build, const std::string& name) {
  QUADCL_TRY(const auto program, build.program());
  const auto kernel = std::ranges::find(program.kernels, name, &KernelImage::name);
  if (kernel == program.kernels.end() || kernel->qpu_code == nullptr)
    return Error{ErrorCode::unsupported,
                 kernel == program.kernels.end() ? "it was not compiled" : kernel->not_on_qpus};
  QUADCL_TRY(const auto in, Words::make(executor, 4 * kItems, 1));
  QUADCL_TRY(const auto out, Words::make(executor, 8 * kItems, 2));
  ValueArgument count(sizeof kItems);
  std::memcpy(count.data(), &kItems, sizeof kItems);
  const LaunchRequest request{&*kernel, {in.range(), out.range(), count}, {1, {0, 0, 0}, {kItems, 1, 1}, {}}};
  return with_code(executor, [&](const qpu::JobContext& context) -> Output {
    QUADCL_CHECK(qpu::run_compiled(request, context));
    return out.bytes(8 * kItems);
  });
}

struct Test {
  std::string name;
  std::function<Output(Executor&)> run;
};

std::vector<Test> all_tests(const QpuBuild* compiled) {
  std::vector<Test> tests;
  for (const SmallProgram& program : kPrograms)
    tests.push_back({program.name, [&](Executor& executor) { return run_small(executor, program); }});
  tests.push_back({"sgemm 96x363 by 363x3072",
                   [](Executor& executor) { return run_product(executor, false, false, 96, 3072, 363); }});
  tests.push_back({"sgemm of transposed 50x70 by 70x90",
                   [](Executor& executor) { return run_product(executor, true, true, 50, 90, 70); }});
  tests.push_back({"sgemm 30x1 by 1x400",  // outer products have a program of their own
                   [](Executor& executor) { return run_product(executor, false, false, 30, 400, 1, 0); }});
  tests.push_back(
      {"transpose_32 of 333x257", [](Executor& executor) { return run_transpose(executor, 4, 257, 333); }});
  tests.push_back(
      {"transpose_64 of 100x77", [](Executor& executor) { return run_transpose(executor, 8, 77, 100); }});
  if (compiled != nullptr)
    for (const std::string kernel : kSelftestKernels)
      tests.push_back({"compiled " + kernel, [compiled, kernel](Executor& executor) {
                         return run_kernel(executor, *compiled, kernel);
                       }});
  return tests;
}

std::string difference(const std::vector<std::byte>& chip, const std::vector<std::byte>& emulator) {
  std::size_t count = 0, first = 0;
  for (std::size_t word = 0; word + 4 <= chip.size(); word += 4) {
    if (std::memcmp(&chip[word], &emulator[word], 4) == 0) continue;
    if (count++ == 0) first = word / 4;
  }
  if (count == 0) return "";
  std::uint32_t of_chip = 0, of_emulator = 0;
  std::memcpy(&of_chip, &chip[4 * first], 4);
  std::memcpy(&of_emulator, &emulator[4 * first], 4);
  char text[128];
  std::snprintf(text, sizeof text, "%zu of %zu words differ; word %zu is 0x%08x, on the emulator 0x%08x",
                count, chip.size() / 4, first, of_chip, of_emulator);
  return text;
}

}  // namespace

void run_selftest(Executor& chip, Executor& emulator, const QpuBuild* compiled,
                  const std::function<void(const SelftestRow&)>& tell) {
  for (const Test& test : all_tests(compiled)) {
    Recorder on_chip(chip), on_emulator(emulator);
    const Output expected = test.run(on_emulator), got = test.run(on_chip);
    SelftestRow row{.program = test.name};
    if (!got.ok())
      row.problem = got.error().message;
    else if (!expected.ok())
      row.problem = "the emulator: " + expected.error().message;
    else
      row.problem = difference(*got, *expected);
    row.measured_nanoseconds = on_chip.nanoseconds;
    row.modelled_cycles = on_emulator.cycles;
    row.measured = on_chip.counters;
    row.modelled = on_emulator.counters.value_or(qpu::ChipCounters{});
    tell(row);
    if (!got.ok()) break;
  }
}

}  // namespace quadcl::tools
