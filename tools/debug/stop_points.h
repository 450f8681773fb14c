// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/debug/run.h"
#include "tools/debug/values.h"

namespace quadcl::tools::debug {

/// Why a run stops: a text for the user, and the QPU that it is about.
struct Reason {
  std::string text;
  unsigned qpu = 0;
};

/// A breakpoint, a watchpoint and the like. Number and state are the session's; what it waits for is in
/// derived classes.
class StopPoint {
 public:
  explicit StopPoint(std::string what) : what_(std::move(what)) {}
  virtual ~StopPoint() = default;

  /// Between two attempts: whether this is a place to stop, and why. After the job's end, `next` is null.
  virtual std::optional<Reason> reason(const Run& run, const Attempt* next) = 0;
  /// The run goes on from here: takes the values from which changes count.
  virtual void arm(const Run&) {}

  /// "break :loop"
  const std::string& what() const { return what_; }
  /// The same with its QPU and condition: "break :loop qpu 3 if r0 == 1"
  std::string text() const;

  unsigned number = 0;
  bool enabled = true;
  bool temporary = false;  ///< deleted when it has stopped a run
  std::uint64_t hits = 0;
  std::optional<unsigned> only_qpu;
  std::optional<Condition> condition;  ///< of the QPU that stops

 private:
  std::string what_;
};

/// An instruction at one of these addresses is next.
std::unique_ptr<StopPoint> stop_at(std::string what, std::vector<std::uint32_t> addresses);
/// One of these events happened; with `rule`, a finding of this rule.
std::unique_ptr<StopPoint> stop_on_events(std::string what, Events events, std::string rule = {});
/// A QPU wrote a register of this name, "ra3" or "vw_setup". Throws CommandError if there is none.
std::unique_ptr<StopPoint> watch_register(std::string what, const std::string& name);
/// A QPU or a DMA load wrote words of this row of the VPM, or one of them.
std::unique_ptr<StopPoint> watch_vpm(std::string what, unsigned row, std::optional<unsigned> column);
/// A DMA store wrote bytes of this range.
std::unique_ptr<StopPoint> watch_memory(std::string what, std::uint32_t address, std::uint32_t bytes);
/// The next instruction is not issued before this modelled clock.
std::unique_ptr<StopPoint> stop_at_clock(std::string what, std::uint64_t clock);

}  // namespace quadcl::tools::debug
