// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"
#include "icd/base/opencl.h"

namespace quadcl::icd {

/// The OpenCL error for the failure of a backend, as the status of a command or the result of an enqueue. No
/// other place maps these errors.
cl_int error_code(ErrorCode code);

}  // namespace quadcl::icd
