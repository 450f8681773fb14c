// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

std::size_t alignment(cl_device_id id = device()) {
  return info<cl_uint>(query(clGetDeviceInfo, id, CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8;
}

cl_int create_error(cl_mem buffer, cl_mem_flags flags, cl_buffer_region region,
                    cl_buffer_create_type type = CL_BUFFER_CREATE_TYPE_REGION) {
  return error_of([&](cl_int* error) { return clCreateSubBuffer(buffer, flags, type, &region, error); });
}

template <typename T>
T mem_value(cl_mem buffer, cl_mem_info param) {
  return info<T>(query(clGetMemObjectInfo, buffer, param));
}

}  // namespace

TEST_CASE("clCreateSubBuffer: shares its part of the buffer's memory") {
  const Setup setup;
  const std::size_t origin = alignment();
  auto bytes = counting_bytes(4 * origin);
  const Buffer parent = make_filled(setup.context, bytes);
  const Buffer part = make_sub_buffer(parent, origin, origin);
  CHECK(read_back(setup.queue, part, origin) ==
        std::vector(bytes.begin() + static_cast<std::ptrdiff_t>(origin),
                    bytes.begin() + static_cast<std::ptrdiff_t>(2 * origin)));

  const unsigned char changed[]{7, 7, 7};
  REQUIRE(clEnqueueWriteBuffer(setup.queue, part, CL_TRUE, 5, sizeof changed, changed, 0, nullptr, nullptr) ==
          CL_SUCCESS);
  std::copy(std::begin(changed), std::end(changed), bytes.begin() + static_cast<std::ptrdiff_t>(origin + 5));
  CHECK(read_back(setup.queue, parent, bytes.size()) == bytes);
}

TEST_CASE("clCreateSubBuffer: keeps the buffer's memory alive") {
  const Setup setup;
  const auto bytes = counting_bytes(128);
  Buffer parent = make_filled(setup.context, bytes);
  const Buffer part = make_sub_buffer(parent, 0, 128);
  parent.reset();
  CHECK(read_back(setup.queue, part, 128) == bytes);
}

TEST_CASE("clCreateSubBuffer: inherits the flags it does not specify") {
  const Context context = make_context();
  std::vector<unsigned char> host(256);
  struct Row {
    cl_mem_flags parent, flags, expected;
  };
  const auto [parent_flags, flags, expected] = GENERATE(
      Row{CL_MEM_READ_ONLY, 0, CL_MEM_READ_ONLY},
      Row{CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY},
      Row{CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, 0, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY},
      Row{CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
          CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS},
      // Host pointer flags cannot be specified; they are inherited.
      Row{CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, CL_MEM_READ_ONLY, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR},
      Row{CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, 0, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR});
  const Buffer parent = make_buffer(context, host.size(), parent_flags,
                                    (parent_flags & CL_MEM_USE_HOST_PTR) != 0 ? host.data() : nullptr);
  CHECK(mem_value<cl_mem_flags>(make_sub_buffer(parent, 0, 64, flags), CL_MEM_FLAGS) == expected);
}

TEST_CASE("clCreateSubBuffer: get-info tells of the region and the buffer") {
  const Context context = make_context();
  const std::size_t origin = alignment();
  std::vector<unsigned char> host(2 * origin);
  const Buffer parent = make_buffer(context, host.size(), CL_MEM_USE_HOST_PTR, host.data());
  const Buffer part = make_sub_buffer(parent, origin, 24);
  CHECK(mem_value<cl_mem_object_type>(part, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER);
  CHECK(mem_value<std::size_t>(part, CL_MEM_SIZE) == 24);
  CHECK(mem_value<std::size_t>(part, CL_MEM_OFFSET) == origin);
  CHECK(mem_value<cl_mem>(part, CL_MEM_ASSOCIATED_MEMOBJECT) == parent.get());
  CHECK(mem_value<cl_context>(part, CL_MEM_CONTEXT) == context.get());
  CHECK(mem_value<void*>(part, CL_MEM_HOST_PTR) == host.data() + origin);
}

TEST_CASE("clCreateSubBuffer: CL_INVALID_VALUE if flags contradict the buffer's or cannot be specified") {
  const Context context = make_context();
  struct Row {
    cl_mem_flags parent, flags;
  };
  const auto [parent_flags, flags] = GENERATE(
      Row{CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE}, Row{CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY},
      Row{CL_MEM_READ_ONLY, CL_MEM_READ_WRITE}, Row{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY},
      Row{CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY}, Row{CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY},
      Row{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY}, Row{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY},
      Row{0, CL_MEM_USE_HOST_PTR}, Row{0, CL_MEM_ALLOC_HOST_PTR}, Row{0, CL_MEM_COPY_HOST_PTR},
      Row{0, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY}, Row{0, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS},
      Row{0, cl_mem_flags{1} << 40});
  const Buffer parent = make_buffer(context, 256, parent_flags);
  CHECK(create_error(parent, flags, {0, 64}) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateSubBuffer: CL_INVALID_VALUE if the region is out of bounds") {
  const Context context = make_context();
  const std::size_t step = alignment();
  const Buffer parent = make_buffer(context, 4 * step);
  const auto region = GENERATE_COPY(cl_buffer_region{0, 4 * step + 1}, cl_buffer_region{step, 3 * step + 1},
                                    cl_buffer_region{4 * step, 1}, cl_buffer_region{8 * step, step},
                                    cl_buffer_region{step, ~std::size_t{0}},
                                    cl_buffer_region{~std::size_t{0} - step + 1, step});
  CHECK(create_error(parent, 0, region) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateSubBuffer: CL_INVALID_VALUE if buffer_create_info is NULL or its type is not valid") {
  const Context context = make_context();
  const Buffer parent = make_buffer(context, 256);
  CHECK(error_of([&](cl_int* error) {
          return clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, nullptr, error);
        }) == CL_INVALID_VALUE);
  CHECK(create_error(parent, 0, {0, 64}, 0x7777) == CL_INVALID_VALUE);
}

TEST_CASE("clCreateSubBuffer: CL_INVALID_BUFFER_SIZE if the region's size is 0") {
  const Context context = make_context();
  CHECK(create_error(make_buffer(context, 256), 0, {0, 0}) == CL_INVALID_BUFFER_SIZE);
}

TEST_CASE(
    "clCreateSubBuffer: CL_MISALIGNED_SUB_BUFFER_OFFSET unless the origin suits a device of the context") {
  const Context context = make_context(all_devices());
  std::size_t least = alignment();
  for (cl_device_id id : all_devices()) least = std::min(least, alignment(id));
  const Buffer parent = make_buffer(context, 4 * least);
  CHECK(create_error(parent, 0, {1, 8}) == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  CHECK(create_error(parent, 0, {least / 2, 8}) == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  CHECK(create_error(parent, 0, {least + 4, 8}) == CL_MISALIGNED_SUB_BUFFER_OFFSET);
  CHECK(create_error(parent, 0, {least, 8}) == CL_SUCCESS);
}

TEST_CASE("clCreateSubBuffer: CL_INVALID_MEM_OBJECT if buffer is a sub-buffer") {
  const Context context = make_context();
  const Buffer parent = make_buffer(context, 256);
  const Buffer part = make_sub_buffer(parent, 0, 128);
  CHECK(create_error(part, 0, {0, 64}) == CL_INVALID_MEM_OBJECT);
}

TEST_CASE("clCreateSubBuffer: CL_INVALID_MEM_OBJECT if buffer is not a buffer") {
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, [](cl_mem bad) { return create_error(bad, 0, {0, 64}); });
}
