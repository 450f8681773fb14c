// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "qpu/emulator/bus_map.h"
#include "qpu/emulator/machine.h"

namespace quadcl::tools {

/// A job for the QPUs as a text file describes it (docs/qpu-tools.md):
///
///     image FILE                 the bytes; a relative name is looked for beside the job file
///     segment BUS OFFSET BYTES   where a piece of the image lies in bus address space; several
///     codebytes N                how much of the image, from its start, is code
///     listing FILE               of the image, as `qpu-as --list` writes it; names places in reports
///     qpu CODE UNIFORMS          one line a QPU: bus addresses
///
/// Bus addresses are hexadecimal; the other numbers are decimal, or hexadecimal with 0x. `#` starts a
/// comment.
struct JobFile {
  struct Segment {
    BusAddress bus;
    std::uint64_t offset = 0, bytes = 0;
    std::size_t line = 0;  ///< of the job file
  };

  /// The place of a bus address in the image.
  std::optional<std::uint32_t> image_offset(BusAddress address) const;

  std::string image, listing;
  std::vector<Segment> segments;
  std::optional<std::uint64_t> code_bytes;
  std::vector<qpu::QpuProgram> programs;
};

/// Errors: invalid_argument_value, with line and reason.
Result<JobFile> parse_job(std::string_view text);

/// The segments over `image`, which must outlive the result. Error: invalid_argument_value if a segment
/// leaves the image or segments overlap.
Result<qpu::emulator::BusMap> map_job(const JobFile& job, std::vector<std::byte>& image);

}  // namespace quadcl::tools
