// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace quadcl::tools::simulated {

/// Address space for registers. No access to it is allowed; each one raises a signal and is done as a single
/// step. MAP_FAILED with errno.
void* map_registers(std::size_t size);

}  // namespace quadcl::tools::simulated
