// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "bench/calibration/bench_chip.h"
#include "bench/calibration/points.h"
#include "qpu/timing/counters.h"

namespace calibration {
namespace {

namespace counter = timing::counter;

std::uint64_t straight(int length, std::size_t which, unsigned qpus = 1) {
  BenchChip chip(pi2());
  const BusAddress code = chip.program("straight.qasm", {{"LENGTH", length}});
  const std::uint32_t uniforms[16] = {};
  const BusAddress stream = chip.place(uniforms);
  for (unsigned i = 0; i < qpus; ++i) chip.add_qpu_at(code, stream);
  return chip.run().counters[which];
}

std::uint64_t uniform_reads(int reads, std::size_t which, unsigned qpus = 1) {
  BenchChip chip(pi2());
  const BusAddress code = chip.program("uniform_reads.qasm", {{"READS", reads}});
  const std::vector<std::uint32_t> uniforms(static_cast<std::size_t>(reads) + 32, 0);
  const BusAddress stream = chip.place(uniforms);
  for (unsigned i = 0; i < qpus; ++i) chip.add_qpu_at(code, stream);
  return chip.run().counters[which];
}

std::uint64_t tmu_request(std::uint32_t step, std::size_t which, bool both = false, unsigned qpus = 1) {
  BenchChip chip(pi2());
  const BusAddress code = chip.program("tmu_request.qasm", {{"BOTH", both}});
  const BusAddress data = chip.allocate(16 * 128);
  for (unsigned i = 0; i < qpus; ++i) chip.add_qpu(code, {data.value(), step});
  return chip.run().counters[which];
}

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

void add_straight(std::vector<CounterCheck>& checks) {
  for (const int length : {3, 4, 8, 9, 64, 500}) {
    const std::string program = "straight-" + std::to_string(length);
    const auto n = static_cast<std::uint64_t>(length);
    const std::string source = "QI3";
    checks.push_back({program + "-icache-hits", "instructions executed", n, source,
                      [=] { return straight(length, counter::icache_hits); }});
    checks.push_back({program + "-icache-misses", "instruction lines", divide_up(n, 8), source,
                      [=] { return straight(length, counter::icache_misses); }});
    checks.push_back({program + "-uniform-hits", "uniforms fetched though none is read", n == 3 ? 1u : 2u,
                      source, [=] { return straight(length, counter::uniform_hits); }});
    checks.push_back({program + "-uniform-misses", "uniform lines", 1, source,
                      [=] { return straight(length, counter::uniform_misses); }});
    checks.push_back(
        {program + "-l2c-hits", "L2C hits", 0, source, [=] { return straight(length, counter::l2c_hits); }});
    checks.push_back({program + "-l2c-misses", "L2C misses", divide_up(n, 8) + 1, source,
                      [=] { return straight(length, counter::l2c_misses); }});
  }
}

void add_uniforms(std::vector<CounterCheck>& checks) {
  for (const int reads : {1, 13, 14, 15, 16, 30, 31, 100}) {
    const std::string program = "uniforms-" + std::to_string(reads);
    const auto hits = static_cast<std::uint64_t>(reads) + 2;
    checks.push_back({program + "-hits", "words to the FIFO", hits, "QU16",
                      [=] { return uniform_reads(reads, counter::uniform_hits); }});
    checks.push_back({program + "-misses", "lines", divide_up(hits, 16), "QU16",
                      [=] { return uniform_reads(reads, counter::uniform_misses); }});
  }
}

void add_tmu(std::vector<CounterCheck>& checks) {
  for (const std::uint32_t step : {0u, 1u, 4u, 5u, 16u, 33u, 60u, 64u, 72u}) {
    const std::string program = "tmu-step-" + std::to_string(step);
    const std::uint64_t last_byte = 15 * step / 4 * 4 + 4;
    checks.push_back({program + "-words", "words looked up", 16, "QT12",
                      [=] { return tmu_request(step, counter::tmu_words); }});
    checks.push_back({program + "-misses", "lines fetched",
                      std::min<std::uint64_t>(divide_up(last_byte, 64), 16), "QT12",
                      [=] { return tmu_request(step, counter::tmu_misses); }});
  }
  checks.push_back({"tmu-both-misses", "the same line through both TMUs", 2, "VC4CL",
                    [] { return tmu_request(4, counter::tmu_misses, true); }});
}

void add_several_qpus(std::vector<CounterCheck>& checks) {
  for (const unsigned qpus : {2u, 5u, 12u}) {
    const std::string program = "qpus-" + std::to_string(qpus);
    const std::uint64_t slices = divide_up(qpus, 4);
    checks.push_back({program + "-icache-hits", "instructions, all QPUs", qpus * 64u, "VC4CL",
                      [=] { return straight(64, counter::icache_hits, qpus); }});
    checks.push_back({program + "-icache-misses", "instruction lines, all slices", slices * 8, "VC4CL",
                      [=] { return straight(64, counter::icache_misses, qpus); }});
    checks.push_back({program + "-uniform-hits", "uniforms, all QPUs", qpus * 32u, "VC4CL",
                      [=] { return uniform_reads(30, counter::uniform_hits, qpus); }});
    checks.push_back({program + "-uniform-misses", "uniform lines, all slices", slices * 2, "VC4CL",
                      [=] { return uniform_reads(30, counter::uniform_misses, qpus); }});
    checks.push_back({program + "-tmu-words", "words looked up, all QPUs", qpus * 16u, "VC4CL",
                      [=] { return tmu_request(4, counter::tmu_words, false, qpus); }});
  }
}

}  // namespace

std::vector<CounterCheck> counter_checks() {
  std::vector<CounterCheck> checks;
  add_straight(checks);
  add_uniforms(checks);
  add_tmu(checks);
  add_several_qpus(checks);
  return checks;
}

}  // namespace calibration
