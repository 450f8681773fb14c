// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace quadcl {

/// Bytes of physical memory that the machine has; half a GiB, that of the smallest Raspberry Pi, if it does
/// not say.
std::uint64_t machine_memory_bytes();

}  // namespace quadcl
