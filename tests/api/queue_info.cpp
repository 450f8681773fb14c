// SPDX-License-Identifier: Apache-2.0
// clGetCommandQueueInfo
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clGetCommandQueueInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_QUEUE_CONTEXT, cl_context),
      INFO_VALUE(CL_QUEUE_DEVICE, cl_device_id),
      INFO_VALUE(CL_QUEUE_REFERENCE_COUNT, cl_uint),
      INFO_VALUE(CL_QUEUE_PROPERTIES, cl_command_queue_properties),
      INFO_LIST(CL_QUEUE_PROPERTIES_ARRAY, cl_queue_properties),
      INFO_VALUE(CL_QUEUE_DEVICE_DEFAULT, cl_command_queue),
  };
  const Setup setup;
  check_rows(rows, [&](cl_uint param) { return query(clGetCommandQueueInfo, setup.queue.get(), param); });
}

TEST_CASE("clGetCommandQueueInfo: returns what the queue was created with") {
  const Context context = make_context();
  const cl_command_queue_properties properties =
      GENERATE(0, CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Queue queue = make_queue(context, properties);
  CHECK(info<cl_context>(query(clGetCommandQueueInfo, queue.get(), CL_QUEUE_CONTEXT)) == context.get());
  CHECK(info<cl_device_id>(query(clGetCommandQueueInfo, queue.get(), CL_QUEUE_DEVICE)) == device());
  CHECK(info<cl_command_queue_properties>(query(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES)) ==
        properties);
}

TEST_CASE(
    "clGetCommandQueueInfo: CL_QUEUE_PROPERTIES_ARRAY returns the properties as given, nothing for NULL") {
  using Properties = std::vector<cl_queue_properties>;
  const auto properties =
      GENERATE(Properties{}, Properties{0}, Properties{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0});
  const Context context = make_context();
  const Queue queue = made([&](cl_int* error) {
    return clCreateCommandQueueWithProperties(context, device(),
                                              properties.empty() ? nullptr : properties.data(), error);
  });
  CHECK(info_list<cl_queue_properties>(
            query(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES_ARRAY)) == properties);
}

TEST_CASE("clGetCommandQueueInfo: CL_QUEUE_PROPERTIES_ARRAY is empty after clCreateCommandQueue") {
  const Context context = make_context();
  const Queue queue = made([&](cl_int* error) {
    return clCreateCommandQueue(context, device(), CL_QUEUE_PROFILING_ENABLE, error);
  });
  CHECK(info_list<cl_queue_properties>(query(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES_ARRAY))
            .empty());
}

TEST_CASE("clGetCommandQueueInfo: CL_INVALID_COMMAND_QUEUE if a host queue is asked for CL_QUEUE_SIZE") {
  const Setup setup;
  cl_uint size = 0;
  CHECK(clGetCommandQueueInfo(setup.queue, CL_QUEUE_SIZE, sizeof size, &size, nullptr) ==
        CL_INVALID_COMMAND_QUEUE);
}

TEST_CASE("clGetCommandQueueInfo: CL_QUEUE_DEVICE_DEFAULT is NULL without device queues") {
  const Setup setup;
  CHECK(info<cl_command_queue>(query(clGetCommandQueueInfo, setup.queue.get(), CL_QUEUE_DEVICE_DEFAULT)) ==
        nullptr);
}

TEST_CASE("clGetCommandQueueInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Setup setup;
  const auto param = GENERATE(as<cl_command_queue_info>(), 0, CL_CONTEXT_DEVICES);
  CHECK(clGetCommandQueueInfo(setup.queue, param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetCommandQueueInfo: CL_INVALID_COMMAND_QUEUE if command_queue is not a queue") {
  check_bad_handles<cl_command_queue>(CL_INVALID_COMMAND_QUEUE, [](cl_command_queue bad) {
    return clGetCommandQueueInfo(bad, CL_QUEUE_CONTEXT, 0, nullptr, nullptr);
  });
}
