// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "qpu/isa/fields.h"

namespace quadcl::qpu::assembly {

/// A way to make a constant from a small immediate: an operation with the immediate as both operands.
struct ImmediateForm {
  std::uint8_t op = 0;               ///< isa::AddOp or isa::MulOp
  std::uint8_t code = 0;             ///< the small immediate, 0 to 47
  isa::Pack pack = isa::Pack::none;  ///< if not none: only for register file A, unless it is a colour
  bool colour = false;               ///< a pack mode of the multiply ALU, for any target
};

/// The forms that give `value` on the add ALU or on the multiply ALU, the best first.
std::span<const ImmediateForm> add_forms(std::uint32_t value);
std::span<const ImmediateForm> mul_forms(std::uint32_t value);

/// The result of the operation if both operands are `value`; empty if it is not certain on every chip.
std::optional<std::uint32_t> fold(isa::AddOp op, std::uint32_t value);
std::optional<std::uint32_t> fold(isa::MulOp op, std::uint32_t value);

}  // namespace quadcl::qpu::assembly
