// SPDX-License-Identifier: Apache-2.0
#include "icd/runtime/queue.h"

#include <CL/cl_ext_quadcl.h>

#include "icd/api/checks.h"
#include "icd/api/entry_points.h"
#include "icd/api/handle.h"
#include "icd/api/info.h"
#include "icd/api/properties.h"
#include "icd/runtime/entry.h"

namespace quadcl::icd::api {
namespace {

constexpr cl_command_queue_properties kSupported =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties kOnDevice = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// The contents of a list of queue properties.
struct QueueSpec {
  cl_command_queue_properties properties = 0;
  bool has_size = false;
  bool models_time = false;
};

/// CL_INVALID_VALUE for bits that do not exist or must not be alone; CL_INVALID_QUEUE_PROPERTIES for queues
/// on the device, which our devices do not support.
cl_int check_queue_properties(cl_command_queue_properties properties) {
  if ((properties & ~(kSupported | kOnDevice)) != 0) return CL_INVALID_VALUE;
  if ((properties & kOnDevice) == 0) return CL_SUCCESS;
  const bool combination_exists =
      (properties & CL_QUEUE_ON_DEVICE) != 0 && (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
  return combination_exists ? CL_INVALID_QUEUE_PROPERTIES : CL_INVALID_VALUE;
}

Outcome<QueueSpec> read_properties(const std::vector<cl_queue_properties>& list) {
  QueueSpec spec;
  ICD_CHECK(for_each_property(list, [&](cl_queue_properties name, cl_queue_properties value) -> cl_int {
    switch (name) {
      case CL_QUEUE_PROPERTIES:
        spec.properties = value;
        return CL_SUCCESS;
      case CL_QUEUE_SIZE:
        spec.has_size = true;
        return CL_SUCCESS;
      case CL_QUEUE_MODEL_TIME_QUADCL:
        spec.models_time = value == CL_TRUE;
        return value == CL_TRUE || value == CL_FALSE ? CL_SUCCESS : CL_INVALID_VALUE;
      default:
        return CL_INVALID_VALUE;
    }
  }));
  ICD_CHECK(check_queue_properties(spec.properties));
  if (spec.has_size) return CL_INVALID_VALUE;  // only queues on the device have a size
  return spec;
}

constexpr InfoRow<Queue> kQueueInfo[]{
    {CL_QUEUE_CONTEXT,
     [](const Queue& queue) { return info<cl_context>(handle_of<cl_context>(&queue.context())); }},
    {CL_QUEUE_DEVICE,
     [](const Queue& queue) { return info<cl_device_id>(handle_of<cl_device_id>(&queue.device())); }},
    {CL_QUEUE_REFERENCE_COUNT,
     [](const Queue& queue) { return info<cl_uint>(queue.application_references()); }},
    {CL_QUEUE_PROPERTIES,
     [](const Queue& queue) { return info<cl_command_queue_properties>(queue.properties()); }},
    {CL_QUEUE_PROPERTIES_ARRAY, [](const Queue& queue) { return InfoValue::list(queue.property_list()); }},
    // "if command_queue is not a valid command-queue for param_name"
    {CL_QUEUE_SIZE, [](const Queue&) { return InfoValue::error(CL_INVALID_COMMAND_QUEUE); }},
    {CL_QUEUE_DEVICE_DEFAULT, [](const Queue&) { return info<cl_command_queue>(nullptr); }},
};

}  // namespace

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int* errcode_ret) {
  return entry<cl_command_queue>("clCreateCommandQueue", errcode_ret, [&]() -> Outcome<cl_command_queue> {
    ICD_TRY(auto in_context, find(context));
    ICD_TRY(const auto on_device, find_device(device, *in_context));
    ICD_CHECK(check_queue_properties(properties));
    return publish<cl_command_queue>(make<Queue>(
        std::move(in_context), *on_device, QueueBehaviour{properties}, std::vector<cl_queue_properties>{}));
  });
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties* properties,
                                                                cl_int* errcode_ret) {
  return entry<cl_command_queue>(
      "clCreateCommandQueueWithProperties", errcode_ret, [&]() -> Outcome<cl_command_queue> {
        ICD_TRY(auto in_context, find(context));
        ICD_TRY(const auto on_device, find_device(device, *in_context));
        auto list = copy_properties(properties);
        ICD_TRY(const auto spec, read_properties(list));
        return publish<cl_command_queue>(make<Queue>(std::move(in_context), *on_device,
                                                     QueueBehaviour{spec.properties, spec.models_time},
                                                     std::move(list)));
      });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return entry("clRetainCommandQueue", [&] { return retain_handle(command_queue); });
}

// The implicit flush does nothing: commands go to the scheduler when they are enqueued.
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return entry("clReleaseCommandQueue", [&] { return release_handle(command_queue); });
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                                         size_t param_value_size, void* param_value,
                                         size_t* param_value_size_ret) {
  return entry("clGetCommandQueueInfo", [&]() -> cl_int {
    ICD_TRY(const auto queue, find(command_queue));
    return query(kQueueInfo, *queue, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

// Required of OpenCL 1.0 devices only.
cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                             cl_command_queue_properties /*properties*/, cl_bool /*enable*/,
                                             cl_command_queue_properties* /*old_properties*/) {
  return entry("clSetCommandQueueProperty", [&]() -> cl_int {
    ICD_CHECK(find(command_queue).error());
    return CL_INVALID_OPERATION;
  });
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue /*command_queue*/) {
  return entry("clSetDefaultDeviceCommandQueue", [&]() -> cl_int {
    ICD_TRY(const auto in_context, find(context));
    ICD_CHECK(find_device(device, *in_context).error());
    return CL_INVALID_OPERATION;  // no device has queues of its own
  });
}

cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return entry("clFlush", [&] { return find(command_queue).error(); });
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  return entry("clFinish", [&]() -> cl_int {
    ICD_TRY(const auto queue, find(command_queue));
    queue->finish();
    return CL_SUCCESS;
  });
}

}  // namespace quadcl::icd::api
