// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"

namespace calibration {
namespace {

using timing::Stall;
using timing::TimeReport;

/// Issue slots used over slots passed, of one QPU.
double efficiency(const TimeReport& report) {
  const timing::QpuTime& qpu = report.qpus[0];
  return static_cast<double>(qpu.instructions) * timing::kSlot /
         static_cast<double>(qpu.finished - qpu.started);
}

double uniform_efficiency(int reads, int nops) {
  constexpr std::uint32_t repeats = 300;
  BenchChip chip(pi2());
  const BusAddress code = chip.program("uniform_stream.qasm", {{"READS", reads}, {"NOPS", nops}});
  std::vector<std::uint32_t> uniforms(1 + repeats * static_cast<std::uint32_t>(reads) + 16, 0);
  uniforms[0] = repeats;
  chip.add_qpu(code, uniforms);
  return efficiency(chip.run());
}

/// TMU stalls of the third pass over the working set.
timing::Ticks tmu_stalls(double mhz, std::uint32_t working_set, std::uint32_t step, int nops) {
  const auto run = [&](std::uint32_t vectors) {
    BenchChip chip(timing::Parameters(timing::Board::pi2, mhz));
    const BusAddress data = chip.allocate(working_set + 64);
    chip.add_qpu(chip.program("tmu_latency.qasm", {{"NOPS", nops}}),
                 {vectors, data.value(), working_set - 1, step});
    return chip.run().qpus[0].stalls[Stall::tmu];
  };
  const std::uint32_t once = working_set / step;
  return run(3 * once) - run(2 * once);
}

/// Least number of instructions between request and load signal without a stall.
double tmu_latency(double mhz, std::uint32_t working_set, std::uint32_t step) {
  int nops = 0;
  while (tmu_stalls(mhz, working_set, step, nops) > 0) ++nops;
  return nops;
}

double vpm_read_latency() {
  for (int nops = 0;; ++nops) {
    BenchChip chip(pi3(250));
    chip.add_qpu(chip.program("vpm_read.qasm", {{"NOPS", nops}}), {0});
    if (chip.run().qpus[0].stalls[Stall::vpm_read] == 0) return nops;
  }
}

/// Instructions from the first read to the last, stalls included.
double vpm_read_write(int after_setup, int between) {
  BenchChip chip(pi3(250));
  chip.add_qpu(chip.program("vpm_read_write.qasm", {{"NOPS", after_setup}, {"BETWEEN", between}}), {0});
  const auto stalls = chip.run().qpus[0].stalls;
  return static_cast<double>(stalls[Stall::vpm_read] + stalls[Stall::vpm_write]) / timing::kSlot +
         16.0 * (1 + between) + after_setup;
}

double semaphore_seconds() {
  constexpr std::uint32_t iterations = 100000;
  constexpr double measured_iterations = 12345678;
  BenchChip chip(pi3(400));
  const BusAddress ping = chip.program("semaphore.qasm", {}, "ping");
  const BusAddress pong = chip.program("semaphore.qasm", {}, "pong");
  chip.add_qpu(ping, {iterations});
  chip.add_qpu(pong, {iterations});
  return chip.seconds(chip.run().total) * measured_iterations / iterations;
}

}  // namespace

std::vector<Point> core_points() {
  constexpr std::uint32_t kilobyte = 1024;
  return {
      {"uniform-64-0", "64 uniforms back to back: issue efficiency", "", 0.60, "QU3-6",
       [] { return uniform_efficiency(64, 0); }},
      {"uniform-16-7", "16 uniforms, 7 nops after each: issue efficiency", "", 1.0, "QU3-6",
       [] { return uniform_efficiency(16, 7); }},
      {"uniform-32-7", "32 uniforms, 7 nops after each: issue efficiency", "", 1.0, "QU3-6",
       [] { return uniform_efficiency(32, 7); }},
      {"tmu-l1", "TMU latency, L1 hit, 250 MHz", "instr", 9, "QT10",
       [] { return tmu_latency(250, 2 * kilobyte, 64); }},
      {"tmu-l2", "TMU latency, L2C hit, 250 MHz", "instr", 12, "QT10",
       [] { return tmu_latency(250, 8 * kilobyte, 64); }},
      {"tmu-l2-130", "TMU latency, L2C hit, 130 MHz", "instr", 12, "QT10",
       [] { return tmu_latency(130, 8 * kilobyte, 64); }},
      {"tmu-l2-500", "TMU latency, L2C hit, 500 MHz", "instr", 12, "QT10",
       [] { return tmu_latency(500, 8 * kilobyte, 64); }},
      {"tmu-sdram", "TMU latency, SDRAM, 250 MHz", "instr", 20, "QT10",
       [] { return tmu_latency(250, 128 * kilobyte, 64); }},
      {"vpm-read", "VPM read set-up to first vector", "instr", 5, "QV18, QV59",
       [] { return vpm_read_latency(); }},
      {"vpm-mixed-0-1", "16 vectors read and written, 0 nops after set-up, 1 between: time", "instr",
       16 * 2 + 17, "QV59", [] { return vpm_read_write(0, 1); }},
      {"vpm-mixed-2-2", "16 vectors read and written, 2 nops after set-up, 2 between: time", "instr",
       2 + 16 * 3 + 18, "QV59", [] { return vpm_read_write(2, 2); }},
      {"semaphore", "12,345,678 turns of two QPUs by semaphores, 400 MHz", "s", 0.864278, "QI10",
       [] { return semaphore_seconds(); }, "100,000 turns run, the rest in proportion"},
  };
}

}  // namespace calibration
