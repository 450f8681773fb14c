// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Float arithmetic of single lanes for the cases that the vector code does not cover (docs/videocore4.md,
// Arithmetic). All values are bit patterns.
namespace quadcl::qpu::emulator {

/// a + b and a * b if an operand is Inf or NaN.
std::uint32_t exceptional_fadd(std::uint32_t a, std::uint32_t b);
std::uint32_t exceptional_fmul(std::uint32_t a, std::uint32_t b);

/// Special function unit. The chip's tables are not published. The result has 14 significant bits, which is
/// within the measured accuracy.
std::uint32_t sfu_recip(std::uint32_t x);
std::uint32_t sfu_recipsqrt(std::uint32_t x);
std::uint32_t sfu_exp2(std::uint32_t x);
std::uint32_t sfu_log2(std::uint32_t x);

}  // namespace quadcl::qpu::emulator
