// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "qpu/emulator/bus_map.h"
#include "tools/code_names.h"
#include "tools/fault_report.h"
#include "tools/job_file.h"

namespace quadcl::tools {

/// A job file with the files that it names.
struct LoadedJob {
  /// Throws std::runtime_error with the reason if a file cannot be used.
  explicit LoadedJob(const std::string& path);
  LoadedJob(const LoadedJob&) = delete;

  CodePlaces places() const { return {job, names}; }

  JobFile job;
  std::vector<std::byte> image;
  qpu::emulator::BusMap map;  ///< over `image`
  CodeNames names;
};

}  // namespace quadcl::tools
