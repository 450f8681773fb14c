// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "harness.h"

// Random programs, for comparisons of engines.
namespace quadcl::qpu::emulator::testing {

using Random = std::mt19937_64;

/// Words of data that the programs work on.
constexpr std::uint32_t kDataWords = 4096;

/// A number from an environment variable.
std::uint64_t number_from(const char* variable, std::uint64_t otherwise);

bool one_in(Random& random, unsigned n);

/// Fills the registers with uniforms; then come random instructions, lookups, DMA and traffic with the VPM,
/// again and again if it is endless, else four times, without other loops. It may fault, or wait for ever.
TestProgram random_program(Random& random, bool endless = true);

}  // namespace quadcl::qpu::emulator::testing
