// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "qpu/emulator/findings.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"
#include "qpu/emulator/stale_bits.h"

namespace quadcl::qpu::emulator {

/// Filters the findings of the cache model. Programs that fetch ahead request one element past a table and
/// never use it, so it does no harm if a store has changed it. A stale TMU read is therefore held back until
/// an instruction uses its result in r4. If none does, the finding becomes a warning. Where only some bytes
/// of a word are stale, it is held back until they make a difference outside of registers. Other findings
/// pass through.
class StaleTmuReads final : public FindingSink {
 public:
  explicit StaleTmuReads(FindingSink& sink) : sink_(sink) {}

  void report(const Finding& finding) override;

  /// Whether an instruction that only uses registers must be shown.
  bool sees_plain(const Qpu& qpu) const {
    const State& state = states_[qpu.number];
    return !state.in_r4.empty() || !state.in_registers.empty();
  }
  /// Called before and after an instruction. The findings of its requests come between the two calls.
  void executing(const Qpu& qpu, const Operation& operation);
  void executed(const Qpu& qpu, const Operation& operation);
  /// Called at the end: no pending result will be used.
  void job_ended();

 private:
  using Findings = std::vector<Finding>;
  struct State {
    std::array<std::deque<Findings>, 2> under_way;  ///< one entry per result, by physical TMU
    Findings in_r4;
    Findings in_registers;  ///< of bits that have left r4
    StaleBits bits;         ///< where they are
  };

  void use(State& state);
  void move_bits(State& state, const Qpu& qpu, const Operation& operation);
  void leave_r4(State& state);
  void receive(const Qpu& qpu, unsigned named);
  void pass_on(Findings& findings, Rule rule);

  FindingSink& sink_;
  std::array<State, kQpus> states_;
  Findings requested_;        ///< by the running instruction
  unsigned named_first_ = 0;  ///< the physical TMU that the running instruction names 0
};

}  // namespace quadcl::qpu::emulator
