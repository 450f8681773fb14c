// SPDX-License-Identifier: Apache-2.0

// The rule that chooses a program for a transpose, beside modelled times.

#include <catch2/catch.hpp>

#include "bench/timing_executor.h"
#include "core/builtin/transpose_launch.h"
#include "qpu/kernels/transpose_plan.h"

namespace quadcl::qpu {
namespace {

struct Shape {
  std::uint32_t width, height, element_bytes;
};

/// Modelled clocks.
double clocks_of(const Shape& shape, unsigned qpus, TransposeMethod method) {
  TimingExecutor executor{timing::Parameters(timing::Board::zero, 250)};
  const JobContext context = executor.context(qpus);
  TransposeLaunch launch;
  launch.element_bytes = shape.element_bytes;
  launch.width = shape.width, launch.height = shape.height;
  const std::size_t bytes = std::size_t{shape.width} * shape.height * shape.element_bytes;
  launch.in = executor.allocate(bytes), launch.out = executor.allocate(bytes);
  launch.rows = {0, shape.height}, launch.columns = {0, shape.width};
  REQUIRE(run_transpose(plan_transpose(launch, context, method).value(), context).ok());
  timing::Ticks total = 0;
  for (const timing::TimeReport& report : executor.reports) total += report.total;
  return static_cast<double>(total) / static_cast<double>(timing::kClock);
}

}  // namespace

TEST_CASE(
    "transpose: the chosen program is never slower than the engines alone, and hardly slower than the TMUs") {
  const auto shape =
      GENERATE(Shape{1, 1, 4}, Shape{8, 8, 4}, Shape{8, 8, 8}, Shape{12, 4, 8}, Shape{2, 94, 4},
               Shape{64, 2, 4}, Shape{48, 40, 4}, Shape{64, 64, 4}, Shape{64, 64, 8}, Shape{150, 1, 4},
               Shape{1, 150, 8}, Shape{323, 4, 4}, Shape{1000, 2, 4}, Shape{2048, 2, 4}, Shape{3, 1000, 4},
               Shape{751, 6, 4}, Shape{139, 37, 4}, Shape{1, 4304, 8}, Shape{2358, 8, 4}, Shape{256, 256, 4},
               Shape{70, 9000, 4}, Shape{17000, 5, 4}, Shape{12, 200, 4}, Shape{9, 212, 4}, Shape{13, 212, 4},
               Shape{14, 228, 4}, Shape{16, 228, 4}, Shape{15, 65, 8}, Shape{487, 15, 4});
  const unsigned qpus = GENERATE(1u, 2u, 4u, 12u);
  CAPTURE(shape.width, shape.height, shape.element_bytes, qpus);
  const double chosen = clocks_of(shape, qpus, TransposeMethod::automatic);
  CHECK(chosen <= clocks_of(shape, qpus, TransposeMethod::dma));
  CHECK(chosen <= 1.12 * clocks_of(shape, qpus, TransposeMethod::tmus));
}

}  // namespace quadcl::qpu
