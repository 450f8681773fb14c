// SPDX-License-Identifier: Apache-2.0
#include "tools/board/report.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <string>

#include "qpu/asm/printing/disassembler.h"
#include "tools/timing_report.h"

namespace quadcl::tools::simulated {

namespace timing = qpu::timing;

namespace {

constexpr std::size_t kMostRows = 20;
constexpr const char* kName = "qpu-board: ";

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  char text[256];
  std::snprintf(text, sizeof text, pattern, arguments...);
  return text;
}

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string text_of_times(unsigned times) { return times == 1 ? "once" : std::to_string(times) + " times"; }

/// Of a sum over jobs.
std::string modelled(timing::Ticks time, const JobRunner& runner) {
  return format("%.3f ms modelled", runner.settings().parameters.seconds(time) * 1e3);
}

void report_kinds(std::ostream& out, const JobRunner& runner) {
  const bool is_timed = runner.settings().timed;
  for (std::size_t i = 0; i < std::min(runner.kinds().size(), kMostRows); ++i) {
    const JobRunner::Kind& kind = runner.kinds()[i];
    out << kName << format("  code at 0x%08x: ", kind.code) << counted(kind.jobs, "job") << ", up to "
        << counted(kind.qpus, "QPU") << ", " << counted(kind.instructions, "instruction");
    if (is_timed) out << ", " << modelled(kind.time, runner);
    if (kind.failed > 0) out << "; failed: " << kind.failed;
    out << '\n';
  }
  if (runner.kinds().size() > kMostRows)
    out << kName << "  and " << runner.kinds().size() - kMostRows << " other programs\n";
}

void report_problems(std::ostream& out, const JobRunner& runner) {
  const auto& problems = runner.problems();
  if (problems.empty() && (runner.settings().rules == Rules::off || runner.jobs() == 0)) return;
  if (problems.empty()) {
    out << kName << "no rule of the chip was broken\n";
    return;
  }
  const auto errors = std::ranges::count_if(problems, &JobRunner::Problem::is_error);
  out << kName << "rules were broken at " << counted(problems.size(), "place") << ", "
      << counted(static_cast<std::uint64_t>(errors), "error") << ":\n";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto is_same = [&](const JobRunner::Problem& other) { return other.rule == problems[i].rule; };
    if (std::any_of(problems.begin(), problems.begin() + static_cast<long>(i), is_same)) continue;
    out << kName << "  " << problems[i].text;
    if (problems[i].times > 1)
      out << " (" << problems[i].times << " times, on "
          << counted(static_cast<std::uint64_t>(std::max(1, std::popcount(problems[i].qpus))), "QPU") << ")";
    if (const auto same = std::ranges::count_if(problems, is_same); same > 1)
      out << "; the same at " << same - 1 << (same == 2 ? " other place" : " other places");
    out << '\n';
  }
}

/// What the program wanted of the board and is not there.
void report_gaps(std::ostream& out, const Board& board) {
  const Firmware& firmware = board.firmware();
  for (const auto& [tag, times] : firmware.unknown())
    out << kName
        << format("the firmware's message 0x%08x is not simulated (%s)\n", tag, text_of_times(times).c_str());
  for (const auto& [what, times] : board.unknown_controls())
    out << kName << what << format(" is not simulated (%s)\n", text_of_times(times).c_str());
  for (const auto& [place, times] : board.other_registers())
    out << kName
        << format("the register at 0x%08llx is not simulated (%s)\n", static_cast<unsigned long long>(place),
                  text_of_times(times).c_str());
  if (firmware.refused_jobs() > 0)
    out << kName << counted(firmware.refused_jobs(), "job")
        << " not started: the QPUs are not enabled, or their list of programs is not in memory\n";
  if (firmware.refused_allocations() > 0)
    out << kName << counted(firmware.refused_allocations(), "allocation")
        << " of the firmware's memory failed; --gpu-memory gives it more\n";
  if (firmware.allocations() > 0)
    out << kName << counted(firmware.allocations(), "allocation")
        << " of the firmware's memory not released: on a board lost until a reboot\n";
  if (board.chip().jobs_without_clear() > 0)
    out << kName << counted(board.chip().jobs_without_clear(), "job")
        << " started without a clear of the caches; --caches=stale shows what a chip may do then\n";
}

}  // namespace

void report(std::ostream& out, const Board& board, const JobRunner& runner) {
  const JobSettings& settings = runner.settings();
  std::uint64_t instructions = 0;
  timing::Ticks time = 0;
  for (const JobRunner::Kind& kind : runner.kinds()) instructions += kind.instructions, time += kind.time;
  out << kName << counted(runner.jobs(), "job") << " on the QPUs, " << counted(instructions, "instruction");
  if (settings.timed)
    out << ", " << modelled(time, runner)
        << format(" (%s at %g MHz, without launches)",
                  std::string(timing::info(settings.parameters.board()).name).c_str(),
                  settings.parameters.v3d_mhz());
  out << '\n';
  report_kinds(out, runner);
  report_problems(out, runner);
  report_gaps(out, board);
  if (settings.counters) print_counters(out, runner.counters());
  if (settings.profile)
    runner.profile().write(
        out, [](std::uint64_t word, std::uint32_t) { return qpu::assembly::disassemble_word(word); });
}

}  // namespace quadcl::tools::simulated
