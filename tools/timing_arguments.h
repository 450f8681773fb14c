// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "qpu/timing/parameters.h"

namespace CLI {
class App;
}

namespace quadcl::tools {

/// The arguments of tools that model time: whose time, and what to show of it.
struct TimingArguments {
  std::string board = "zero", trace;
  std::optional<double> clock;
  std::vector<std::string> constants;
  bool counters = false, profile = false;

  void describe(CLI::App& app);
  /// Whether one of them asks for modelled time.
  bool any() const { return counters || profile || clock || !trace.empty() || !constants.empty(); }
  /// Error: invalid_argument_value for an unknown board or constant.
  Result<qpu::timing::Parameters> parameters() const;
};

}  // namespace quadcl::tools
