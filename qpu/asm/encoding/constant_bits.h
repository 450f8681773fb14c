// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/asm/language/value.h"

namespace quadcl::qpu::assembly {

/// The bits of a number as the QPU sees them: integers from -2^31 to 2^32-1, floats in single precision.
/// Throws StatementError for anything else.
std::uint32_t constant_bits(const Value& value, unsigned column);

}  // namespace quadcl::qpu::assembly
