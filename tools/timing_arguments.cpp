// SPDX-License-Identifier: Apache-2.0
#include "tools/timing_arguments.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace quadcl::tools {

namespace timing = qpu::timing;

namespace {

/// More than any clock known for V3D.
const CLI::Validator kClock(
    [](const std::string& text) -> std::string {
      double mhz = 0;
      const bool known = CLI::detail::lexical_cast(text, mhz) && mhz >= 1 && mhz <= 10000;
      return known ? "" : text + " is not 1 to 10000 MHz";
    },
    "MHz");

bool set_constant(timing::Parameters& parameters, const std::string& constant) {
  const auto equals = constant.find('=');
  if (equals == constant.npos) return false;
  char* end = nullptr;
  const double value = std::strtod(constant.c_str() + equals + 1, &end);
  return *end == '\0' && parameters.set(constant.substr(0, equals), value);
}

}  // namespace

void TimingArguments::describe(CLI::App& app) {
  app.add_option("--board", board, "pi1, zero, pi2 or pi3")->capture_default_str();
  app.add_option("--clock", clock, "clock of the QPUs in MHz, instead of the board's default")->check(kClock);
  app.add_flag("--counters", counters, "print the chip's performance counters as modelled");
  app.add_option("--trace", trace, "write a timeline as Chrome trace events to this file");
  app.add_flag("--profile", profile, "print the code with modelled clocks and stall causes");
  app.add_option("--set", constants, "NAME=VALUE: a constant of the timing model")->allow_extra_args(false);
}

Result<timing::Parameters> TimingArguments::parameters() const {
  const auto known = timing::find_board(board);
  if (!known) return Error{ErrorCode::invalid_argument_value, "unknown board " + board};
  timing::Parameters parameters(*known, clock);
  for (const std::string& constant : constants) {
    if (set_constant(parameters, constant)) continue;
    return Error{ErrorCode::invalid_argument_value,
                 "--set " + constant +
                     ": expected NAME=VALUE, a constant of docs/timing-model.md and a sensible value"};
  }
  return parameters;
}

}  // namespace quadcl::tools
