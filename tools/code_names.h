// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/result.h"
#include "tools/job_file.h"

namespace quadcl::tools {

/// Label and source line of the code of a job, from the listing that `qpu-as --list` writes.
class CodeNames {
 public:
  /// Knows no names.
  CodeNames() = default;
  /// The listing begins at the start of the image. Error: invalid_argument_value if the text is no listing.
  static Result<CodeNames> read(std::string_view listing);

  /// ":loop + 16, kernel.qasm:12" for the instruction at an address. Empty if nothing is known, or if the
  /// listing has another word there.
  std::string of(const JobFile& job, BusAddress address, std::uint64_t word) const;

 private:
  struct Line {
    std::uint64_t word = 0;
    std::string source;
    std::string label;  ///< the last one before; may be empty
    std::uint32_t distance = 0;
  };
  std::map<std::uint32_t, Line> lines_;
};

}  // namespace quadcl::tools
