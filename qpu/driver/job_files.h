// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "qpu/driver/executor.h"
#include "qpu/emulator/bus_map.h"

namespace quadcl::qpu {

/// The code of a job, and where it comes from.
struct JobCode {
  BusAddress address;
  std::vector<std::uint64_t> words;
  std::string name;                  ///< of the kernel
  std::string file;                  ///< the source
  std::vector<std::uint32_t> lines;  ///< of the source, for each word; 0 if unknown
  std::vector<std::string> text;     ///< of the source, by line; may be empty
};

/// Writes a job that has not run yet for qpu-run and qpu-debug (docs/qpu-tools.md, Job files): to `path` the
/// job, to `path`.bin its memory and to `path`.lst the listing. Error: out_of_resources if a file cannot be
/// written.
Result<void> write_job_files(const std::string& path, const Job& job, const emulator::BusMap& memory,
                             const JobCode& code);

}  // namespace quadcl::qpu
