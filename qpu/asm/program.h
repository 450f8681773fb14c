// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/asm/diagnostic.h"

// What the assembler makes of a text.
namespace quadcl::qpu::assembly {

struct Label {
  std::string name;
  std::uint32_t address = 0;  ///< in bytes from the start of the program
  bool global = false;        ///< exported by `::name` or `.global`
};

/// A constant exported by `.global name, value`.
struct GlobalConstant {
  std::string name;
  std::int64_t value = 0;
};

/// A line of a source.
struct LinePlace {
  std::uint32_t file = 0;  ///< index into `Program::files`
  std::uint32_t line = 0;
};

/// The source line of a run of bytes.
struct LineEntry {
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  bool code = true;        ///< instructions, not data
  std::uint32_t file = 0;  ///< index into `Program::files`
  std::uint32_t line = 0;
  /// If the line belongs to a macro: the line that calls it, then the one that calls that one's macro ...
  std::vector<LinePlace> calls = {};
  std::string text = {};  ///< of the line, without comment and surrounding spaces
};

struct Program {
  std::vector<std::uint8_t> bytes;  ///< little endian, as the QPU reads it; whole instructions
  std::vector<Label> labels;        ///< by address; local labels (`:1`) may repeat
  std::vector<GlobalConstant> constants;
  std::vector<std::string> files;
  std::vector<LineEntry> lines;  ///< by address, without gaps or overlaps
  std::vector<Diagnostic> diagnostics;

  /// No errors; there may be warnings.
  bool ok() const;
  std::vector<std::uint64_t> words() const;
  const Label* find_label(std::string_view name) const;
};

}  // namespace quadcl::qpu::assembly
