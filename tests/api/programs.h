// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of programs.
#pragma once

#include "fixture.h"

namespace api {

inline bool has_compiler() {
  return info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_COMPILER_AVAILABLE)) != CL_FALSE;
}

inline bool has_linker() {
  return info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_LINKER_AVAILABLE)) != CL_FALSE;
}

/// A program that is not built.
inline Program make_source_program(cl_context context,
                                   const char* source = "kernel void nothing(global int* x) { x[0] = 1; }") {
  return made([&](cl_int* error) { return clCreateProgramWithSource(context, 1, &source, nullptr, error); });
}

/// `error`; without a compiler also `missing`: if two errors apply, the specification does not choose.
inline void check_unless_missing(cl_int actual, cl_int error, bool available, cl_int missing) {
  INFO("returned " << actual << ", expected " << error);
  CHECK((actual == error || (!available && actual == missing)));
}

}  // namespace api
