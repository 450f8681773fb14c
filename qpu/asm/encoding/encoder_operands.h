// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "qpu/asm/encoding/encoder_state.h"

// Places targets and sources of one operation into an instruction under construction. Each function returns
// the possible next states, and adds to `complaints` why others are impossible.
namespace quadcl::qpu::assembly {

using Complaints = std::vector<Complaint>;

/// None, with the reason added to `why`.
inline States none(Complaints& why, Complaint::Kind kind, unsigned column, std::string message) {
  why.push_back({kind, column, std::move(message)});
  return {};
}

/// Lets `alu` write its result to `target`, with the operation's condition and flags.
States place_target(const EncoderState& state, Alu alu, const Operation& op, const Operand& target,
                    Complaints& why);
/// The same for an operation without a target, such as nop.
void place_no_target(EncoderState& state, Alu alu, const Operation& op);

/// Applies the pack mode of the operation to the result of `alu`. Its target must have been placed.
States place_pack(EncoderState state, Alu alu, const Operation& op, bool float_result, Complaints& why);

/// Makes `source` the operand `second` (false: a, true: b) of `alu`.
States place_source(const EncoderState& state, Alu alu, bool second, const Operand& source, Complaints& why);

/// A register read without an ALU.
States place_read(const EncoderState& state, const Operand& source, Complaints& why);

/// A small immediate by its value; `code` below 48.
bool take_immediate(EncoderState& state, std::uint8_t code);

/// The rotation of the multiply ALU, as small immediate code 48 to 63.
bool take_rotation(EncoderState& state, std::uint8_t code);

/// Requests an unpack mode for the operands of `alu`, with the given pm.
bool take_unpack(EncoderState& state, Alu alu, const PackSuffix& suffix, bool pm);

}  // namespace quadcl::qpu::assembly
