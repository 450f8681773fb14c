// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qpu/asm/encoding/encoder_operands.h"

namespace quadcl::qpu::assembly {

/// All ways to add an operation to an instruction under construction, the preferred one first. If there is
/// none, `complaints` says why. Throws StatementError for operands that no instruction can take.
States place_operation(const EncoderState& state, const Operation& op, Complaints& complaints);

}  // namespace quadcl::qpu::assembly
