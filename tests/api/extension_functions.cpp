// SPDX-License-Identifier: Apache-2.0
// clGetExtensionFunctionAddressForPlatform, clGetExtensionFunctionAddress
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

cl_command_queue create_queue_khr(cl_context context, cl_int* error) {
  const auto create = reinterpret_cast<clCreateCommandQueueWithPropertiesKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clCreateCommandQueueWithPropertiesKHR"));
  REQUIRE(create != nullptr);
  const cl_queue_properties_khr properties[]{CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  return create(context, device(), properties, error);
}

}  // namespace

TEST_CASE("clGetExtensionFunctionAddressForPlatform: finds the function of an extension that is listed") {
  const auto extensions = info_string(query(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS));
  if (extensions.find("cl_khr_create_command_queue") == std::string::npos) return;
  const Context context = make_context();
  const Queue queue = made([&](cl_int* error) { return create_queue_khr(context, error); });
  CHECK(info<cl_command_queue_properties>(query(clGetCommandQueueInfo, queue.get(), CL_QUEUE_PROPERTIES)) ==
        CL_QUEUE_PROFILING_ENABLE);
}

TEST_CASE("clGetExtensionFunctionAddressForPlatform: NULL for a function that does not exist") {
  CHECK(clGetExtensionFunctionAddressForPlatform(platform(), "clNoSuchFunctionQUADCL") == nullptr);
  CHECK(clGetExtensionFunctionAddressForPlatform(platform(), "") == nullptr);
}

TEST_CASE("clGetExtensionFunctionAddress: NULL for a function that does not exist") {
  CHECK(clGetExtensionFunctionAddress("clNoSuchFunctionQUADCL") == nullptr);
}

TEST_CASE("clGetExtensionFunctionAddressForPlatform: NULL for a platform that is none", "[quadcl]") {
  CHECK(clGetExtensionFunctionAddressForPlatform(static_cast<cl_platform_id>(impostor()),
                                                 "clIcdGetPlatformIDsKHR") == nullptr);
}
