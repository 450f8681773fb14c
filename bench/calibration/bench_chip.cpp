// SPDX-License-Identifier: Apache-2.0
#include "bench/calibration/bench_chip.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>

#include "qpu/asm/assembler.h"

namespace calibration {

namespace {

namespace assembly = quadcl::qpu::assembly;

/// Where QPUs see memory: through the VPU's L2 on BCM2835, directly on the others (docs/videocore4.md,
/// Memory).
BusAddress base_of(timing::Board board) {
  const bool bcm2835 = board == timing::Board::pi1 || board == timing::Board::zero;
  return BusAddress(bcm2835 ? 0x40000000u : 0xC0000000u);
}

/// One machine for all jobs: it keeps decoded code.
quadcl::qpu::emulator::Machine& machine() {
  static quadcl::qpu::emulator::Machine instance;
  return instance;
}

void print(const timing::TimeReport& report) {
  std::printf("  %llu clocks, %zu QPUs\n", static_cast<unsigned long long>(report.cycles()),
              report.qpus.size());
  timing::StallTimes sum;
  std::uint64_t instructions = 0;
  for (const timing::QpuTime& qpu : report.qpus) {
    instructions += qpu.instructions;
    for (std::size_t i = 0; i < timing::kStalls; ++i) sum.by_cause[i] += qpu.stalls.by_cause[i];
  }
  std::printf("  %llu instructions; clocks stalled, all QPUs:",
              static_cast<unsigned long long>(instructions));
  for (std::size_t i = 0; i < timing::kStalls; ++i) {
    if (sum.by_cause[i] == 0) continue;
    std::printf(" %s %lld;", timing::kStallNames[i].data(),
                static_cast<long long>(sum.by_cause[i] / timing::kClock));
  }
  std::printf("\n  busy: L2C %.0f %%, SDRAM %.0f %%, DMA load %.0f %%, DMA store %.0f %%\n ",
              100.0 * report.l2c_busy / report.total, 100.0 * report.sdram_busy / report.total,
              100.0 * report.load_busy / report.total, 100.0 * report.store_busy / report.total);
  for (std::size_t i = 0; i < timing::kCounters; ++i) {
    if (timing::counter_table()[i].modelled)
      std::printf(" %zu:%llu", i, static_cast<unsigned long long>(report.counters[i]));
  }
  std::printf("\n");
}

}  // namespace

BenchChip::Overrides BenchChip::overrides;

timing::Parameters pi2() { return timing::Parameters(timing::Board::pi2, 250); }
timing::Parameters pi3(double mhz) { return timing::Parameters(timing::Board::pi3, mhz); }
timing::Parameters zero_250() { return timing::Parameters(timing::Board::zero, 250); }

timing::Parameters with_overrides(const timing::Parameters& parameters) {
  const BenchChip::Overrides& overrides = BenchChip::overrides;
  const double mhz = overrides.clock_mhz.value_or(parameters.v3d_mhz());
  timing::Parameters changed(parameters.board(), mhz * overrides.clock_factor);
  for (const auto& [name, value] : overrides.constants) changed.set(name, value);
  return changed;
}

timing::TimeReport run_job(std::span<const quadcl::qpu::QpuProgram> programs,
                           const quadcl::qpu::emulator::BusMap& memory, const timing::Parameters& parameters,
                           const timing::Instruments& instruments) {
  std::vector<quadcl::qpu::QpuProgram> dealt(programs.begin(), programs.end());
  if (BenchChip::overrides.order != 0) {
    std::shuffle(dealt.begin(), dealt.end(), std::mt19937(BenchChip::overrides.order));
  }
  timing::TimeReport report;
  const auto outcome =
      timing::run_timed(machine(), dealt, memory, std::uint64_t{1} << 40, parameters, report, instruments);
  if (outcome.error) throw std::runtime_error(outcome.error->message);
  if (BenchChip::overrides.verbose) print(report);
  return report;
}

BenchChip::BenchChip(const timing::Parameters& parameters, std::size_t bytes)
    : parameters_(with_overrides(parameters)), memory_(bytes), base_(base_of(parameters.board())) {}

BusAddress BenchChip::allocate(std::size_t bytes, std::size_t alignment) {
  const std::size_t start = (used_ + alignment - 1) / alignment * alignment;
  if (start + bytes > memory_.size()) throw std::runtime_error("out of bench memory");
  used_ = start + bytes;
  return base_ + static_cast<std::uint32_t>(start);
}

void BenchChip::write(BusAddress at, std::span<const std::uint32_t> words) {
  std::memcpy(memory_.data() + (at - base_), words.data(), words.size_bytes());
}

BusAddress BenchChip::place(std::span<const std::uint32_t> words, std::size_t alignment) {
  const BusAddress at = allocate(words.size_bytes(), alignment);
  write(at, words);
  return at;
}

BusAddress BenchChip::program(const std::string& file, const Defines& defines, const std::string& label) {
  assembly::AssemblerOptions options;
  for (const auto& [name, value] : defines) options.defines.emplace_back(name, std::to_string(value));
  const assembly::Program program =
      assembly::assemble_file(std::string(QUADCL_CALIBRATION_DIR) + "/" + file, options);
  if (!program.ok()) throw std::runtime_error(file + " does not assemble; see qpu-as");
  const BusAddress at = allocate(program.bytes.size(), 64);
  std::memcpy(memory_.data() + (at - base_), program.bytes.data(), program.bytes.size());
  if (label.empty()) return at;
  const assembly::Label* found = program.find_label(label);
  if (found == nullptr) throw std::runtime_error(file + " has no label " + label);
  return at + found->address;
}

void BenchChip::add_qpu(BusAddress code, std::span<const std::uint32_t> uniforms) {
  programs_.push_back({code, place(uniforms)});
}

void BenchChip::add_qpu(BusAddress code, std::initializer_list<std::uint32_t> uniforms) {
  add_qpu(code, std::span(uniforms.begin(), uniforms.size()));
}

quadcl::qpu::emulator::BusMap BenchChip::map() {
  quadcl::qpu::emulator::BusMap map;
  map.add({base_, static_cast<std::uint32_t>(memory_.size()), memory_.data()});
  return map;
}

std::uint64_t BenchChip::run_untimed() {
  const auto outcome = machine().run(programs_, map());
  if (outcome.error) throw std::runtime_error(outcome.error->message);
  return outcome.instructions();
}

timing::TimeReport BenchChip::run(const timing::Instruments& instruments) {
  return run_job(programs_, map(), parameters_, instruments);
}

}  // namespace calibration
