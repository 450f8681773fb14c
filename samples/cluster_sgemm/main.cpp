// SPDX-License-Identifier: Apache-2.0
//
// A product too large for one device, over the ranks of an MPI job: SUMMA. Each rank computes a block of C on
// its own device. Panels of A reach it along its row of the grid, panels of B along its column. While the
// device multiplies one pair of panels, the next pair travels. Read grid.h, then summa.cpp.

#include "../common/sample.h"
#include "grid.h"
#include "summa.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <thread>

namespace {

struct Options {
  Problem problem;
  bool overlap = true;
  sample::DeviceChoice choice;
};

bool has_sgemm(const cl::Device& device) { return sample::has_builtin(device, "sgemm"); }

// A barrier in which waiting ranks leave the processor to working ones.
void wait_for_all(MPI_Comm ranks) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(ranks, &request);
  for (int done = 0; !done; std::this_thread::sleep_for(std::chrono::milliseconds(1)))
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

// ---- One product, by the first `ranks` ranks of the job

struct Timing {
  int rows = 0, columns = 0;  // of the grid
  double seconds = 0, busy = 0;
  int passed = 1;
};

Timing time_product(int ranks, const Problem& problem, const cl::Device& device, bool overlap) {
  Timing timing;
  {
    const Communicator members(MPI_COMM_WORLD, rank_in(MPI_COMM_WORLD) < ranks ? 0 : MPI_UNDEFINED);
    if (members != MPI_COMM_NULL) {
      const Grid grid(members);
      const LocalPart part(grid, problem);
      const Run run = multiply(grid, part, problem, device, overlap);
      timing = {grid.rows, grid.columns, run.seconds, run.busy_seconds / run.seconds, part.is_product(run.c)};
      MPI_Allreduce(MPI_IN_PLACE, &timing.busy, 1, MPI_DOUBLE, MPI_MIN, members);
    }
  }
  wait_for_all(MPI_COMM_WORLD);
  // Sends the result of rank 0, which is always a member, to all ranks.
  MPI_Bcast(&timing.passed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return timing;
}

// ---- Scaling

std::vector<int> rank_counts() {
  std::vector<int> counts;
  const int all = size_of(MPI_COMM_WORLD);
  for (int count = 1; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  return counts;
}

// Strong: more ranks for the same product. Weak: more ranks for more rows of A and C, the same work for each.
bool run_table(const cl::Device& device, const Options& options, bool weak) {
  sample::Table table({weak ? "weak scaling" : "strong scaling", "grid", "M x N x K", "time", "GFLOPS",
                       "efficiency", "device busy", "check"});
  bool all_passed = true;
  double alone = 0;
  for (const int ranks : rank_counts()) {
    Problem problem = options.problem;
    if (weak) problem.m *= static_cast<std::size_t>(ranks);
    const Timing timing = time_product(ranks, problem, device, options.overlap);
    if (ranks == 1) alone = timing.seconds;
    const double operations =
        2.0 * static_cast<double>(problem.m * problem.n) * static_cast<double>(problem.k);
    const double efficiency = alone / timing.seconds / (weak ? 1 : ranks);
    table.add(
        {std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks"),
         std::to_string(timing.rows) + "x" + std::to_string(timing.columns),
         std::to_string(problem.m) + " x " + std::to_string(problem.n) + " x " + std::to_string(problem.k),
         sample::with_unit(timing.seconds), sample::giga_per_second(operations, timing.seconds),
         sample::fixed(100 * efficiency, 0) + " %", sample::fixed(100 * timing.busy, 0) + " %",
         timing.passed ? "passed" : "FAILED"});
    all_passed = all_passed && timing.passed;
  }
  if (rank_in(MPI_COMM_WORLD) == 0) table.print();
  return all_passed;
}

void check(const Problem& p) {
  const auto ranks = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
  if (p.m < ranks || p.n < ranks) throw CLI::ValidationError("M N", "must be at least the number of ranks");
  if (p.panel * std::max(p.m * ranks, p.n) > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw CLI::ValidationError("--panel", "too large for one MPI message with these sizes");
}

// As many devices as the machine with the fewest has.
std::vector<cl::Device> common_devices(const sample::DeviceChoice& choice) {
  std::vector<cl::Device> devices = sample::choose_devices(choice, has_sgemm);
  auto count = static_cast<int>(devices.size());
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  devices.resize(static_cast<std::size_t>(count));
  return devices;
}

int run(const Options& options) {
  const bool first_rank = rank_in(MPI_COMM_WORLD) == 0;
  if (options.choice.list) {
    if (first_rank) sample::print_devices(has_sgemm);
    return 0;
  }
  bool all_passed = true;
  for (const cl::Device& device : common_devices(options.choice)) {
    if (first_rank) sample::print_heading(device);
    const auto all = static_cast<std::size_t>(size_of(MPI_COMM_WORLD));
    time_product(size_of(MPI_COMM_WORLD), {64 * all, 64 * all, 64, 64}, device,
                 true);  // the first launch also starts the device
    for (const bool weak : {false, true}) all_passed = run_table(device, options, weak) && all_passed;
    if (first_rank) std::printf("\n");
  }
  return all_passed ? 0 : 1;
}

int parse_and_run(int argc, char** argv) {
  Options options;
  std::vector<std::size_t> sizes;
  CLI::App app{"Multiplies matrices over the ranks of an MPI job, each with the built-in kernel sgemm.",
               "cluster_sgemm"};
  app.add_option("M_N_K", sizes, "C is M x N, the inner dimension is K; default 1536 1536 1536")
      ->expected(0, 3)
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--panel", options.problem.panel, "columns of A and rows of B that travel at a time")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_flag("!--no-overlap", options.overlap, "let the next panels wait until the device is done");
  sample::add_device_options(app, options.choice);
  try {
    app.parse(argc, argv);
    if (!sizes.empty() && sizes.size() != 3)
      throw CLI::ValidationError("M N K", "give all three sizes or none");
    if (!sizes.empty()) options.problem = {sizes[0], sizes[1], sizes[2], options.problem.panel};
    check(options.problem);
  } catch (const CLI::ParseError& error) {
    return rank_in(MPI_COMM_WORLD) == 0 ? app.exit(error) : error.get_exit_code();
  }

  // A rank that fails ends the job: the others would wait for it for ever.
  const std::string name = "cluster_sgemm, rank " + std::to_string(rank_in(MPI_COMM_WORLD)) + " of " +
                           std::to_string(size_of(MPI_COMM_WORLD));
  bool finished = false;
  const int result = sample::report_errors(name, [&] {
    const int code = run(options);
    finished = true;
    return code;
  });
  if (!finished) MPI_Abort(MPI_COMM_WORLD, 1);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int result = parse_and_run(argc, argv);
  MPI_Finalize();
  return result;
}
