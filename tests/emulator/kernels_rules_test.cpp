// SPDX-License-Identifier: Apache-2.0

// The shipped kernels break no rule that is checked while they run.

#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <numeric>

#include "core/builtin/sgemm_launch.h"
#include "core/builtin/transpose_launch.h"
#include "harness.h"
#include "qpu/driver/arena_memory.h"
#include "qpu/driver/executor.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/kernels/kernel_code.h"
#include "qpu/kernels/sgemm_plan.h"
#include "qpu/kernels/transpose_plan.h"

namespace quadcl::qpu::emulator::testing {
namespace {

/// Runs jobs with all checks on.
class CheckingExecutor final : public Executor {
 public:
  explicit CheckingExecutor(CacheMode caches) : memory_(ArenaMemory::create(64 << 20).value()) {
    machine_.model_caches(caches, &findings);
  }

  BusMemory& memory() override { return *memory_; }
  bool emulated() const override { return true; }
  std::uint32_t clock_mhz() const override { return 250; }

  Result<JobReport> run(const Job& job) override {
    RuleChecker checker(findings, {.unwritten = true});
    const auto map = memory_->snapshot();
    RunOutcome outcome = machine_.run(job.programs, *map, {.observer = &checker});
    if (outcome.error) return std::move(*outcome.error);
    return JobReport{.emulator = EmulatorCounters{.instructions = outcome.instructions()}};
  }

  FindingList findings;

 private:
  std::unique_ptr<ArenaMemory> memory_;
  Machine machine_{tested_engine()};
};

struct Fixture {
  explicit Fixture(CacheMode caches) : executor(caches) {}

  CheckingExecutor executor;
  std::vector<std::unique_ptr<Memory>> allocations;

  MemoryRange allocate(std::size_t bytes) {
    allocations.push_back(executor.memory().allocate(bytes, 4).value());
    const MemoryRange range = allocations.back()->range();
    for (std::size_t i = 0; i < bytes / 4; ++i) {
      const float value = static_cast<float>(i % 7) - 3;
      std::memcpy(range.host + 4 * i, &value, 4);
    }
    return range;
  }

  JobContext context(unsigned qpus) {
    const std::span<const std::byte> code = kernel_code();
    const MemoryRange range = allocate(code.size());
    std::memcpy(range.host, code.data(), code.size());
    return {.executor = executor, .code = *range.bus, .qpus = qpus, .instruction_limit = 1u << 30};
  }

  void expect_no_findings() const {
    for (const FindingList::Entry& entry : executor.findings.entries()) {
      FAIL_CHECK(to_string(entry.finding) << " (" << entry.times << " times)");
    }
  }
};

/// A product of which every QPU gets something, by one of the programs; no rule is broken.
void check_sgemm(CacheMode caches, SgemmMethod method, unsigned qpus, SgemmLaunch launch) {
  Fixture f(caches);
  launch.alpha = 1.5f;
  launch.a = f.allocate(std::size_t{4} * launch.m * launch.k);
  launch.b = f.allocate(std::size_t{4} * launch.k * launch.n);
  launch.c = f.allocate(std::size_t{4} * launch.m * launch.n);
  launch.lda = launch.trans_a ? launch.m : launch.k;
  launch.ldb = launch.trans_b ? launch.k : launch.n;
  launch.ldc = launch.n;
  launch.rows = {0, launch.m}, launch.columns = {0, launch.n};
  const JobContext context = f.context(qpus);
  REQUIRE(run_sgemm(plan_sgemm(launch, context, {.method = method}).value(), context).ok());
  f.expect_no_findings();
}

/// The same with both kinds of caches: reads see what is in memory, and reads may see stale data as on the
/// chip.
void check_sgemm(SgemmMethod method, unsigned qpus, const SgemmLaunch& launch) {
  for (const CacheMode caches : {CacheMode::report, CacheMode::stale})
    check_sgemm(caches, method, qpus, launch);
}

TEST_CASE("sgemm breaks no rule", "[emulator][rules][kernels]") {
  for (const SgemmMethod method : {SgemmMethod::uniforms, SgemmMethod::tmus}) {
    for (const unsigned qpus : {1u, 12u}) {
      for (const float beta : {0.0f, 2.0f}) {
        for (const bool starts_from_c : {false, true}) {
          check_sgemm(method, qpus,
                      {.m = 37, .n = 150, .k = 21, .beta = beta, .starts_from_c = starts_from_c});
        }
      }
    }
  }
}

TEST_CASE("sgemm breaks no rule in any code for narrow tiles and short sums", "[emulator][rules][kernels]") {
  for (const std::uint32_t n : {1u, 16u, 17u, 32u, 33u, 48u, 49u, 64u}) {
    for (const std::uint32_t k : {1u, 2u, 3u, 4u, 5u}) {
      for (const float beta : {0.0f, 2.0f})
        check_sgemm(SgemmMethod::tmus, 3, {.m = 31, .n = n, .k = k, .beta = beta});
    }
  }
}

TEST_CASE("sgemm breaks no rule with packed operands", "[emulator][rules][kernels]") {
  for (const bool trans_a : {false, true}) {
    for (const bool trans_b : {false, true}) {
      check_sgemm(SgemmMethod::tmus, 12,
                  {.trans_a = trans_a, .trans_b = trans_b, .m = 50, .n = 70, .k = 1024});
    }
  }
}

TEST_CASE("sgemm breaks no rule where the QPUs of a slice begin their tiles together",
          "[emulator][rules][kernels]") {
  check_sgemm(SgemmMethod::tmus, 12, {.m = 192, .n = 256, .k = 192});
}

TEST_CASE("sgemm breaks no rule in outer products", "[emulator][rules][kernels]") {
  for (const unsigned qpus : {1u, 12u}) {
    for (const std::uint32_t n : {330u, 1000u})
      check_sgemm(SgemmMethod::automatic, qpus, {.m = 9, .n = n, .k = 1});
  }
}

void check_transpose(CacheMode caches, TransposeMethod method, unsigned qpus, std::uint32_t element_bytes) {
  Fixture f(caches);
  TransposeLaunch launch;
  launch.element_bytes = element_bytes;
  launch.width = 130, launch.height = 75;
  const std::size_t bytes = std::size_t{element_bytes} * launch.width * launch.height;
  launch.in = f.allocate(bytes), launch.out = f.allocate(bytes);
  launch.rows = {0, launch.height}, launch.columns = {0, launch.width};
  const JobContext context = f.context(qpus);
  REQUIRE(run_transpose(plan_transpose(launch, context, method).value(), context).ok());
  f.expect_no_findings();
}

TEST_CASE("transposition breaks no rule in either program", "[emulator][rules][kernels]") {
  const CacheMode caches = GENERATE(CacheMode::report, CacheMode::stale);
  const TransposeMethod method = GENERATE(TransposeMethod::tmus, TransposeMethod::dma);
  for (const unsigned qpus : {1u, 12u}) {
    for (const std::uint32_t bytes : {4u, 8u}) check_transpose(caches, method, qpus, bytes);
  }
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
