// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

/// The spelling of an instruction. The assembler may make different words of them.
struct PrintStyle {
  bool use_mov = true;       ///< `mov r0, r1` instead of `or r0, r1, r1`
  bool tie_alu = false;      ///< `amov`, `mv8adds`: name the ALU if both have the operation
  bool raw_sources = false;  ///< `rb32` instead of `unif` if both files have the register
  bool raw_targets = false;
};

/// The instruction as one line of assembly; empty if it has no meaning. Don't-care bits are ignored.
std::optional<std::string> print_word(isa::Instruction instruction, const PrintStyle& style);

/// The same for a relative branch, with a label instead of the distance.
std::optional<std::string> print_branch_to(isa::Instruction branch, const std::string& label,
                                           const PrintStyle& style);

}  // namespace quadcl::qpu::assembly
