// SPDX-License-Identifier: Apache-2.0

// QPU instructions per second with time modelled: the articles' sgemm on 1 and 12 QPUs, without and with a
// trace and a profile.

#include <benchmark/benchmark.h>

#include "bench/calibration/sgemm.h"

namespace {

namespace timing = quadcl::qpu::timing;

void sgemm(benchmark::State& state, bool instruments) {
  const auto column_parts = static_cast<unsigned>(state.range(0));
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    calibration::BenchChip chip(calibration::zero_250(), calibration::kSgemmBytes);
    calibration::add_sgemm(chip, calibration::SgemmKernel::shipped, column_parts == 1 ? 1 : 2, column_parts);
    timing::TraceRecorder trace;
    timing::Profile profile;
    timing::Instruments with;
    if (instruments) with.trace = &trace, with.profile = &profile;
    instructions += chip.run(with).counters[timing::counter::icache_hits];
  }
  state.counters["instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

}  // namespace

BENCHMARK_CAPTURE(sgemm, timed, false)->Arg(1)->Arg(6)->UseRealTime();
BENCHMARK_CAPTURE(sgemm, timed_traced_profiled, true)->Arg(6)->UseRealTime();
BENCHMARK_MAIN();
