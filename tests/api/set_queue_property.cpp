// SPDX-License-Identifier: Apache-2.0
// clSetCommandQueueProperty, clSetDefaultDeviceCommandQueue: none of our devices supports them
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clSetCommandQueueProperty: CL_INVALID_OPERATION if no device can change its queues", "[quadcl]") {
  const Setup setup;
  CHECK(clSetCommandQueueProperty(setup.queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr) ==
        CL_INVALID_OPERATION);
  CHECK(info<cl_command_queue_properties>(
            query(clGetCommandQueueInfo, setup.queue.get(), CL_QUEUE_PROPERTIES)) == 0);
}

TEST_CASE("clSetCommandQueueProperty: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue", "[quadcl]") {
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, [](cl_command_queue bad) {
    return clSetCommandQueueProperty(bad, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr);
  });
}

TEST_CASE("clSetDefaultDeviceCommandQueue: CL_INVALID_OPERATION without device queues (appendix H)") {
  if (info<cl_device_device_enqueue_capabilities>(
          query(clGetDeviceInfo, device(), CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES)) != 0)
    return;
  const Setup setup;
  CHECK(clSetDefaultDeviceCommandQueue(setup.context, device(), setup.queue) == CL_INVALID_OPERATION);
}

TEST_CASE("clSetDefaultDeviceCommandQueue: CL_INVALID_CONTEXT if context is not a context") {
  const Setup setup;
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [&](cl_context bad) {
    return clSetDefaultDeviceCommandQueue(bad, device(), setup.queue);
  });
}

TEST_CASE("clSetDefaultDeviceCommandQueue: CL_INVALID_DEVICE if device is not a device of the context") {
  const Setup setup;
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [&](cl_device_id bad) {
    return clSetDefaultDeviceCommandQueue(setup.context, bad, setup.queue);
  });
}
