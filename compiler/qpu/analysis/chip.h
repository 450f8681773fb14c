// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "qpu/isa/fields.h"

namespace quadcl::compiler::qpu {

/// Numbers of the chip, from Broadcom's VideoCore IV 3D Architecture Reference Guide.

using quadcl::qpu::isa::kLanes;

/// Rows of the VPM that a QPU reads and writes by vectors: 64 of 16 words.
inline constexpr unsigned kRowBytes = 64;
inline constexpr std::uint32_t kRowMask = 63, kColumnMask = 15;
/// Set-up of reads and writes of rows of 32-bit words, one after the other. The first row is added.
inline constexpr std::uint32_t kVpmRows = 0x1a00;
/// Places of the fields that only set-ups of reads have.
inline constexpr unsigned kVpmReadStride = 12, kVpmReadCount = 20;
inline constexpr std::uint32_t kVpmReadRow = kVpmRows | 1U << kVpmReadCount;

/// The rotation by what r5 has.
inline constexpr std::uint8_t kByR5 = 16;

inline constexpr std::uint32_t kSignBit = 0x80000000;

}  // namespace quadcl::compiler::qpu
