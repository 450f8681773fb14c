// SPDX-License-Identifier: Apache-2.0
// The three functions that an ICD loader looks up in the library (cl_khr_icd). It finds all others through
// the dispatch table.
#include "icd/api/entry_points.h"

#define QUADCL_EXPORT extern "C" __attribute__((visibility("default")))

QUADCL_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms,
                                                        cl_uint* num_platforms) {
  return quadcl::icd::api::clGetPlatformIDs(num_entries, platforms, num_platforms);
}

QUADCL_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                                   size_t param_value_size, void* param_value,
                                                   size_t* param_value_size_ret) {
  return quadcl::icd::api::clGetPlatformInfo(platform, param_name, param_value_size, param_value,
                                             param_value_size_ret);
}

QUADCL_EXPORT void* CL_API_CALL clGetExtensionFunctionAddress(const char* func_name) {
  return quadcl::icd::api::clGetExtensionFunctionAddress(func_name);
}
