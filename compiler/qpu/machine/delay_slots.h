// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/qpu/machine/code.h"
#include "compiler/qpu/machine/instruction_slot.h"
#include "compiler/qpu/machine/register_use.h"

namespace quadcl::compiler::qpu {

/// An instruction of a block. Without operations, it does nothing.
struct PlacedInstruction {
  InstructionSlot slot;
  RegisterUse use;
  /// To a TMU, which is not left in a delay slot (docs/videocore4.md, Restrictions, 20).
  bool is_request = false;
};

struct PlacedBranch {
  isa::BranchCondition condition = isa::BranchCondition::always;
  std::uint32_t to = 0, line = 0;
  std::vector<PlacedInstruction> slots;  ///< behind the branch: they run whether it is taken or not
  std::size_t skipped = 0;               ///< instructions of the block it goes to, which are in the slots
  std::uint32_t targets = 0;             ///< these three of a branch by a table, as in Operation
  std::uint8_t entry_bits = 0;
  unsigned by = 0;                ///< the register of file A
  bool is_written_again = false;  ///< whether the block writes that for the next branch
};

struct PlacedBlock {
  std::vector<PlacedInstruction> instructions;
  std::vector<PlacedBranch> branches;  ///< behind them
  bool ends = false;                   ///< the program
};

/// Whether the instruction writes the register by which the branch, one by a table, goes.
bool decides(const PlacedInstruction& instruction, const PlacedBranch& branch);

/// Fills the delay slots of branches: with instructions from before the branch, with copies of those that the
/// branch leads to, and with those behind it, where they harm nothing on the other way. Behind blocks that
/// end with what the next instruction must not read yet, there is one that does nothing.
void fill_delay_slots(std::vector<PlacedBlock>& blocks, const Code& code);

}  // namespace quadcl::compiler::qpu
