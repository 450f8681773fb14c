// SPDX-License-Identifier: Apache-2.0
// clRetainContext, clReleaseContext
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

TEST_CASE("clRetainContext, clReleaseContext: count references from 1") {
  const Context context = make_context();
  const auto count = query(clGetContextInfo, context.get(), CL_CONTEXT_REFERENCE_COUNT);
  CHECK(info<cl_uint>(count) == 1);
  REQUIRE(clRetainContext(context) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 2);
  REQUIRE(clReleaseContext(context) == CL_SUCCESS);
  CHECK(info<cl_uint>(count) == 1);
}

TEST_CASE("clReleaseContext: objects that belong to the context keep it working") {
  Context context = make_context();
  const Queue queue = make_queue(context);
  const auto bytes = counting_bytes(32);
  const Buffer buffer = make_filled(context, bytes);
  context.reset();
  CHECK(read_back(queue, buffer, 32) == bytes);
}

TEST_CASE("clRetainContext: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, clRetainContext);
}

TEST_CASE("clReleaseContext: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, clReleaseContext);
}
