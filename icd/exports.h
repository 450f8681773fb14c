// SPDX-License-Identifier: Apache-2.0
// The three functions that an ICD loader looks up in the library (cl_khr_icd); all others it finds through
// the dispatch table.
#pragma once

#include "icd/opencl.h"

extern "C" __attribute__((visibility("default"))) cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms);
