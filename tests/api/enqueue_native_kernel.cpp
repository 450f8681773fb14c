// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

struct Arguments {
  std::size_t count;
  cl_uint value;
  cl_uint* memory;  // the buffer's address, set by the platform
};

void CL_CALLBACK fill(void* data) {
  const auto* arguments = static_cast<Arguments*>(data);
  for (std::size_t i = 0; i < arguments->count; ++i) arguments->memory[i] = arguments->value;
}

bool can_run() {
  return (info<cl_device_exec_capabilities>(
              query(clGetDeviceInfo, device(), CL_DEVICE_EXECUTION_CAPABILITIES)) &
          CL_EXEC_NATIVE_KERNEL) != 0;
}

}  // namespace

TEST_CASE("clEnqueueNativeKernel: gets a copy of the arguments with its buffers' addresses") {
  if (!can_run()) return;
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  Gate gate(setup.context);
  Arguments arguments{16, 0x12345678, nullptr};
  const cl_mem buffers[]{buffer};
  const void* places[]{&arguments.memory};
  REQUIRE(clEnqueueNativeKernel(setup.queue, fill, &arguments, sizeof arguments, 1, buffers, places, 1,
                                gate.list(), nullptr) == CL_SUCCESS);
  arguments = {};  // the platform has its own copy
  gate.open();
  CHECK(read_back<cl_uint>(setup.queue, buffer, 16) == std::vector<cl_uint>(16, 0x12345678));
}

TEST_CASE("clEnqueueNativeKernel: CL_INVALID_VALUE if arguments and counts do not go together") {
  if (!can_run()) return;
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  Arguments arguments{};
  const cl_mem buffers[]{buffer};
  const void* places[]{&arguments.memory};
  struct Row {
    const char* rule;
    void(CL_CALLBACK* function)(void*);
    void* args;
    std::size_t args_size;
    cl_uint buffer_count;
    const cl_mem* buffer_list;
    const void** place_list;
  };
  const Row rows[]{
      {"user_func is NULL", nullptr, &arguments, sizeof arguments, 0, nullptr, nullptr},
      {"args is NULL, cb_args is not 0", fill, nullptr, sizeof arguments, 0, nullptr, nullptr},
      {"args is NULL, there are memory objects", fill, nullptr, 0, 1, buffers, places},
      {"args is not NULL, cb_args is 0", fill, &arguments, 0, 0, nullptr, nullptr},
      {"memory objects without a list", fill, &arguments, sizeof arguments, 1, nullptr, places},
      {"memory objects without places", fill, &arguments, sizeof arguments, 1, buffers, nullptr},
      {"a list without memory objects", fill, &arguments, sizeof arguments, 0, buffers, nullptr},
      {"places without memory objects", fill, &arguments, sizeof arguments, 0, nullptr, places},
  };
  for (const Row& row : rows) {
    INFO(row.rule);
    CHECK(clEnqueueNativeKernel(setup.queue, row.function, row.args, row.args_size, row.buffer_count,
                                row.buffer_list, row.place_list, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueNativeKernel: CL_INVALID_MEM_OBJECT if an object in the list is not a buffer") {
  if (!can_run()) return;
  const Setup setup;
  Arguments arguments{};
  const void* places[]{&arguments.memory};
  for (const auto& [what, bad] : bad_handles<cl_mem>()) {
    // "or NULL": NULL in mem_list is allowed (OpenCL 3.0 API, clEnqueueNativeKernel, mem_list).
    if (bad == nullptr) continue;
    INFO("handle: " << what);
    CHECK(clEnqueueNativeKernel(setup.queue, fill, &arguments, sizeof arguments, 1, &bad, places, 0, nullptr,
                                nullptr) == CL_INVALID_MEM_OBJECT);
  }
}

TEST_CASE("clEnqueueNativeKernel: CL_INVALID_OPERATION if the device cannot run native kernels") {
  if (can_run()) return;
  const Setup setup;
  Arguments arguments{};
  CHECK(clEnqueueNativeKernel(setup.queue, fill, &arguments, sizeof arguments, 0, nullptr, nullptr, 0,
                              nullptr, nullptr) == CL_INVALID_OPERATION);
}
