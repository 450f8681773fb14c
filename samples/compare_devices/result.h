// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

// The place where a kernel ran decides on the meaning of its measured time.
enum class RanOn { device, cpu_beside_qpu, qpu_emulator };

struct Result {
  std::string device, kernel;
  RanOn ran_on = RanOn::device;
  double operations = 0, bytes = 0;    // as in the workload
  double seconds = 0;                  // measured on this computer; for the emulator, the time of emulation
  std::optional<double> chip_seconds;  // modelled time of the emulated chip
  bool passed = false;
};

// The parameters of a run, and its results.
struct Report {
  std::size_t size = 0;
  int repeats = 0;
  double chip_peak = 0;  // GFLOPS of the emulated chip; 0 if there is none
  std::vector<Result> results;
};

const char* name_of(RanOn where);

std::string to_json(const Report& report);
std::string to_html(const Report& report);
