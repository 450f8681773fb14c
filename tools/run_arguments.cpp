// SPDX-License-Identifier: Apache-2.0
#include "tools/run_arguments.h"

#include <CLI/CLI.hpp>
#include <array>
#include <string_view>
#include <utility>

#include "tools/command_line.h"

namespace quadcl::tools {

namespace {

constexpr std::array<std::pair<std::string_view, Rules>, 3> kRules{
    {{"off", Rules::off}, {"warn", Rules::warn}, {"error", Rules::error}}};

std::optional<Rules> find_rules(std::string_view name) {
  for (const auto& [known, rules] : kRules) {
    if (known == name) return rules;
  }
  return {};
}

}  // namespace

void RunArguments::describe(CLI::App& app) {
  app.add_option("job", job, "job file")->required();
  app.add_flag("--timing", timing, "model the time that a chip would take");
  time.describe(app);
  app.add_option_function<std::string>(
         "--rules",
         [this](const std::string& name) {
           const auto found = find_rules(name);
           if (!found) throw CLI::ValidationError("--rules", "must be error, warn or off");
           rules = *found;
         },
         "check the chip's programming rules: error, warn or off")
      ->default_str("off");
  app.add_option_function<std::string>(
      "--caches",
      [this](const std::string& mode) {
        caches = qpu::emulator::find_cache_mode(mode);
        if (!caches) throw CLI::ValidationError("--caches", "must be off, report or stale");
      },
      "off: reads see DMA stores at once; report: also report stale reads; stale: return stale data, as the "
      "chip");
  app.add_flag("--unwritten", unwritten,
               "with --rules: also report reads of registers and VPM words that were never written");
  app.add_flag("--pedantic", pedantic, "with --rules: also report what programs do that are known to work");
  app.add_option("--limit", limit, "end the job after this many instructions of all QPUs together")
      ->check(kCount);
}

}  // namespace quadcl::tools
