// SPDX-License-Identifier: Apache-2.0
// clCreateCommandQueueWithProperties, clCreateCommandQueue
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

using Properties = std::vector<cl_queue_properties>;

cl_int create_error(cl_context context, cl_device_id id, const Properties& properties) {
  return error_of([&](cl_int* error) {
    return clCreateCommandQueueWithProperties(context, id, properties.empty() ? nullptr : properties.data(),
                                              error);
  });
}

cl_int create_legacy_error(cl_context context, cl_device_id id, cl_command_queue_properties properties) {
  return error_of([&](cl_int* error) { return clCreateCommandQueue(context, id, properties, error); });
}

cl_command_queue_properties host_queue_properties() {
  return info<cl_command_queue_properties>(
      query(clGetDeviceInfo, device(), CL_DEVICE_QUEUE_ON_HOST_PROPERTIES));
}

}  // namespace

TEST_CASE("clCreateCommandQueueWithProperties: properties may be NULL, empty or 0") {
  const Context context = make_context();
  const auto properties = GENERATE(Properties{}, Properties{0}, Properties{CL_QUEUE_PROPERTIES, 0, 0});
  CHECK(create_error(context, device(), properties) == CL_SUCCESS);
}

TEST_CASE("clCreateCommandQueueWithProperties: accepts every property that the device supports") {
  const Context context = make_context();
  const cl_command_queue_properties property =
      GENERATE(CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
               CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const bool supported = (property & ~host_queue_properties()) == 0;
  CHECK(create_error(context, device(), {CL_QUEUE_PROPERTIES, property, 0}) ==
        (supported ? CL_SUCCESS : CL_INVALID_QUEUE_PROPERTIES));
  CHECK(create_legacy_error(context, device(), property) ==
        (supported ? CL_SUCCESS : CL_INVALID_QUEUE_PROPERTIES));
}

TEST_CASE("clCreateCommandQueueWithProperties: QuadCL supports out-of-order queues", "[quadcl]") {
  CHECK(host_queue_properties() == (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE));
}

TEST_CASE("clCreateCommandQueueWithProperties: CL_INVALID_VALUE if a property or its value is not valid") {
  const Context context = make_context();
  const auto properties = GENERATE(
      Properties{0x7777, 0, 0}, Properties{CL_QUEUE_PROPERTIES, cl_queue_properties{1} << 40, 0},
      // Only a queue on the device has a size; it must be out of order, and so must be the default one.
      Properties{CL_QUEUE_SIZE, 1024, 0}, Properties{CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0},
      Properties{CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0});
  CHECK(create_error(context, device(), properties) == CL_INVALID_VALUE);
}

TEST_CASE(
    "clCreateCommandQueueWithProperties: CL_INVALID_QUEUE_PROPERTIES for a device queue if there are none") {
  if (info<cl_device_device_enqueue_capabilities>(
          query(clGetDeviceInfo, device(), CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES)) != 0)
    return;
  const Context context = make_context();
  CHECK(create_error(context, device(),
                     {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}) ==
        CL_INVALID_QUEUE_PROPERTIES);
}

TEST_CASE("clCreateCommandQueueWithProperties: errcode_ret may be NULL") {
  const Context context = make_context();
  const Queue queue(clCreateCommandQueueWithProperties(context, device(), nullptr, nullptr));
  CHECK(queue.get() != nullptr);
}

TEST_CASE("clCreateCommandQueue: CL_INVALID_VALUE if properties are not valid") {
  const Context context = make_context();
  CHECK(create_legacy_error(context, device(), cl_command_queue_properties{1} << 40) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateCommandQueueWithProperties, clCreateCommandQueue: CL_INVALID_CONTEXT if context is none") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT,
                                [](cl_context bad) { return create_error(bad, device(), {}); });
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT,
                                [](cl_context bad) { return create_legacy_error(bad, device(), 0); });
}

TEST_CASE("clCreateCommandQueueWithProperties, clCreateCommandQueue: CL_INVALID_DEVICE if device is none") {
  const Context context = make_context();
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE,
                                  [&](cl_device_id bad) { return create_error(context, bad, {}); });
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE,
                                  [&](cl_device_id bad) { return create_legacy_error(context, bad, 0); });
}

TEST_CASE("clCreateCommandQueueWithProperties, clCreateCommandQueue: CL_INVALID_DEVICE outside the context") {
  if (other_device() == nullptr) return;
  const Context context = make_context();
  CHECK(create_error(context, other_device(), {}) == CL_INVALID_DEVICE);
  CHECK(create_legacy_error(context, other_device(), 0) == CL_INVALID_DEVICE);
}
