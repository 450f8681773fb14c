// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/qpu/machine/code.h"

namespace quadcl::compiler::qpu {

inline constexpr std::uint32_t kFileRegisters = 32;
inline constexpr std::uint32_t kAccumulators = 3;  ///< r0 to r2
/// r3 is for moves that operations need whose sources are both in one file.
inline constexpr std::uint32_t kScratch = 3;
/// The registers that values may have, by number: file A, file B, accumulators. This number stands for none.
inline constexpr std::uint32_t kRegisters = 2 * kFileRegisters + kAccumulators;

/// Operations with the registers of their values, `registers` by the values' numbers. Operands are moved to
/// r3 where an operation could not read them otherwise.
std::vector<Operation> on_registers(std::span<const Operation> operations,
                                    std::span<const std::uint32_t> registers);

}  // namespace quadcl::compiler::qpu
