// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qpu/asm/diagnostic.h"

// The assembler: text in the language of vc4asm in, machine code out. See docs/qpu-assembler.md.
namespace quadcl::qpu::assembly {

/// Limits, so that assembling always ends. Reaching one is an error that names it.
struct AssemblerLimits {
  unsigned include_depth = 32;
  unsigned macro_depth = 128;
  unsigned passes = 8;
  unsigned errors = 100;
  std::uint64_t statements = 4'000'000;  ///< executed in one pass, loops and macro bodies included
  std::uint64_t output_bytes = 4u << 20;
  std::uint64_t source_bytes = 64u << 20;  ///< of one file; a device such as /dev/zero never ends
};

struct AssemblerOptions {
  /// Searched for `.include <file>`, and for `.include "file"` after the folder of the including file.
  std::vector<std::string> include_directories;
  /// Included before the first line, as by `.include "file"`.
  std::vector<std::string> preincludes;
  /// Constants to set before the first line; a value is any expression, empty means 1.
  std::vector<std::pair<std::string, std::string>> defines;
  /// Reads a file for `.include`; empty if it does not exist. Reads from disk if not set.
  std::function<std::optional<std::string>(const std::string& path)> read_file;
  AssemblerLimits limits;
};

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

/// Assembles a text. Never throws; `file` is its name for messages and for relative includes.
Program assemble(std::string_view text, const std::string& file, const AssemblerOptions& options = {});

/// Assembles a file from disk, or reports that it cannot be read.
Program assemble_file(const std::string& file, const AssemblerOptions& options = {});

}  // namespace quadcl::qpu::assembly
