// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "qpu/asm/checks/effects.h"
#include "qpu/isa/rule.h"

namespace quadcl::qpu::assembly {

/// All rules, in the order of docs/videocore4.md, Restrictions.
std::span<const RuleInfo> rules();

/// An instruction and the ones executed before it on the path.
struct Window {
  const Effects* now = nullptr;
  std::array<const Effects*, 3> before{};  ///< [0] is the instruction just before; nullptr if not known
  std::span<const Effects> program;        ///< all instructions; `now` is one of them
  /// 0 for the instruction that ends the program, 1 and 2 for its delay slots; else empty.
  std::optional<unsigned> end_position;
  std::optional<unsigned> from_start;  ///< instructions executed since the entry of the program, if few
  bool branch_lands = false;           ///< a branch takes effect, or not, behind this instruction
  const Effects* taken = nullptr;      ///< the branch that led to `now`, if one did
  bool load_in_flight = false;         ///< a DMA load was started without a wait since
  bool store_in_flight = false;
};

struct Rule {
  RuleInfo info;
  /// The distance back to the culprit in instructions (0: the instruction itself); empty if the rule holds.
  std::optional<unsigned> (*broken)(const Window& window);
};

std::span<const Rule> window_rules();

/// Rules about the flow of execution. The walk along the paths reports them itself.
extern const RuleInfo kRunsOffTheEnd;
extern const RuleInfo kBranchOutside;

}  // namespace quadcl::qpu::assembly
