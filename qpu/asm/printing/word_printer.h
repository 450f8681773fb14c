// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "qpu/isa/instruction.h"

namespace quadcl::qpu::assembly {

/// Which of several spellings of an instruction to use. They differ in what the assembler makes of them.
struct PrintStyle {
  bool use_mov = true;       ///< `mov r0, r1` instead of `or r0, r1, r1`
  bool tie_alu = false;      ///< `amov`, `mv8adds`: name the ALU where both could do it
  bool raw_sources = false;  ///< `rb32` instead of `unif` where both files have the register
  bool raw_targets = false;
};

/// The instruction as one line of assembly; nothing if it has no meaning. Don't-care bits are ignored.
std::optional<std::string> print_word(isa::Instruction instruction, const PrintStyle& style);

/// The same for a relative branch, with the name of a label in place of the distance.
std::optional<std::string> print_branch_to(isa::Instruction branch, const std::string& label,
                                           const PrintStyle& style);

}  // namespace quadcl::qpu::assembly
