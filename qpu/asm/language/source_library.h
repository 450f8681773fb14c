// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "qpu/asm/assembler_options.h"
#include "qpu/asm/language/source.h"

namespace quadcl::qpu::assembly {

/// A file's text from disk; empty if it cannot be read. One that is too large is cut off behind the limit.
std::optional<std::string> read_source(const std::string& path, const AssemblerLimits& limits);
/// "this file has more than ... bytes"
std::string too_large(const AssemblerLimits& limits);

/// Reads and keeps the source texts of one run.
class SourceLibrary {
 public:
  explicit SourceLibrary(const AssemblerOptions& options) : options_(options) {}

  const SourceFile* add(std::string name, std::string text);
  /// The file that an `.include` names, or nullptr. `from` is the including file.
  const SourceFile* include(std::string_view name, bool angle_brackets, const std::string& from);

 private:
  const SourceFile* load(const std::string& path);
  std::optional<std::string> read(const std::string& path) const;

  const AssemblerOptions& options_;
  std::map<std::string, std::unique_ptr<SourceFile>, std::less<>> files_;
};

}  // namespace quadcl::qpu::assembly
