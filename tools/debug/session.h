// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/debug/run.h"
#include "tools/debug/stop_points.h"
#include "tools/debug/values.h"

namespace quadcl::tools::debug {

/// Where to stop beside the stop points: before an attempt, with the QPU that it is about.
using Goal = std::function<std::optional<unsigned>(const Run&, const Attempt&)>;
/// Never.
extern const Goal kNowhere;

/// The first place of a run that is a goal, and whether that is certainly not before a place.
struct Target {
  Goal goal;
  std::function<bool(const Past&)> not_before;
};
/// A position of the run.
Target at_position(std::uint64_t position);

/// Why a run has stopped. Nothing of it: the goal was reached.
struct Stop {
  std::vector<std::pair<unsigned, Reason>> points;  ///< by number
  bool interrupted = false;
  bool ended = false;
  std::optional<unsigned> qpu;  ///< that it is about
};

/// What commands work on: a job, a run of it, stop points, and what the user looks at.
class Session {
 public:
  /// Throws std::runtime_error if the job cannot be used. Output goes to `out`.
  Session(const RunArguments& arguments, std::ostream& out, const SnapshotLimits& limits = {});

  // ---- moving

  /// From the first instruction, which can be a place to stop.
  void run_again();
  /// Goes on until a stop point, the goal, an interrupt or the end, and tells where that is.
  void go_on(const Goal& goal);
  /// Goes back to the last place at which go_on would have stopped for a stop point; to the start if there is
  /// none.
  void go_back();
  /// To a place of the run, forward or back. Stop points do not count.
  void go_to(const Target& target);
  /// Checks the rules from now on; goes through the run again up to here if it did not.
  void check_rules();
  /// What a check of the job's code finds without running it, one line or more a broken rule.
  std::string code_findings() const;

  // ---- stop points

  StopPoint& add(std::unique_ptr<StopPoint> point);
  std::vector<std::unique_ptr<StopPoint>>& points() { return points_; }
  /// Throws CommandError.
  StopPoint& point(std::uint64_t number);
  void remove(const StopPoint& point);

  // ---- looking

  const Run& run() const { return *run_; }
  const LoadedJob& loaded() const { return loaded_; }
  const RunArguments& arguments() const { return arguments_; }
  std::ostream& out() { return out_; }
  unsigned qpu() const { return qpu_; }
  void select(unsigned qpu) { qpu_ = qpu; }
  /// Throws CommandError if the job has no such QPU.
  unsigned check_qpu(std::uint64_t number) const;

  /// The state when the run last moved on. Nothing of memory.
  View before() const { return {before_qpus_, before_vpm_}; }
  /// Lanes that have changed since then.
  emulator::LaneMask changed(const Reference& reference, unsigned qpu) const;

  /// "40000008  add vpm, elem_num, unif  # :code + 8, hello.qasm:5"
  std::string instruction_text(std::uint32_t address) const;
  /// Where a QPU is and what it waits for, on one line.
  std::string place_text(unsigned qpu) const;
  /// The line of the source behind a QPU's next instruction; null if nothing is known.
  const CodeNames::Line* line_of(std::uint32_t address) const;

  /// Prints the last stop.
  void tell_stop();
  const Stop& last_stop() const { return stop_; }

  /// Commands that run after each stop.
  std::vector<std::string> displays;
  /// Words that the last command printed, for programs.
  std::vector<std::uint32_t> words;
  bool quit = false;
  bool moved = false;  ///< a command has told a stop

  /// Set by Ctrl-C.
  static std::atomic<bool> interrupted;

 private:
  class StopJudge;
  class LastStop;

  void restart();
  void run_from_start(StopJudge& judge);
  void run_to(const Target& target);
  std::uint64_t last_stop_before(std::uint64_t limit, Stop& stop);
  void set_off();
  void arm();
  void take(StopJudge& judge);

  RunArguments arguments_;
  const SnapshotLimits limits_;
  qpu::timing::Parameters parameters_;
  LoadedJob loaded_;
  const std::vector<std::byte> original_;
  std::ostream& out_;
  std::vector<std::unique_ptr<StopPoint>> points_;
  unsigned next_number_ = 1;
  unsigned qpu_ = 0;
  std::vector<emulator::Qpu> before_qpus_;
  emulator::VpmMemory before_vpm_;
  Stop stop_;
  std::unique_ptr<Run> run_;
};

}  // namespace quadcl::tools::debug
