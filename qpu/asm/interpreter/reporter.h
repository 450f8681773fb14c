// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "qpu/asm/assembler_options.h"
#include "qpu/asm/diagnostic.h"
#include "qpu/asm/interpreter/emitter.h"
#include "qpu/asm/language/error.h"
#include "qpu/asm/language/source.h"

namespace quadcl::qpu::assembly {

/// Tracks the line and file being executed, and collects messages about them.
class Reporter {
 public:
  /// While it lives, lines belong to another file, macro body or function body.
  class Frame {
   public:
    Frame(Reporter& reporter, const SourceFile* file, unsigned line) : reporter_(reporter) {
      const Origin& outer = reporter_.frames_.back();
      // An included file starts at line 0; only macros and functions are called.
      const bool called = line != 0 && outer.line != 0;
      auto call = called ? std::make_shared<const CallSite>(outer.file, outer.line, outer.call) : outer.call;
      reporter_.frames_.push_back({file, line, std::move(call)});
    }
    ~Frame() { reporter_.frames_.pop_back(); }
    Frame(const Frame&) = delete;

   private:
    Reporter& reporter_;
  };

  Reporter(const AssemblerLimits& limits, const SourceFile& main)
      : limits_(limits), frames_{{&main, 0, nullptr}} {}

  const SourceFile* file() const { return frames_.back().file; }
  Origin origin() const { return frames_.back(); }
  void set_line(unsigned line) { frames_.back().line = line; }

  Diagnostic located(Severity severity, unsigned column, std::string message) const;
  void report(Severity severity, unsigned column, std::string message);
  void report(const StatementError& error);
  void warn(unsigned column, std::string message) { report(Severity::warning, column, std::move(message)); }
  /// Reports mistakes in the blocks of a file.
  void report_structure(const SourceFile& file);
  /// Ends assembling.
  [[noreturn]] void stop(std::string message);

  std::vector<Diagnostic> take() { return std::move(diagnostics_); }

 private:
  const AssemblerLimits& limits_;
  std::vector<Origin> frames_;
  std::vector<Diagnostic> diagnostics_;
  unsigned errors_ = 0;
};

}  // namespace quadcl::qpu::assembly
