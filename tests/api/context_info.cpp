// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clGetContextInfo: every parameter follows the size rules") {
  const InfoRow rows[]{
      INFO_VALUE(CL_CONTEXT_REFERENCE_COUNT, cl_uint),
      INFO_VALUE(CL_CONTEXT_NUM_DEVICES, cl_uint),
      INFO_LIST(CL_CONTEXT_DEVICES, cl_device_id),
      INFO_LIST(CL_CONTEXT_PROPERTIES, cl_context_properties),
  };
  const Context context = make_context();
  check_rows(rows, [&](cl_uint param) { return query(clGetContextInfo, context.get(), param); });
}

TEST_CASE("clGetContextInfo: lists the devices in the order they were given") {
  auto devices = all_devices();
  std::swap(devices.front(), devices.back());
  const Context context = make_context(devices);
  CHECK(info_list<cl_device_id>(query(clGetContextInfo, context.get(), CL_CONTEXT_DEVICES)) == devices);
  CHECK(info<cl_uint>(query(clGetContextInfo, context.get(), CL_CONTEXT_NUM_DEVICES)) == devices.size());
}

TEST_CASE("clGetContextInfo: CL_CONTEXT_PROPERTIES returns the properties as given, nothing for NULL") {
  using Properties = std::vector<cl_context_properties>;
  const auto properties = GENERATE(Properties{}, Properties{0},
                                   Properties{CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform()), 0});
  const cl_device_id id = device();
  const Context context = made([&](cl_int* error) {
    return clCreateContext(properties.empty() ? nullptr : properties.data(), 1, &id, nullptr, nullptr, error);
  });
  CHECK(info_list<cl_context_properties>(query(clGetContextInfo, context.get(), CL_CONTEXT_PROPERTIES)) ==
        properties);
}

TEST_CASE("clGetContextInfo: CL_INVALID_VALUE if param_name is not supported") {
  const Context context = make_context();
  const auto param = GENERATE(as<cl_context_info>(), 0, CL_CONTEXT_PLATFORM, CL_QUEUE_CONTEXT);
  CHECK(clGetContextInfo(context, param, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetContextInfo: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, [](cl_context bad) {
    return clGetContextInfo(bad, CL_CONTEXT_NUM_DEVICES, 0, nullptr, nullptr);
  });
}
