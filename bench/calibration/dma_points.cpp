// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"

namespace calibration {
namespace {

using timing::Stall;
using timing::TimeReport;

constexpr std::uint32_t kRepeats = 40;
constexpr int kUnrolled = 16;  ///< operations in the loop where the rate is looked for

TimeReport loads(unsigned rows, int nops, int unrolled) {
  BenchChip chip(pi2());
  const BusAddress data = chip.allocate(16 * 64);
  chip.add_qpu(chip.program("dma_load.qasm", {{"NOPS", nops}, {"OPERATIONS", unrolled}}),
               {kRepeats, load_rows(rows), data.value()});
  return chip.run();
}

TimeReport stores(unsigned rows) {
  BenchChip chip(pi2());
  const BusAddress data = chip.allocate(128 * 64);
  chip.add_qpu(chip.program("dma_store.qasm", {{"OPERATIONS", kUnrolled}}),
               {kRepeats, store_rows(rows), kNoStride, data.value()});
  return chip.run();
}

double megabytes_per_second(const TimeReport& report, unsigned rows) {
  const double seconds = pi2().seconds(report.qpus[0].finished - report.qpus[0].started);
  return kRepeats * kUnrolled * rows * 64.0 / seconds / 1e6;
}

double load_rate(unsigned rows) { return megabytes_per_second(loads(rows, 0, kUnrolled), rows); }
double store_rate(unsigned rows) { return megabytes_per_second(stores(rows), rows); }

/// Least number of instructions between start and wait without a stall; the first load, to a new address, is
/// longer and does not count.
double load_delay(unsigned rows) {
  for (int nops = 0;; ++nops) {
    const timing::Ticks stalled = loads(rows, nops, 1).qpus[0].stalls[Stall::dma_load];
    if (stalled < kRepeats * timing::kSlot) return nops;
  }
}

}  // namespace

std::vector<Point> dma_points() {
  return {
      {"dma-load-1", "DMA load of 1 row, repeated", "MB/s", 200, "QV52 by TH", [] { return load_rate(1); }},
      {"dma-load-16", "DMA load of 16 rows, repeated", "MB/s", 690, "QV52", [] { return load_rate(16); }},
      {"dma-load-delay-4", "DMA load of 4 rows: instructions until the wait is free", "instr", 30, "QV18",
       [] { return load_delay(4); }},
      {"dma-load-delay-1", "DMA load of 1 row: rule 5 n + 6", "instr", 11, "VC4C",
       [] { return load_delay(1); }, "a rule of thumb; it contradicts the 30 instructions of QV18"},
      {"dma-load-delay-16", "DMA load of 16 rows: rule 5 n + 6", "instr", 86, "VC4C",
       [] { return load_delay(16); }},
      {"dma-store-1", "DMA store of 1 row, repeated", "MB/s", 300, "QV53 by TH",
       [] { return store_rate(1); }},
      {"dma-store-64", "DMA store of 64 rows, repeated", "MB/s", 1120, "QV53 (nearly the same as 128)",
       [] { return store_rate(64); }},
      {"dma-store-128", "DMA store of 128 rows, repeated", "MB/s", 1120, "QV53",
       [] { return store_rate(128); }},
  };
}

}  // namespace calibration
