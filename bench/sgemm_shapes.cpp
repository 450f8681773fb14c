// SPDX-License-Identifier: Apache-2.0

// Modelled times of the built-in kernel sgemm: shapes given or at random, by the program with both operands
// from the TMUs and by that of the articles, in one run.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench/timing_executor.h"
#include "core/builtin/sgemm_launch.h"
#include "qpu/kernels/sgemm_plan.h"

namespace {

using namespace quadcl;
using namespace quadcl::qpu;

struct Shape {
  std::uint32_t m = 0, n = 0, k = 0;
  bool trans_a = false, trans_b = false;

  double operations() const { return 2.0 * m * n * k; }
  std::string text() const {
    return std::to_string(m) + " " + std::to_string(n) + " " + std::to_string(k) + (trans_a ? " A^T" : "") +
           (trans_b ? " B^T" : "");
  }
};

struct Measured {
  double seconds = 0;      ///< modelled
  double issue_share = 0;  ///< slots of all QPUs in which an instruction was issued
  double sdram_share = 0;  ///< of the time
  std::vector<std::pair<std::string, double>> stalls;  ///< the largest three, as shares of the QPUs' time
};

class Bench {
 public:
  Bench(timing::Board board, std::optional<double> mhz, unsigned qpus, std::uint32_t blocks)
      : parameters_(board, mhz), qpus_(qpus), blocks_(blocks) {}

  Measured measure(const Shape& shape, SgemmMethod method) const {
    TimingExecutor executor(parameters_);
    const JobContext context = executor.context(qpus_);
    SgemmLaunch launch;
    launch.trans_a = shape.trans_a, launch.trans_b = shape.trans_b;
    launch.m = shape.m, launch.n = shape.n, launch.k = shape.k;
    launch.alpha = 1;
    launch.a = executor.allocate(std::size_t{4} * shape.m * shape.k);
    launch.b = executor.allocate(std::size_t{4} * shape.k * shape.n);
    launch.c = executor.allocate(std::size_t{4} * shape.m * shape.n);
    launch.lda = shape.trans_a ? shape.m : shape.k;
    launch.ldb = shape.trans_b ? shape.k : shape.n;
    launch.ldc = shape.n;
    launch.rows = {0, shape.m}, launch.columns = {0, shape.n};
    run_sgemm(plan_sgemm(launch, context, {method, blocks_}).value(), context).value();
    return sum_up(executor.reports);
  }

 private:
  Measured sum_up(const std::vector<timing::TimeReport>& reports) const {
    Measured measured;
    timing::Ticks total = 0, sdram = 0;
    timing::StallTimes stalls;
    double issued = 0;
    for (const timing::TimeReport& report : reports) {
      total += report.total;
      sdram += report.sdram_busy;
      for (const timing::QpuTime& qpu : report.qpus) {
        issued += static_cast<double>(qpu.instructions);
        for (std::size_t i = 0; i < timing::kStalls; ++i) {
          const auto cause = static_cast<timing::Stall>(i);
          stalls.add(cause, qpu.stalls[cause]);
        }
      }
    }
    const double of_qpus = static_cast<double>(total) * kQpus;
    measured.seconds = parameters_.seconds(total);
    measured.issue_share = issued * static_cast<double>(timing::kSlot) / of_qpus;
    measured.sdram_share = static_cast<double>(sdram) / static_cast<double>(total);
    for (std::size_t i = 0; i < timing::kStalls; ++i) {
      const auto cause = static_cast<timing::Stall>(i);
      measured.stalls.emplace_back(timing::name(cause), static_cast<double>(stalls[cause]) / of_qpus);
    }
    std::partial_sort(measured.stalls.begin(), measured.stalls.begin() + 3, measured.stalls.end(),
                      [](const auto& a, const auto& b) { return a.second > b.second; });
    measured.stalls.resize(3);
    return measured;
  }

  timing::Parameters parameters_;
  unsigned qpus_;
  std::uint32_t blocks_;
};

/// The shapes of docs/generated/sgemm-shapes.txt.
std::vector<Shape> default_shapes() {
  std::vector<Shape> shapes{{96, 3072, 363}, {1024, 1024, 1024}, {500, 500, 500}};
  for (const bool trans_a : {false, true}) {
    for (const bool trans_b : {false, true}) {
      shapes.push_back({768, 768, 256, trans_a, trans_b});
      shapes.push_back({512, 512, 512, trans_a, trans_b});
    }
  }
  shapes.insert(shapes.end(), {{64, 64, 64}, {1000, 1000, 1}, {1, 1000, 1000}});
  return shapes;
}

std::vector<Shape> random_shapes(unsigned count, std::uint32_t seed, std::uint32_t least,
                                 std::uint32_t most) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<std::uint32_t> size(least, most), bit(0, 1);
  std::vector<Shape> shapes(count);
  for (Shape& shape : shapes) {
    shape = {size(generator), size(generator), size(generator), bit(generator) == 1, bit(generator) == 1};
  }
  return shapes;
}

