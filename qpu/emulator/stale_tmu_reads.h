// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "qpu/emulator/findings.h"
#include "qpu/emulator/operation.h"
#include "qpu/emulator/qpu.h"

namespace quadcl::qpu::emulator {

/// Stands between the model of the caches and the sink of its findings. Programs that fetch ahead request one
/// element past a table and never use what comes; that a store has changed it meanwhile does no harm. So a
/// stale TMU read waits with its result until an instruction uses r4. If none does, the finding becomes a
/// warning. Other findings pass through.
class StaleTmuReads final : public FindingSink {
 public:
  explicit StaleTmuReads(FindingSink& sink) : sink_(sink) {}

  void report(const Finding& finding) override;

  /// Before an instruction and after it; between the two come the findings of its requests.
  void executing(const Qpu& qpu, const Operation& operation);
  void executed(const Qpu& qpu, const Operation& operation);
  /// No result that is still under way will be used.
  void job_ended();

 private:
  using Findings = std::vector<Finding>;
  struct State {
    std::array<std::deque<Findings>, 2> under_way;  ///< one entry a result, by physical TMU
    Findings in_r4;
  };

  void receive(const Qpu& qpu, unsigned named);
  void pass_on(Findings& findings, Rule rule);

  FindingSink& sink_;
  std::array<State, kQpus> states_;
  Findings requested_;  ///< by the running instruction
};

}  // namespace quadcl::qpu::emulator
