// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "qpu/emulator/machine.h"
#include "qpu/timing/timed_run.h"

namespace calibration {

namespace timing = quadcl::qpu::timing;
using quadcl::BusAddress;

/// Constants for a program's `.if` and `.rep`.
using Defines = std::vector<std::pair<std::string, int>>;

/// Boards and clocks that the measurements were made with.
timing::Parameters pi2();  ///< 250 MHz
timing::Parameters pi3(double mhz);
timing::Parameters zero_250();  ///< as the articles compute (docs/videocore4.md, Clocks)

/// The same with the constants and the clock that a command line asked for.
timing::Parameters with_overrides(const timing::Parameters& parameters);

/// Runs a job that lies in `memory`.
timing::TimeReport run_job(std::span<const quadcl::qpu::QpuProgram> programs,
                           const quadcl::qpu::emulator::BusMap& memory, const timing::Parameters& parameters,
                           const timing::Instruments& instruments = {});

/// A chip with a little memory, to run one job on. Throws std::runtime_error where a program does not
/// assemble or faults: there is nothing to measure then.
class BenchChip {
 public:
  explicit BenchChip(const timing::Parameters& parameters, std::size_t bytes = std::size_t{8} << 20);

  /// Bus address of `bytes` that are 0, at a multiple of `alignment`.
  BusAddress allocate(std::size_t bytes, std::size_t alignment = 4096);
  void write(BusAddress at, std::span<const std::uint32_t> words);
  BusAddress place(std::span<const std::uint32_t> words, std::size_t alignment = 64);

  /// Assembles a program of this folder. Programs start on a line of the instruction cache.
  BusAddress program(const std::string& file, const Defines& defines = {}, const std::string& label = {});
  void add_qpu(BusAddress code, std::span<const std::uint32_t> uniforms);
  void add_qpu_at(BusAddress code, BusAddress uniforms) { programs_.push_back({code, uniforms}); }
  void add_qpu(BusAddress code, std::initializer_list<std::uint32_t> uniforms);

  timing::TimeReport run(const timing::Instruments& instruments = {});
  /// Runs the job without time; returns the instructions that the QPUs executed.
  std::uint64_t run_untimed();

  /// For all chips, to see what the modelled times depend on.
  struct Overrides {
    bool verbose = false;  ///< every run prints where its time went
    std::optional<double> clock_mhz;
    double clock_factor = 1;
    unsigned order = 0;  ///< not 0: programs are dealt to QPUs at random, by this seed
    std::vector<std::pair<std::string, double>> constants;
  };
  static Overrides overrides;

  double seconds(timing::Ticks time) const { return parameters_.seconds(time); }
  double clocks(timing::Ticks time) const { return static_cast<double>(time) / timing::kClock; }

 private:
  quadcl::qpu::emulator::BusMap map();

  timing::Parameters parameters_;
  std::vector<std::byte> memory_;
  std::size_t used_ = 0;
  BusAddress base_;
  std::vector<quadcl::qpu::QpuProgram> programs_;
};

// Set-up words (docs/videocore4.md, VPM and DMA): 32-bit rows of 16 words, horizontal.
constexpr std::uint32_t load_rows(unsigned rows, unsigned vpm_row = 0) {
  return 0x83001000u | (rows % 16) << 16 | vpm_row << 4;
}
constexpr std::uint32_t store_rows(unsigned rows, unsigned vpm_row = 0) {
  return 0x80000000u | (rows % 128) << 23 | 16u << 16 | 1u << 14 | vpm_row << 7;
}
constexpr std::uint32_t kNoStride = 0xC0000000u;
constexpr std::uint32_t vpm_read(unsigned vectors, unsigned row = 0) {
  return (vectors % 16) << 20 | 0x1a00u | row;
}
constexpr std::uint32_t vpm_write(unsigned row = 0) { return 0x1a00u | row; }

}  // namespace calibration
