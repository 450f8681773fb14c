// SPDX-License-Identifier: Apache-2.0
// Names and versions of the platform and its devices.
#pragma once

#include "icd/base/opencl.h"

namespace quadcl::icd {

constexpr char kVendor[] = "QuadCL";
constexpr char kProfile[] = "FULL_PROFILE";
/// Programs look for "1.0" and "1.1" anywhere in it, so ours has no third number.
constexpr char kVersionText[] = "OpenCL 3.0 QuadCL " QUADCL_RELEASE;
constexpr cl_version kVersion = CL_MAKE_VERSION(3, 0, 0);

}  // namespace quadcl::icd
