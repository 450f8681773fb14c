// SPDX-License-Identifier: Apache-2.0
#include "tools/selftest.h"

#include <catch2/catch.hpp>

#include "fixture.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/timing/counters.h"

using namespace board_testing;
using quadcl::QpuExecutor;
using quadcl::qpu::Executor;
using quadcl::qpu::JobReport;
using quadcl::tools::SelftestRow;
namespace counter = quadcl::qpu::timing::counter;

namespace {

std::vector<SelftestRow> rows_of(Executor& chip, Executor& emulator) {
  std::vector<SelftestRow> rows;
  quadcl::tools::run_selftest(chip, emulator, nullptr, [&](const SelftestRow& row) { rows.push_back(row); });
  return rows;
}

/// An emulator whose first job leaves one bit wrong in the third allocation, which is the output.
class WrongChip final : public Executor, quadcl::qpu::BusMemory {
 public:
  explicit WrongChip(Executor& right) : right_(right) {}

  quadcl::qpu::BusMemory& memory() override { return *this; }
  bool emulated() const override { return false; }
  std::uint32_t clock_mhz() const override { return 250; }
  quadcl::Result<JobReport> run(const quadcl::qpu::Job& job) override {
    auto report = right_.run(job);
    if (jobs++ == 0) starts_.at(2)[5] ^= std::byte{1};
    return report;
  }

  int jobs = 0;

 private:
  quadcl::Result<std::unique_ptr<quadcl::Memory>> allocate(std::size_t size, std::size_t alignment,
                                                           quadcl::Contents contents) override {
    auto memory = right_.memory().allocate(size, alignment, contents);
    if (memory.ok()) starts_.push_back((*memory)->range().host);
    return memory;
  }
  std::uint64_t capacity() const override { return right_.memory().capacity(); }

  Executor& right_;
  std::vector<std::byte*> starts_;
};

std::unique_ptr<Executor> make_emulator() {
  auto made = quadcl::qpu::make_emulator_executor({.memory_bytes = 64 << 20});
  REQUIRE(made.ok());
  return std::move(made).value();
}

}  // namespace

TEST_CASE("selftest: the simulated board gives the memory of the emulator, and counts alike") {
  const SimulatedBoard simulated;
  simulated.configure("gpu_megabytes=64");
  const QpuExecutor wanted = GENERATE(QpuExecutor::mailbox, QpuExecutor::registers);
  const auto chip = make_executor(wanted, {.memory_bytes = 32 << 20});
  const auto emulator = make_emulator();
  const auto rows = rows_of(*chip, *emulator);
  CHECK(rows.size() == 13);
  for (const auto& row : rows) {
    INFO(row.program);
    CHECK(row.problem.empty());
    CHECK(row.measured_nanoseconds > 0);
    CHECK(row.modelled_cycles > 0);
    CHECK(row.measured.has_value() == (wanted == QpuExecutor::registers));
    // Those that do not depend on where memory lies.
    for (const std::size_t counter :
         {counter::qpu_executing, counter::icache_hits, counter::uniform_hits, counter::tmu_words})
      if (row.measured) CHECK(row.measured->at(counter) == row.modelled.at(counter));
  }
}

TEST_CASE("selftest: an error of the chip is its last row") {
  const SimulatedBoard simulated;
  const auto chip = make_executor(QpuExecutor::mailbox);
  const auto emulator = make_emulator();
  simulated.configure("executes=0");
  const auto rows = rows_of(*chip, *emulator);
  REQUIRE(rows.size() == 1);
  CHECK_THAT(rows[0].problem, Catch::Contains("does not execute programs"));
}

TEST_CASE("selftest: a wrong bit is found and named") {
  const auto emulator = make_emulator(), other = make_emulator();
  WrongChip chip(*other);
  const auto rows = rows_of(chip, *emulator);
  REQUIRE(rows.size() == 13);
  CHECK_THAT(rows[0].problem, Catch::StartsWith("1 of 192 words differ; word 1 is 0x"));
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i].problem.empty());
}

TEST_CASE("selftest: each program is told of before the next one begins") {
  const auto emulator = make_emulator(), other = make_emulator();
  WrongChip chip(*other);
  std::vector<int> jobs;
  quadcl::tools::run_selftest(chip, *emulator, nullptr,
                              [&](const SelftestRow&) { jobs.push_back(chip.jobs); });
  REQUIRE(jobs.size() == 13);
  for (int i = 0; i < 8; ++i) CHECK(jobs[i] == i + 1);  // small programs, of one job each
}
