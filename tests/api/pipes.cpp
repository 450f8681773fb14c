// SPDX-License-Identifier: Apache-2.0
// clCreatePipe, clGetPipeInfo
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

cl_int create_error(cl_context context) {
  return error_of([&](cl_int* error) { return clCreatePipe(context, 0, 4, 16, nullptr, error); });
}

}  // namespace

TEST_CASE("clCreatePipe: CL_INVALID_OPERATION if no device of the context supports pipes") {
  if (info<cl_bool>(query(clGetDeviceInfo, device(), CL_DEVICE_PIPE_SUPPORT)) != CL_FALSE) return;
  CHECK(create_error(make_context()) == CL_INVALID_OPERATION);
}

TEST_CASE("clCreatePipe: CL_INVALID_CONTEXT if context is not a context") {
  check_bad_handles<cl_context>(CL_INVALID_CONTEXT, create_error);
}

TEST_CASE("clGetPipeInfo: CL_INVALID_MEM_OBJECT if pipe is not a pipe") {
  const Context context = make_context();
  const Buffer buffer = make_buffer(context, 64);
  CHECK(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr) == CL_INVALID_MEM_OBJECT);
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, [](cl_mem bad) {
    return clGetPipeInfo(bad, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr);
  });
}
