// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

using Properties = std::vector<cl_context_properties>;

cl_context_properties platform_value() { return reinterpret_cast<cl_context_properties>(platform()); }

cl_int create_error(const Properties& properties, cl_device_type type = CL_DEVICE_TYPE_ALL) {
  return error_of([&](cl_int* error) {
    return clCreateContextFromType(properties.data(), type, nullptr, nullptr, error);
  });
}

std::vector<cl_device_id> devices_of_type(cl_device_type type) {
  const cl_context_properties properties[]{CL_CONTEXT_PLATFORM, platform_value(), 0};
  const Context context =
      made([&](cl_int* error) { return clCreateContextFromType(properties, type, nullptr, nullptr, error); });
  return info_list<cl_device_id>(query(clGetContextInfo, context.get(), CL_CONTEXT_DEVICES));
}

void CL_CALLBACK ignore(const char*, const void*, size_t, void*) {}

}  // namespace

TEST_CASE("clCreateContextFromType: takes the devices of the type") {
  const auto type = info<cl_device_type>(query(clGetDeviceInfo, device(), CL_DEVICE_TYPE)) &
                    ~cl_device_type{CL_DEVICE_TYPE_DEFAULT};
  const auto devices = devices_of_type(type);
  CHECK(std::count(devices.begin(), devices.end(), device()) == 1);
}

TEST_CASE("clCreateContextFromType: CL_DEVICE_TYPE_ALL takes every device, CL_DEVICE_TYPE_DEFAULT one") {
  CHECK(devices_of_type(CL_DEVICE_TYPE_ALL).size() == all_devices().size());
  CHECK(devices_of_type(CL_DEVICE_TYPE_DEFAULT).size() == 1);
}

TEST_CASE("clCreateContextFromType: CL_DEVICE_NOT_FOUND if no device has the type") {
  CHECK(create_error({CL_CONTEXT_PLATFORM, platform_value(), 0}, CL_DEVICE_TYPE_ACCELERATOR) ==
        CL_DEVICE_NOT_FOUND);
}

TEST_CASE("clCreateContextFromType: CL_INVALID_DEVICE_TYPE if device_type is not valid") {
  const auto type = GENERATE(as<cl_device_type>(), 0, cl_device_type{1} << 40);
  CHECK(create_error({CL_CONTEXT_PLATFORM, platform_value(), 0}, type) == CL_INVALID_DEVICE_TYPE);
}

TEST_CASE("clCreateContextFromType: CL_INVALID_PROPERTY if a property is unknown, not valid or given twice") {
  const auto properties =
      GENERATE(Properties{CL_CONTEXT_PLATFORM, platform_value(), 0x7777, 1, 0},
               Properties{CL_CONTEXT_PLATFORM, platform_value(), CL_CONTEXT_INTEROP_USER_SYNC, 7, 0},
               Properties{CL_CONTEXT_PLATFORM, platform_value(), CL_CONTEXT_PLATFORM, platform_value(), 0});
  CHECK(create_error(properties) == CL_INVALID_PROPERTY);
}

TEST_CASE("clCreateContextFromType: CL_INVALID_PLATFORM if the platform property is not a platform",
          "[quadcl]") {
  const auto bad = GENERATE(as<void*>(), impostor(), static_cast<void*>(device()));
  CHECK(create_error({CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(bad), 0}) ==
        CL_INVALID_PLATFORM);
}

TEST_CASE("clCreateContextFromType: CL_INVALID_VALUE if pfn_notify is NULL and user_data is not") {
  const cl_context_properties properties[]{CL_CONTEXT_PLATFORM, platform_value(), 0};
  int data = 0;
  CHECK(error_of([&](cl_int* error) {
          return clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, &data, error);
        }) == CL_INVALID_VALUE);
  CHECK(error_of([&](cl_int* error) {
          return clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, ignore, &data, error);
        }) == CL_SUCCESS);
}

TEST_CASE("clCreateContextFromType: CL_CONTEXT_PROPERTIES returns the properties as given") {
  const Properties properties{CL_CONTEXT_PLATFORM, platform_value(), CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE,
                              0};
  const Context context = made([&](cl_int* error) {
    return clCreateContextFromType(properties.data(), CL_DEVICE_TYPE_ALL, nullptr, nullptr, error);
  });
  CHECK(info_list<cl_context_properties>(query(clGetContextInfo, context.get(), CL_CONTEXT_PROPERTIES)) ==
        properties);
}