struct Tally {
  double least = 1e300;
  std::string least_shape;
  unsigned slower = 0;
};

void print_row(const Shape& shape, const Measured& tmus, const std::optional<Measured>& uniforms,
               Tally& tally) {
  const double gflops = shape.operations() / tmus.seconds * 1e-9;
  if (gflops < tally.least) {
    tally.least = gflops;
    tally.least_shape = shape.text();
  }
  std::printf("%-26s %9.3f %7.2f %6.0f%% %6.0f%%  ", shape.text().c_str(), tmus.seconds * 1e3, gflops,
              100 * tmus.issue_share, 100 * tmus.sdram_share);
  if (uniforms) {
    tally.slower += tmus.seconds > uniforms->seconds;
    std::printf("%7.2f %6.2f  ", shape.operations() / uniforms->seconds * 1e-9,
                uniforms->seconds / tmus.seconds);
  }
  for (const auto& [cause, share] : tmus.stalls) {
    if (share >= 0.005) std::printf(" %s %.0f%%", cause.c_str(), 100 * share);
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Modelled times of sgemm on the emulated QPUs: a model of the chip, not measured on one. Packing by "
      "the host is "
      "not in them.",
      "sgemm_shapes"};
  std::vector<std::uint32_t> sizes;
  std::string board = "zero";
  std::optional<double> mhz;
  unsigned random = 0, qpus = kQpus, blocks = 0;
  std::uint32_t seed = 1, least = 200, most = 600;
  bool alone = false, trans_a = false, trans_b = false;
  app.add_option("M_N_K", sizes, "one shape; default: those of docs/generated")
      ->expected(0, 3)
      ->check(CLI::Range(1u, 65536u));
  app.add_flag("--ta", trans_a, "A is stored transposed");
  app.add_flag("--tb", trans_b, "B is stored transposed");
  app.add_option("--random", random, "this many shapes at random instead, in all transpositions");
  app.add_option("--seed", seed, "of the random shapes")->capture_default_str();
  app.add_option("--least", least, "size of random shapes")
      ->capture_default_str()
      ->check(CLI::Range(1u, 4096u));
  app.add_option("--most", most, "size of random shapes")
      ->capture_default_str()
      ->check(CLI::Range(1u, 4096u));
  app.add_option("--qpus", qpus, "QPUs to use")->capture_default_str()->check(CLI::Range(1u, kQpus));
  app.add_option("--blocks", blocks, "width of tiles in blocks of 16 columns; default: as the kernel chooses")
      ->check(CLI::Range(1u, 4u));
  app.add_option("--board", board, "pi1, zero, pi2 or pi3")->capture_default_str();
  app.add_option("--clock", mhz, "MHz of V3D")->check(CLI::Range(1.0, 10000.0));
  app.add_flag("--alone", alone, "without the program of the articles");
  CLI11_PARSE(app, argc, argv);
  const auto found = timing::find_board(board);
  if (!found) return app.exit(CLI::ValidationError("--board", board + " is not pi1, zero, pi2 or pi3"));
  if (!sizes.empty() && sizes.size() != 3)
    return app.exit(CLI::ValidationError("M N K", "give all three sizes or none"));
  if (least > most) return app.exit(CLI::ValidationError("--least", "is more than --most"));

  std::vector<Shape> shapes = random > 0 ? random_shapes(random, seed, least, most) : default_shapes();
  if (!sizes.empty()) shapes = {{sizes[0], sizes[1], sizes[2], trans_a, trans_b}};
  const Bench bench(*found, mhz, qpus, blocks);
  std::printf(
      "modelled, board %s; issue: share of the slots of 12 QPUs in which an instruction was issued\n%s%s\n",
      board.c_str(), "m n k                             ms  GFLOPS   issue   SDRAM  ",
      alone ? " stalls" : "articles  ratio   stalls");
  Tally tally;
  for (const Shape& shape : shapes) {
    const Measured tmus = bench.measure(shape, SgemmMethod::automatic);
    std::optional<Measured> uniforms;
    if (!alone) uniforms = bench.measure(shape, SgemmMethod::uniforms);
    print_row(shape, tmus, uniforms, tally);
  }
  std::printf("least: %.2f GFLOPS, %s", tally.least, tally.least_shape.c_str());
  if (!alone) std::printf("; slower than the articles' program: %u of %zu", tally.slower, shapes.size());
  std::printf("\n");
}
