// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fixture.h"

using namespace api;

TEST_CASE("clGetPlatformIDs: lists the platform exactly once") {
  cl_uint count = 0;
  REQUIRE(clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count > 0);
  std::vector<cl_platform_id> ids(count);
  REQUIRE(clGetPlatformIDs(count, ids.data(), nullptr) == CL_SUCCESS);
  CHECK(std::count(ids.begin(), ids.end(), platform()) == 1);
}

TEST_CASE("clGetPlatformIDs: CL_INVALID_VALUE if num_entries is 0 and platforms is not NULL") {
  cl_platform_id id = nullptr;
  CHECK(clGetPlatformIDs(0, &id, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetPlatformIDs: CL_INVALID_VALUE if num_platforms and platforms are NULL") {
  CHECK(clGetPlatformIDs(1, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clGetPlatformIDs: writes no more than num_entries handles") {
  cl_platform_id ids[2]{nullptr, nullptr};
  REQUIRE(clGetPlatformIDs(1, ids, nullptr) == CL_SUCCESS);
  CHECK(ids[0] != nullptr);
  CHECK(ids[1] == nullptr);
}
