// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

using Properties = std::vector<cl_context_properties>;

cl_context_properties platform_value() { return reinterpret_cast<cl_context_properties>(platform()); }

cl_int create_error(const Properties& properties) {
  const cl_device_id id = device();
  return error_of(
      [&](cl_int* error) { return clCreateContext(properties.data(), 1, &id, nullptr, nullptr, error); });
}

void CL_CALLBACK ignore(const char*, const void*, size_t, void*) {}

}  // namespace

TEST_CASE("clCreateContext: accepts the properties of a core context") {
  const auto properties =
      GENERATE(Properties{0}, Properties{CL_CONTEXT_PLATFORM, platform_value(), 0},
               Properties{CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0},
               Properties{CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_PLATFORM, platform_value(), 0});
  CHECK(create_error(properties) == CL_SUCCESS);
}

TEST_CASE("clCreateContext: errcode_ret may be NULL") {
  const cl_device_id id = device();
  const Context context(clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr));
  CHECK(context.get() != nullptr);
  CHECK(clCreateContext(nullptr, 0, &id, nullptr, nullptr, nullptr) == nullptr);
}

TEST_CASE("clCreateContext: a device that is listed twice counts once") {
  const Context context = make_context({device(), device()});
  CHECK(info_list<cl_device_id>(query(clGetContextInfo, context.get(), CL_CONTEXT_DEVICES)) ==
        std::vector{device()});
}

TEST_CASE("clCreateContext: CL_INVALID_PROPERTY if a property name is not supported") {
  CHECK(create_error({0x7777, 1, 0}) == CL_INVALID_PROPERTY);
}

TEST_CASE("clCreateContext: CL_INVALID_PROPERTY if a property's value is not valid") {
  CHECK(create_error({CL_CONTEXT_INTEROP_USER_SYNC, 7, 0}) == CL_INVALID_PROPERTY);
}

TEST_CASE("clCreateContext: CL_INVALID_PROPERTY if a property is specified twice") {
  const auto properties =
      GENERATE(Properties{CL_CONTEXT_PLATFORM, platform_value(), CL_CONTEXT_PLATFORM, platform_value(), 0},
               Properties{CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, 0});
  CHECK(create_error(properties) == CL_INVALID_PROPERTY);
}

TEST_CASE("clCreateContext: CL_INVALID_PLATFORM if the platform property is not a platform", "[quadcl]") {
  CHECK(create_error({CL_CONTEXT_PLATFORM, 0, 0}) == CL_INVALID_PLATFORM);
  CHECK(create_error({CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(impostor()), 0}) ==
        CL_INVALID_PLATFORM);
  CHECK(create_error({CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(device()), 0}) ==
        CL_INVALID_PLATFORM);
}

TEST_CASE("clCreateContext: CL_INVALID_VALUE if devices is NULL or num_devices is 0") {
  const cl_device_id id = device();
  CHECK(error_of([&](cl_int* error) {
          return clCreateContext(nullptr, 1, nullptr, nullptr, nullptr, error);
        }) == CL_INVALID_VALUE);
  CHECK(error_of([&](cl_int* error) { return clCreateContext(nullptr, 0, &id, nullptr, nullptr, error); }) ==
        CL_INVALID_VALUE);
}

TEST_CASE("clCreateContext: CL_INVALID_VALUE if pfn_notify is NULL and user_data is not") {
  const cl_device_id id = device();
  int data = 0;
  CHECK(error_of([&](cl_int* error) { return clCreateContext(nullptr, 1, &id, nullptr, &data, error); }) ==
        CL_INVALID_VALUE);
  CHECK(error_of([&](cl_int* error) { return clCreateContext(nullptr, 1, &id, ignore, &data, error); }) ==
        CL_SUCCESS);
  CHECK(error_of([&](cl_int* error) { return clCreateContext(nullptr, 1, &id, ignore, nullptr, error); }) ==
        CL_SUCCESS);
}

TEST_CASE("clCreateContext: CL_INVALID_DEVICE if any device is not a device") {
  check_bad_handles<cl_device_id>(CL_INVALID_DEVICE, [](cl_device_id bad) {
    const cl_device_id devices[]{device(), bad};
    return error_of(
        [&](cl_int* error) { return clCreateContext(nullptr, 2, devices, nullptr, nullptr, error); });
  });
}
