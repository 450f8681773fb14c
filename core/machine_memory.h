// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace quadcl {

/// Bytes of physical memory of the machine, but at most half of the address space (a 32-bit program on a
/// Raspberry Pi with 4 GiB). If the system does not tell: half a GiB, as in the smallest
/// Raspberry Pi.
std::uint64_t machine_memory_bytes();

}  // namespace quadcl
