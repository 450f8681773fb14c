// SPDX-License-Identifier: Apache-2.0
// Shared by the programs of this folder.
#pragma once

#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

/// Ends the program at once if something is not as it should be.
inline void require(bool met, const char* what) {
  if (met) return;
  std::fprintf(stderr, "not met: %s\n", what);
  std::_Exit(1);
}

/// QuadCL's device with the index QUADCL_TEST_DEVICE.
inline cl_device_id find_device() {
  cl_platform_id platforms[8]{};
  cl_uint count = 0;
  require(clGetPlatformIDs(8, platforms, &count) == CL_SUCCESS, "a platform");
  for (cl_uint i = 0; i < count && i < 8; ++i) {
    char name[64]{};
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
    if (std::strcmp(name, "QuadCL") != 0) continue;
    cl_device_id devices[2]{};
    require(clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 2, devices, nullptr) == CL_SUCCESS,
            "both devices");
    const char* index = std::getenv("QUADCL_TEST_DEVICE");
    return devices[index != nullptr && *index == '1' ? 1 : 0];
  }
  require(false, "QuadCL");
  return nullptr;
}
