// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

/// The registers of file A, those of file B, the accumulators and the flags.
using RegisterSet = std::bitset<32 + 32 + 6 + 1>;
inline constexpr std::size_t kFlags = 70;

/// What operations on registers read and write.
struct RegisterUse {
  RegisterSet reads, writes;
  RegisterSet rotated;      ///< of those that are read: by rotations, which need them an instruction earlier
  bool has_effect = false;  ///< whether they do more than write those registers

  void add(const Operation& operation);
  /// Whether these operations must not come in the instruction directly behind `before`.
  bool follows_too_closely(const RegisterUse& before) const;
};

/// The registers that are live at the start of each block of code on registers.
std::vector<RegisterSet> live_registers(const Code& code);

}  // namespace quadcl::compiler::qpu
