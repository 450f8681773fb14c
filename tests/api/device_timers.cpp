// SPDX-License-Identifier: Apache-2.0
// clGetDeviceAndHostTimer, clGetHostTimer
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

bool has_timers() {
  return info<cl_ulong>(query(clGetPlatformInfo, platform(), CL_PLATFORM_HOST_TIMER_RESOLUTION)) != 0;
}

}  // namespace

TEST_CASE("clGetHostTimer, clGetDeviceAndHostTimer: CL_INVALID_OPERATION without timer synchronization") {
  if (has_timers()) return;
  cl_ulong host = 0, on_device = 0;
  CHECK(clGetHostTimer(device(), &host) == CL_INVALID_OPERATION);
  CHECK(clGetDeviceAndHostTimer(device(), &on_device, &host) == CL_INVALID_OPERATION);
}

TEST_CASE("clGetHostTimer, clGetDeviceAndHostTimer: the host timer does not run backwards") {
  if (!has_timers()) return;
  cl_ulong first = 0, second = 0, third = 0, on_device = 0;
  REQUIRE(clGetHostTimer(device(), &first) == CL_SUCCESS);
  REQUIRE(clGetDeviceAndHostTimer(device(), &on_device, &second) == CL_SUCCESS);
  REQUIRE(clGetHostTimer(device(), &third) == CL_SUCCESS);
  CHECK(first <= second);
  CHECK(second <= third);
}

TEST_CASE("clGetHostTimer, clGetDeviceAndHostTimer: CL_INVALID_VALUE if a result pointer is NULL") {
  if (!has_timers()) return;
  cl_ulong time = 0;
  CHECK(clGetHostTimer(device(), nullptr) == CL_INVALID_VALUE);
  CHECK(clGetDeviceAndHostTimer(device(), nullptr, &time) == CL_INVALID_VALUE);
  CHECK(clGetDeviceAndHostTimer(device(), &time, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetHostTimer: CL_INVALID_DEVICE if device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [](cl_device_id bad) {
    cl_ulong time = 0;
    return clGetHostTimer(bad, &time);
  });
}

TEST_CASE("clGetDeviceAndHostTimer: CL_INVALID_DEVICE if device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [](cl_device_id bad) {
    cl_ulong time = 0, host = 0;
    return clGetDeviceAndHostTimer(bad, &time, &host);
  });
}
