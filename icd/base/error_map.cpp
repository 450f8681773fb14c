// SPDX-License-Identifier: Apache-2.0
#include "icd/base/error_map.h"

namespace quadcl::icd {

cl_int error_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::out_of_host_memory:
      return CL_OUT_OF_HOST_MEMORY;
    case ErrorCode::out_of_device_memory:
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    // OpenCL has no error for an argument that is set but unusable; this one at least names the arguments.
    case ErrorCode::invalid_argument_value:
      return CL_INVALID_KERNEL_ARGS;
    case ErrorCode::unsupported:
      return CL_INVALID_OPERATION;
    case ErrorCode::out_of_resources:
    case ErrorCode::memory_fault:
    case ErrorCode::deadlock:
    case ErrorCode::instruction_limit:
    case ErrorCode::illegal_instruction:
    case ErrorCode::internal:
      break;
  }
  return CL_OUT_OF_RESOURCES;
}

}  // namespace quadcl::icd
