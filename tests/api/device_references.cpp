// SPDX-License-Identifier: Apache-2.0
// clRetainDevice, clReleaseDevice
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clRetainDevice, clReleaseDevice: leave a root device's reference count at 1") {
  const auto count = query(clGetDeviceInfo, device(), CL_DEVICE_REFERENCE_COUNT);
  CHECK(clRetainDevice(device()) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
  CHECK(clReleaseDevice(device()) == CL_SUCCESS);
  CHECK(clReleaseDevice(device()) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clRetainDevice: CL_INVALID_DEVICE if device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, clRetainDevice);
}

TEST_CASE("clReleaseDevice: CL_INVALID_DEVICE if device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, clReleaseDevice);
}
