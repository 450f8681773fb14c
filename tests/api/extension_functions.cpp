// SPDX-License-Identifier: Apache-2.0
// clGetExtensionFunctionAddressForPlatform, clGetExtensionFunctionAddress
#include "fixture.h"

using namespace api;

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
