// SPDX-License-Identifier: Apache-2.0
// Groups of the flags of memory objects and mappings.
#pragma once

#include <bit>

#include "icd/base/opencl.h"

namespace quadcl::icd {

constexpr cl_mem_flags kAccessFlags = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags kHostAccessFlags =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kHostPointerFlags = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
constexpr cl_map_flags kMapsForWriting = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

constexpr bool at_most_one(cl_mem_flags flags, cl_mem_flags of) { return std::popcount(flags & of) <= 1; }

}  // namespace quadcl::icd
