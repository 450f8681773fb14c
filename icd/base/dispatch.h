// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "icd/base/opencl.h"

namespace quadcl::icd {

/// The first word of every handle points to this table (cl_khr_icd). icd/api/dispatch.cpp defines it, since
/// it lists the entry points.
const cl_icd_dispatch& dispatch_table();

}  // namespace quadcl::icd
