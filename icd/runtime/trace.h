// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icd/base/opencl.h"

namespace quadcl::icd {

/// Writes an API call and its result to the log: failed calls always, others if QUADCL_TRACE is set.
void trace(const char* function, cl_int result) noexcept;

/// The symbol of an error code, e.g. "CL_INVALID_VALUE"; "unknown error" for others.
const char* error_name(cl_int error);

}  // namespace quadcl::icd
