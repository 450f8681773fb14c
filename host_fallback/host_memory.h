// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backend.h"

namespace quadcl {

/// `size` bytes of the process's own memory, aligned to `alignment`, a power of two. Error:
/// out_of_host_memory. Large blocks start at different places within their pages. Otherwise elements of equal
/// index in several buffers would share sets of the cache. Also, processors compare the lowest twelve bits of
/// addresses first, so stores would seem to overlap loads from other buffers.
Result<std::unique_ptr<Memory>> allocate_host_memory(std::size_t size, std::size_t alignment,
                                                     Contents contents);

}  // namespace quadcl
