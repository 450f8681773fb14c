// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace quadcl {

/// Bytes of the level-3 cache, from a folder like Linux's `/sys/devices/system/cpu/cpu0/cache`; 0 if it names
/// none. (The C library's answer is wrong on many virtual machines.)
std::uint64_t level3_cache_bytes_from(const std::string& folder);

/// The same for this machine.
std::uint64_t level3_cache_bytes();

}  // namespace quadcl
