// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "qpu/emulator/cache_model.h"
#include "qpu/emulator/rule_checker.h"
#include "tools/timing_arguments.h"

namespace quadcl::tools {

enum class Rules : std::uint8_t { off, warn, error };

/// The arguments of tools that run a job file: which job, and how.
struct RunArguments {
  std::string job;
  TimingArguments time;
  Rules rules = Rules::off;
  std::optional<qpu::emulator::CacheMode> caches;
  bool unwritten = false, pedantic = false;
  bool timing = false;
  std::uint64_t limit = std::uint64_t{1} << 40;

  void describe(CLI::App& app);
  /// By default, rule checks report reads of stale cache lines.
  qpu::emulator::CacheMode cache_mode() const {
    using qpu::emulator::CacheMode;
    return caches.value_or(rules == Rules::off ? CacheMode::off : CacheMode::report);
  }
  bool checked() const { return cache_mode() != qpu::emulator::CacheMode::off || rules != Rules::off; }
  bool timed() const { return timing || time.any(); }
  qpu::emulator::RuleOptions rule_options() const {
    return {.unwritten = unwritten, .pedantic = pedantic, .stop_at_error = rules == Rules::error};
  }
};

}  // namespace quadcl::tools
