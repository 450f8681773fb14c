// SPDX-License-Identifier: Apache-2.0

// The shipped kernels break no rule that is checked while they run.

#include <catch2/catch.hpp>
#include <cstring>
#include <memory>
#include <numeric>

#include "core/sgemm_launch.h"
#include "core/transpose_launch.h"
#include "qpu/driver/arena_memory.h"
#include "qpu/driver/executor.h"
#include "qpu/emulator/rule_checker.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"

namespace quadcl::qpu::emulator::testing {
namespace {

/// Runs jobs with all checks on.
class CheckingExecutor final : public Executor {
 public:
  CheckingExecutor() : memory_(ArenaMemory::create(64 << 20).value()) {
    machine_.model_caches(CacheMode::report, &findings);
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
  Machine machine_;
};

struct Fixture {
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
    return {.executor = executor,
            .code = *range.bus,
            .qpus = qpus,
            .sgemm_split = {},
            .instruction_limit = 1u << 30};
  }

  void expect_no_findings() const {
    for (const FindingList::Entry& entry : executor.findings.entries()) {
      FAIL_CHECK(to_string(entry.finding) << " (" << entry.times << " times)");
    }
  }
};

TEST_CASE("sgemm breaks no rule", "[emulator][rules][kernels]") {
  for (const unsigned qpus : {1u, 12u}) {
    for (const float beta : {0.0f, 2.0f}) {
      Fixture f;
      constexpr std::uint32_t m = 37, n = 150, k = 21;
      SgemmLaunch launch;
      launch.m = m, launch.n = n, launch.k = k;
      launch.alpha = 1.5f, launch.beta = beta;
      launch.a = f.allocate(4 * m * k), launch.b = f.allocate(4 * k * n), launch.c = f.allocate(4 * m * n);
      launch.lda = k, launch.ldb = n, launch.ldc = n;
      launch.rows = {0, m}, launch.columns = {0, n};
      const auto totals = run_sgemm(launch, f.context(qpus));
      REQUIRE(totals.ok());
      f.expect_no_findings();
    }
  }
}

TEST_CASE("transposition breaks no rule", "[emulator][rules][kernels]") {
  for (const unsigned qpus : {1u, 12u}) {
    for (const std::uint32_t bytes : {4u, 8u}) {
      Fixture f;
      constexpr std::uint32_t width = 130, height = 70;
      TransposeLaunch launch;
      launch.element_bytes = bytes;
      launch.width = width, launch.height = height;
      launch.in = f.allocate(bytes * width * height), launch.out = f.allocate(bytes * width * height);
      launch.rows = {0, height}, launch.columns = {0, width};
      REQUIRE(run_transpose(launch, f.context(qpus)).ok());
      f.expect_no_findings();
    }
  }
}

}  // namespace
}  // namespace quadcl::qpu::emulator::testing
