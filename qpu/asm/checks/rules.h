// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>

#include "qpu/asm/checks/checker.h"
#include "qpu/asm/checks/effects.h"

namespace quadcl::qpu::assembly {

/// An instruction and what was executed before it on the path under inspection.
struct Window {
  const Effects* now = nullptr;
  std::array<const Effects*, 3> before{};  ///< [0] is the instruction just before; nullptr if not known
  std::span<const Effects> after;          ///< what follows in memory
  /// 0 for the instruction that ends the program, 1 and 2 for its delay slots; nothing elsewhere.
  std::optional<unsigned> end_position;
  std::optional<unsigned> from_start;  ///< instructions executed since the entry of the program, if few
  bool branch_lands = false;           ///< a branch is taken or not behind this instruction
  bool load_in_flight = false;         ///< a DMA load was started and not waited for
  bool store_in_flight = false;
};

struct Rule {
  RuleInfo info;
  /// How many instructions back the culprit is (0: the instruction itself); nothing if all is well.
  std::optional<unsigned> (*broken)(const Window& window);
};

std::span<const Rule> window_rules();

/// Rules that concern where execution goes; the walk along the paths reports them itself.
extern const RuleInfo kRunsOffTheEnd;
extern const RuleInfo kBranchOutside;

}  // namespace quadcl::qpu::assembly
