// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "tools/job_file.h"

namespace quadcl::tools {

/// A line of a source.
struct SourcePlace {
  std::string file;
  unsigned line = 0;

  bool operator==(const SourcePlace&) const = default;
};

/// "kernel.qasm:12"
std::string to_string(const SourcePlace& place);

/// Labels and source lines of the code of a job, from the listing that `qpu-as --list` writes.
class CodeNames {
 public:
  struct Line {
    std::uint64_t word = 0;
    std::vector<SourcePlace> places;  ///< of a macro's line: it, then the line that calls the macro ...
    std::string text;                 ///< of the first place; may be empty
    std::string label;                ///< the last one before; may be empty
    std::uint32_t distance = 0;       ///< from it
  };

  /// Knows no names.
  CodeNames() = default;
  /// The listing begins at the start of the image. Error: invalid_argument_value if the text is no listing.
  static Result<CodeNames> read(std::string_view listing);

  /// The line of the instruction at an address. Null if nothing is known, or if the listing has another word
  /// there.
  const Line* line_of(const JobFile& job, BusAddress address, std::uint64_t word) const;
  /// ":loop + 16, kernel.qasm:12" for the instruction at an address; empty as line_of.
  std::string of(const JobFile& job, BusAddress address, std::uint64_t word) const;

  /// Code by offset in the image.
  const std::map<std::uint32_t, Line>& lines() const { return lines_; }
  /// Offsets of labels, in their order. A local label can have several.
  const std::multimap<std::string, std::uint32_t, std::less<>>& labels() const { return labels_; }

 private:
  std::map<std::uint32_t, Line> lines_;
  std::multimap<std::string, std::uint32_t, std::less<>> labels_;
};

}  // namespace quadcl::tools
