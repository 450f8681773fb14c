// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backend.h"

namespace quadcl {

/// `size` bytes of the process's own memory, aligned to `alignment`, a power of two. Fails with
/// out_of_host_memory. Large blocks start at different places within their pages: the places of equal index
/// in several buffers of a kernel would otherwise share sets of the cache, and stores seem to overlap loads
/// from other buffers, which processors compare by the lowest twelve bits of addresses first.
Result<std::unique_ptr<Memory>> allocate_host_memory(std::size_t size, std::size_t alignment);

}  // namespace quadcl
