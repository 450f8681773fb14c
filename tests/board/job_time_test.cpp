// SPDX-License-Identifier: Apache-2.0

// Launches are cut into jobs that end before a limit.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "core/builtin/sgemm_launch.h"
#include "core/builtin/transpose_launch.h"
#include "qpu/driver/emulator_executor.h"
#include "qpu/kernels/jobs.h"
#include "qpu/kernels/kernel_code.h"

using namespace quadcl;
using namespace quadcl::qpu;

namespace {

/// An emulator with a limit, which keeps the modelled times of its jobs.
class LimitedExecutor final : public Executor {
 public:
  explicit LimitedExecutor(std::optional<std::chrono::milliseconds> limit)
      : inner_(std::move(make_emulator_executor({.memory_bytes = 64 << 20})).value()), limit_(limit) {}

  BusMemory& memory() override { return inner_->memory(); }
  bool emulated() const override { return true; }
  std::uint32_t clock_mhz() const override { return inner_->clock_mhz(); }
  std::optional<std::chrono::milliseconds> job_time() const override { return limit_; }
  Result<JobReport> run(const Job& job) override {
    Job timed = job;
    timed.model_time = true;
    auto report = inner_->run(timed);
    if (report.ok()) milliseconds.push_back(static_cast<double>(*report->nanoseconds) / 1e6);
    return report;
  }

  std::vector<double> milliseconds;

 private:
  std::unique_ptr<Executor> inner_;
  std::optional<std::chrono::milliseconds> limit_;
};

struct Ran {
  Result<LaunchTotals> result;
  std::vector<std::byte> output;
  std::vector<double> milliseconds;
};

std::unique_ptr<Memory> allocate(Executor& executor, std::size_t words) {
  auto memory = std::move(executor.memory().allocate(4 * words, 64)).value();
  for (std::size_t i = 0; i < words; ++i) {
    const float value = static_cast<float>(i % 13) - 6;
    std::memcpy(memory->range().host + 4 * i, &value, 4);
  }
  return memory;
}

template <typename Run>
Ran run(std::optional<std::chrono::milliseconds> limit, unsigned qpus, std::size_t in_words,
        std::size_t out_words, Run launch) {
  LimitedExecutor executor(limit);
  const auto code = std::move(executor.memory().allocate(kernel_code().size(), 64)).value();
  std::memcpy(code->range().host, kernel_code().data(), kernel_code().size());
  const auto in = allocate(executor, in_words), out = allocate(executor, out_words);
  const JobContext context{.executor = executor,
                           .code = *code->range().bus,
                           .qpus = qpus,
                           .instruction_limit = std::uint64_t{1} << 40};
  auto result = launch(in->range(), out->range(), context);
  const std::byte* start = out->range().host;
  return {std::move(result), {start, start + 4 * out_words}, executor.milliseconds};
}

/// An executor's limit leaves a margin of 3 for wrong estimates (qpu/driver/board/mailbox_launcher.cpp).
void check_cut(const Ran& whole, const Ran& cut, double limit) {
  REQUIRE(whole.result.ok());
  REQUIRE(cut.result.ok());
  CHECK(whole.milliseconds.size() == 1);
  CHECK(whole.milliseconds[0] > limit);
  CHECK(cut.milliseconds.size() > 1);
  CHECK(*std::max_element(cut.milliseconds.begin(), cut.milliseconds.end()) < 2 * limit);
  CHECK(cut.output == whole.output);
}

}  // namespace

TEST_CASE("products are cut into jobs of bounded time") {
  struct Shape {
    std::uint32_t m, n, k;
  };
  const Shape shape =
      GENERATE(Shape{400, 300, 100}, Shape{1000, 500, 1}, Shape{1000, 500, 3}, Shape{30, 2000, 50});
  const unsigned qpus = GENERATE(1u, 5u, 12u);
  const auto product = [&](const MemoryRange& in, const MemoryRange& out, const JobContext& context) {
    SgemmLaunch launch{.m = shape.m, .n = shape.n, .k = shape.k, .alpha = 1.5f};
    if (shape.k > 1) launch.beta = 0.5f;  // without it, one step is an outer product
    launch.a = in, launch.b = in, launch.c = out;
    launch.lda = shape.k, launch.ldb = shape.n, launch.ldc = shape.n;
    launch.rows = {0, shape.m}, launch.columns = {0, shape.n};
    return run_sgemm(launch, context);
  };
  const std::size_t in = std::max(shape.m * shape.k, shape.k * shape.n), out = shape.m * shape.n;
  check_cut(run({}, qpus, in, out, product), run(std::chrono::milliseconds(1), qpus, in, out, product), 1);
}

TEST_CASE("a split that leaves QPUs idle is cut for those that work") {
  const auto product = [](const MemoryRange& in, const MemoryRange& out, const JobContext& context) {
    SgemmLaunch launch{.m = 160, .n = 256, .k = 50, .alpha = 1};
    launch.a = in, launch.b = in, launch.c = out;
    launch.lda = 50, launch.ldb = 256, launch.ldc = 256;
    launch.rows = {0, 160}, launch.columns = {0, 256};
    return run_sgemm(launch, context, {.split = {1, 1}});
  };
  check_cut(run({}, 12, 12800, 40960, product), run(std::chrono::milliseconds(1), 12, 12800, 40960, product),
            1);
}

TEST_CASE("transposes are cut into jobs of bounded time") {
  const std::uint32_t element = GENERATE(4u, 8u);
  const auto transpose = [&](const MemoryRange& in, const MemoryRange& out, const JobContext& context) {
    return run_transpose({.element_bytes = element,
                          .in = in,
                          .out = out,
                          .width = 500,
                          .height = 700,
                          .rows = {0, 700},
                          .columns = {0, 500}},
                         context);
  };
  const std::size_t words = std::size_t{500} * 700 * element / 4;
  check_cut(run({}, 12, words, words, transpose),
            run(std::chrono::milliseconds(2), 12, words, words, transpose), 2);
}

TEST_CASE("a product whose smallest part takes too long is refused by name") {
  const auto product = [](const MemoryRange& in, const MemoryRange& out, const JobContext& context) {
    SgemmLaunch launch{.m = 16, .n = 16, .k = 10000, .alpha = 1};
    launch.a = in, launch.b = in, launch.c = out;
    launch.lda = 10000, launch.ldb = 16, launch.ldc = 16;
    launch.rows = {0, 16}, launch.columns = {0, 16};
    return run_sgemm(launch, context);
  };
  const Ran ran = run(std::chrono::milliseconds(1), 12, 160000, 256, product);
  REQUIRE_FALSE(ran.result.ok());
  CHECK(ran.result.error().code == ErrorCode::out_of_resources);
  CHECK_THAT(ran.result.error().message, Catch::Contains("QUADCL_QPU_EXECUTOR=registers"));
  CHECK(ran.milliseconds.empty());
}
