// SPDX-License-Identifier: Apache-2.0

// Modelled times of the built-in kernels transpose_32 and transpose_64.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "bench/timing_executor.h"
#include "core/builtin/transpose_launch.h"
#include "qpu/kernels/transpose_plan.h"

namespace {

using namespace quadcl;
using namespace quadcl::qpu;

struct Shape {
  std::uint32_t width = 0, height = 0, element_bytes = 4;

  std::size_t bytes() const { return std::size_t{width} * height * element_bytes; }
};

/// Modelled seconds.
double measure(const timing::Parameters& parameters, unsigned qpus, const Shape& shape,
               TransposeMethod method) {
  TimingExecutor executor(parameters);
  const JobContext context = executor.context(qpus);
  TransposeLaunch launch;
  launch.element_bytes = shape.element_bytes;
  launch.width = shape.width, launch.height = shape.height;
  launch.in = executor.allocate(shape.bytes());
  launch.out = executor.allocate(shape.bytes());
  launch.rows = {0, shape.height}, launch.columns = {0, shape.width};
  run_transpose(plan_transpose(launch, context, method).value(), context).value();
  timing::Ticks total = 0;
  for (const timing::TimeReport& report : executor.reports) total += report.total;
  return parameters.seconds(total);
}

std::vector<Shape> default_shapes() {
  std::vector<Shape> shapes;
  for (const std::uint32_t element : {4u, 8u}) {
    for (const std::uint32_t size : {64u, 256u, 500u, 512u, 1000u, 1024u}) {
      shapes.push_back({size, size, element});
    }
    for (const std::uint32_t narrow : {1u, 3u, 8u, 15u, 17u, 31u, 100u}) {
      shapes.push_back({narrow, 4000, element});
      shapes.push_back({4000, narrow, element});
    }
  }
  return shapes;
}

/// Small and large ones, flat and tall ones, at most 2^19 elements.
std::vector<Shape> random_shapes(std::size_t count) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> log2_of_side(0, 12);
  const auto side = [&] { return static_cast<std::uint32_t>(std::exp2(log2_of_side(generator))); };
  std::vector<Shape> shapes;
  while (shapes.size() < count) {
    const Shape shape{side(), side(), shapes.size() % 2 == 0 ? 4u : 8u};
    if (std::size_t{shape.width} * shape.height <= std::size_t{1} << 19) shapes.push_back(shape);
  }
  return shapes;
}

/// Bytes read and written.
double megabytes_a_second(const Shape& shape, double seconds) {
  return 2.0 * static_cast<double>(shape.bytes()) / seconds * 1e-6;
}

struct Bench {
  timing::Parameters parameters;
  unsigned qpus;

  void print_rates(const std::vector<Shape>& shapes) const {
    std::puts("width height bytes       ms    MB/s");
    for (const Shape& shape : shapes) {
      const double seconds = measure(parameters, qpus, shape, TransposeMethod::automatic);
      std::printf("%5u %6u %5u %8.3f %7.0f\n", shape.width, shape.height, shape.element_bytes, seconds * 1e3,
                  megabytes_a_second(shape, seconds));
    }
  }

  /// Each program by itself, and the one that is chosen.
  void compare_programs(const std::vector<Shape>& shapes) const {
    std::puts("width height bytes   TMUs us    DMA us  chosen us  by best");
    for (const Shape& shape : shapes) {
      const double tmus = measure(parameters, qpus, shape, TransposeMethod::tmus);
      const double dma = measure(parameters, qpus, shape, TransposeMethod::dma);
      const double chosen = measure(parameters, qpus, shape, TransposeMethod::automatic);
      std::printf("%5u %6u %5u %9.2f %9.2f  %9.2f %8.3f\n", shape.width, shape.height, shape.element_bytes,
                  tmus * 1e6, dma * 1e6, chosen * 1e6, chosen / std::min(tmus, dma));
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Modelled times of transpose on the emulated QPUs: a model of the chip, not measured on one.",
               "transpose_shapes"};
  std::vector<std::uint32_t> sizes;
  std::string board = "zero";
  std::optional<double> mhz;
  unsigned qpus = kQpus;
  std::size_t random = 0;
  bool programs = false;
  app.add_option("WIDTH_HEIGHT_BYTES", sizes,
                 "one shape, bytes of an element 4 or 8; default: a table of shapes")
      ->expected(0, 3)
      ->check(CLI::Range(1u, 65536u));
  app.add_option("--qpus", qpus, "QPUs to use")->capture_default_str()->check(CLI::Range(1u, kQpus));
  app.add_option("--board", board, "pi1, zero, pi2 or pi3")->capture_default_str();
  app.add_option("--clock", mhz, "MHz of V3D")->check(CLI::Range(1.0, 10000.0));
  app.add_option("--random", random, "so many random shapes")->check(CLI::Range(1u, 10000u));
  app.add_flag("--programs", programs, "both programs beside the chosen one");
  CLI11_PARSE(app, argc, argv);
  const auto found = timing::find_board(board);
  if (!found) return app.exit(CLI::ValidationError("--board", board + " is not pi1, zero, pi2 or pi3"));
  if (!sizes.empty() && (sizes.size() != 3 || (sizes[2] != 4 && sizes[2] != 8)))
    return app.exit(CLI::ValidationError("shape", "give width, height, and 4 or 8 bytes"));

  std::vector<Shape> shapes = random > 0 ? random_shapes(random) : default_shapes();
  if (!sizes.empty()) shapes = {{sizes[0], sizes[1], sizes[2]}};
  const Bench bench{timing::Parameters(*found, mhz), qpus};
  std::printf("modelled, board %s, %u QPUs; read and written\n", board.c_str(), qpus);
  if (programs) {
    bench.compare_programs(shapes);
  } else {
    bench.print_rates(shapes);
  }
}
