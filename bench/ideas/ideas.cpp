// SPDX-License-Identifier: Apache-2.0

// The articles on sgemm leave ideas open. Each idea has a program here that does nothing else, and its
// modelled time shows what the idea is worth.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "bench/calibration/bench_chip.h"
#include "qpu/isa/chip.h"

namespace {

using namespace calibration;
using quadcl::qpu::kQpus;

constexpr std::uint32_t kStepWords = 64;

/// Clocks of a step of 64 uniforms. `streams` QPUs read different uniforms, the others the same as one of
/// them.
double clocks_of_step(unsigned qpus, unsigned streams, bool prefetch) {
  constexpr std::uint32_t kSteps = 363;
  BenchChip chip(zero_250());
  const BusAddress code = chip.program("../ideas/uniform_prefetch.qasm", {{"PREFETCH", prefetch}});
  std::vector<BusAddress> words;
  for (unsigned i = 0; i < streams; ++i) words.push_back(chip.allocate(4 * kStepWords * (kSteps + 4)));
  for (unsigned i = 0; i < qpus; ++i) chip.add_qpu(code, {kSteps, words[i % streams].value()});
  return chip.clocks(chip.run().total) / kSteps;
}

void print_prefetch() {
  std::printf(
      "Prefetch of uniforms by a TMU request: clocks of a step of 64 uniforms and 5 to 9 other instructions\n"
      "QPUs  streams  plain  prefetch\n");
  for (const auto& [qpus, streams] : {std::pair{1u, 1u}, {4u, 4u}, {12u, 12u}, {12u, 6u}}) {
    std::printf("%4u %8u %6.0f %9.0f\n", qpus, streams, clocks_of_step(qpus, streams, false),
                clocks_of_step(qpus, streams, true));
  }
}

/// Milliseconds of tiles of 16x64 with `steps` of 67 instructions before each is written.
double milliseconds_of_tiles(std::uint32_t steps, bool in_flight) {
  constexpr std::uint32_t kTiles = 24, kLoopInstructions = 10;
  BenchChip chip(zero_250());
  const BusAddress code = chip.program("../ideas/blocks_in_flight.qasm", {{"IN_FLIGHT", in_flight}});
  for (unsigned qpu = 0; qpu < kQpus; ++qpu) {
    const BusAddress c = chip.allocate(4 * 16 * 64);
    std::vector<std::uint32_t> uniforms{kTiles, qpu == 0};
    for (std::uint32_t tile = 0; tile < kTiles; ++tile) {
      uniforms.push_back(steps * 67 / kLoopInstructions);
      for (unsigned block = 0; block < 4; ++block) {
        const unsigned vpm_row = in_flight ? 16 * block : 0;
        for (const std::uint32_t word :
             {vpm_write(vpm_row), store_rows(16, vpm_row), kNoStride, (c + 1024 * block).value()}) {
          uniforms.push_back(word);
        }
      }
    }
    chip.add_qpu(code, uniforms);
  }
  return chip.seconds(chip.run().total) * 1e3;
}

void print_blocks() {
  std::printf(
      "\nC in four blocks, each with its own part of the VPM and its semaphore, instead of one mutex: ms for "
      "288 tiles\n"
      "   k  mutex  semaphores\n");
  for (const std::uint32_t k : {8u, 32u, 64u, 128u, 363u, 1024u}) {
    std::printf("%4u %6.2f %11.2f\n", k, milliseconds_of_tiles(k, false), milliseconds_of_tiles(k, true));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Ideas for sgemm on the emulated QPUs, each by a program of its own: modelled, board zero, 250 MHz",
      "sgemm_ideas"};
  CLI11_PARSE(app, argc, argv);
  print_prefetch();
  print_blocks();
}
