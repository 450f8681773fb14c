// SPDX-License-Identifier: Apache-2.0

// QPU instructions per second of the articles' sgemm on 1 and 12 QPUs: without time, with time modelled, and
// with a trace and a profile as well.

#include <benchmark/benchmark.h>

#include "bench/calibration/sgemm.h"

namespace {

namespace timing = quadcl::qpu::timing;

void add_product(calibration::BenchChip& chip, std::int64_t qpus) {
  const unsigned row_parts = qpus == 1 ? 1 : 2;
  calibration::add_sgemm(chip, row_parts, static_cast<unsigned>(qpus) / row_parts);
}

void set_rate(benchmark::State& state, std::uint64_t instructions) {
  state.counters["instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void sgemm_untimed(benchmark::State& state) {
  calibration::BenchChip chip(calibration::zero_250(), calibration::kSgemmBytes);
  add_product(chip, state.range(0));
  std::uint64_t instructions = 0;
  for (auto _ : state) instructions += chip.run_untimed();
  set_rate(state, instructions);
}

void sgemm(benchmark::State& state, bool instruments) {
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    calibration::BenchChip chip(calibration::zero_250(), calibration::kSgemmBytes);
    add_product(chip, state.range(0));
    timing::TraceRecorder trace;
    timing::Profile profile;
    timing::Instruments with;
    if (instruments) with.trace = &trace, with.profile = &profile;
    instructions += chip.run(with).counters[timing::counter::icache_hits];
  }
  set_rate(state, instructions);
}

}  // namespace

BENCHMARK(sgemm_untimed)->Arg(1)->Arg(12)->UseRealTime();
BENCHMARK_CAPTURE(sgemm, timed, false)->Arg(1)->Arg(12)->UseRealTime();
BENCHMARK_CAPTURE(sgemm, timed_traced_profiled, true)->Arg(12)->UseRealTime();
BENCHMARK_MAIN();
