// SPDX-License-Identifier: Apache-2.0
// Runs with a vendors folder that holds both QuadCL and PoCL: both work in one process, and keep their
// objects apart.
#include "kernels.h"

using namespace api;

namespace {

cl_device_id pocl_device() {
  cl_uint count = 0;
  REQUIRE(clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS);
  REQUIRE(count >= 2);
  std::vector<cl_platform_id> ids(count);
  REQUIRE(clGetPlatformIDs(count, ids.data(), nullptr) == CL_SUCCESS);
  for (cl_platform_id id : ids) {
    if (info_string(query(clGetPlatformInfo, id, CL_PLATFORM_NAME)) != "Portable Computing Language")
      continue;
    cl_device_id found = nullptr;
    REQUIRE(clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 1, &found, nullptr) == CL_SUCCESS);
    return found;
  }
  FAIL("PoCL is not among the platforms");
  return nullptr;
}

struct Side {
  explicit Side(cl_device_id id) : context(make_context({id})), queue(make_queue(context, 0, id)) {}

  Context context;
  Queue queue;
};

}  // namespace

TEST_CASE("beside PoCL: a buffer makes the round trip on both platforms at once") {
  const Side ours(device()), theirs(pocl_device());
  const auto bytes = counting_bytes(4096);
  const Buffer here = make_filled(ours.context, bytes), there = make_filled(theirs.context, bytes);
  for (const auto& [side, buffer] : {std::pair{&ours, &here}, std::pair{&theirs, &there}}) {
    std::vector<unsigned char> host(4096, 0);
    REQUIRE(clEnqueueReadBuffer(side->queue, *buffer, CL_FALSE, 0, 4096, host.data(), 0, nullptr, nullptr) ==
            CL_SUCCESS);
    REQUIRE(clFinish(side->queue) == CL_SUCCESS);
    CHECK(host == bytes);
  }
}

TEST_CASE("beside PoCL: the same kernel gives the same result on both platforms") {
  const Side ours(device()), theirs(pocl_device());
  const Program here = make_program(ours.context), there = make_program(theirs.context);
  const Transposition first(ours.context, here, 37, 21), second(theirs.context, there, 37, 21);
  first.launch(ours.queue);
  second.launch(theirs.queue);
  CHECK(first.result(ours.queue) == first.expected());
  CHECK(second.result(theirs.queue) == second.expected());
}

TEST_CASE("beside PoCL: objects of PoCL are none of ours") {
  const Side ours(device()), theirs(pocl_device());
  const Buffer there = make_buffer(theirs.context, 64);
  unsigned char host[64]{};
  CHECK(clEnqueueReadBuffer(ours.queue, there, CL_TRUE, 0, 64, host, 0, nullptr, nullptr) ==
        CL_INVALID_MEM_OBJECT);
  const cl_device_id both[]{device(), pocl_device()};
  CHECK(error_of([&](cl_int* error) { return clCreateContext(nullptr, 2, both, nullptr, nullptr, error); }) ==
        CL_INVALID_DEVICE);
  Event event;
  REQUIRE(clEnqueueMarkerWithWaitList(theirs.queue, 0, nullptr, event.out()) == CL_SUCCESS);
  REQUIRE(clFinish(theirs.queue) == CL_SUCCESS);
  CHECK(clEnqueueMarkerWithWaitList(ours.queue, 1, event.list(), nullptr) == CL_INVALID_EVENT_WAIT_LIST);
}
