// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/emulator/operation.h"
#include "qpu/emulator/slots.h"
#include "qpu/isa/instruction.h"
#include "qpu/isa/tables.h"

namespace quadcl::qpu::emulator {

namespace detail {

/// A register combined with itself gives 0, whatever its value.
inline bool gives_zero(isa::AddOp op) {
  return op == isa::AddOp::bit_xor || op == isa::AddOp::sub || op == isa::AddOp::fsub ||
         op == isa::AddOp::v8subs;
}

/// Reads only for the side effect of reading.
inline bool is_discarded(std::uint16_t destination, bool sets_flags) {
  return slot_of(destination) == slot::discard && !sets_flags;
}

}  // namespace detail

/// Calls visit with the slot of each operand that affects the operation's result.
template <typename Visit>
void for_each_register_read(const Operation& op, Visit visit) {
  const isa::Instruction instruction(op.word);
  const auto operand = [&](std::uint16_t offset) {
    const unsigned slot = slot_of(offset);
    visit(slot == slot::unpacked ? slot_of(op.unpack_source) : slot);
  };
  const bool add_flags = op.set_flags && !op.flags_from_mul, mul_flags = op.set_flags && op.flags_from_mul;
  const bool alu = instruction.is_alu();
  if (op.add != nullptr && !detail::is_discarded(op.add_destination, add_flags)) {
    const bool zero = alu && op.add_a == op.add_b && detail::gives_zero(instruction.op_add());
    if (!zero) operand(op.add_a);
    if (!zero && (!alu || isa::info(instruction.op_add()).operands >= 2)) operand(op.add_b);
  }
  if (op.mul != nullptr && !detail::is_discarded(op.mul_destination, mul_flags)) {
    const bool zero = alu && op.mul_a == op.mul_b && instruction.op_mul() == isa::MulOp::v8subs;
    if (!zero) operand(op.mul_a);
    if (!zero && (!alu || instruction.op_mul() != isa::MulOp::nop)) operand(op.mul_b);
    if (op.rotation != Rotation::none && op.rotate_by == 0) visit(slot::r5);
  }
}

}  // namespace quadcl::qpu::emulator
