// SPDX-License-Identifier: Apache-2.0

// The rules that choose a program for sgemm, and the width of its tiles, beside modelled times.

#include <algorithm>
#include <catch2/catch.hpp>

#include "bench/timing_executor.h"
#include "core/builtin/sgemm_launch.h"
#include "qpu/kernels/sgemm_plan.h"

namespace quadcl::qpu {
namespace {

struct Shape {
  std::uint32_t m, n, k;
};

/// Modelled clocks of the product.
double clocks_of(const Shape& shape, SgemmMethod method, std::uint32_t blocks = 0) {
  TimingExecutor executor{timing::Parameters(timing::Board::zero, 250)};
  const JobContext context = executor.context(kQpus);
  SgemmLaunch launch;
  launch.m = shape.m, launch.n = shape.n, launch.k = shape.k;
  launch.alpha = 1;
  launch.a = executor.allocate(std::size_t{4} * shape.m * shape.k);
  launch.b = executor.allocate(std::size_t{4} * shape.k * shape.n);
  launch.c = executor.allocate(std::size_t{4} * shape.m * shape.n);
  launch.lda = shape.k, launch.ldb = shape.n, launch.ldc = shape.n;
  launch.rows = {0, shape.m}, launch.columns = {0, shape.n};
  REQUIRE(run_sgemm(plan_sgemm(launch, context, {method, blocks}).value(), context).ok());
  timing::Ticks total = 0;
  for (const timing::TimeReport& report : executor.reports) total += report.total;
  return static_cast<double>(total) / static_cast<double>(timing::kClock);
}

}  // namespace

TEST_CASE("sgemm: the chosen width of tiles is at most 15 % slower than any other") {
  const auto shape = GENERATE(Shape{64, 64, 64}, Shape{1, 100, 200}, Shape{12, 192, 100}, Shape{100, 20, 50},
                              Shape{40, 130, 30}, Shape{70, 70, 7}, Shape{150, 90, 60}, Shape{13, 65, 300},
                              Shape{200, 200, 20}, Shape{36, 300, 11});
  CAPTURE(shape.m, shape.n, shape.k);
  const double chosen = clocks_of(shape, SgemmMethod::tmus);
  for (const std::uint32_t blocks : {1u, 2u, 3u, 4u}) {
    CAPTURE(blocks);
    CHECK(chosen <= 1.15 * clocks_of(shape, SgemmMethod::tmus, blocks));
  }
}

TEST_CASE("sgemm: the chosen program is never slower than the articles', and hardly slower than the other") {
  const auto shape =
      GENERATE(Shape{40, 256, 1}, Shape{40, 304, 1}, Shape{40, 305, 1}, Shape{40, 320, 1}, Shape{3, 600, 1},
               Shape{40, 1000, 1}, Shape{50, 50, 1}, Shape{20, 330, 2}, Shape{64, 64, 64}, Shape{5, 7, 100},
               Shape{30, 200, 40}, Shape{38, 59, 2}, Shape{15, 60, 2}, Shape{14, 55, 4}, Shape{30, 61, 4},
               Shape{8, 6, 3}, Shape{1, 28, 4}, Shape{12, 64, 2}, Shape{86, 54, 4}, Shape{172, 50, 1},
               Shape{28, 42, 4}, Shape{58, 51, 1}, Shape{85, 60, 5});
  CAPTURE(shape.m, shape.n, shape.k);
  const double chosen = clocks_of(shape, SgemmMethod::automatic);
  CHECK(chosen <= clocks_of(shape, SgemmMethod::uniforms));
  CHECK(chosen <= 1.2 * clocks_of(shape, SgemmMethod::tmus));
}

}  // namespace quadcl::qpu
