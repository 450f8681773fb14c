// SPDX-License-Identifier: Apache-2.0
// clEnqueueMapBuffer, clEnqueueUnmapMemObject
#include <cstring>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 256;

struct Mapping {
  unsigned char* pointer;
  cl_int error;
};

Mapping map(cl_command_queue queue, cl_mem buffer, cl_map_flags flags, std::size_t offset = 0,
            std::size_t size = kSize, cl_bool blocking = CL_TRUE) {
  cl_int error = 1;
  void* pointer =
      clEnqueueMapBuffer(queue, buffer, blocking, flags, offset, size, 0, nullptr, nullptr, &error);
  CHECK((pointer != nullptr) == (error == CL_SUCCESS));
  return {static_cast<unsigned char*>(pointer), error};
}

cl_int unmap(cl_command_queue queue, cl_mem buffer, void* pointer) {
  return clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr);
}

}  // namespace

TEST_CASE("clEnqueueMapBuffer: CL_MAP_READ shows the latest contents of the region") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  const cl_mem_flags storage = GENERATE(0, CL_MEM_ALLOC_HOST_PTR);
  const Buffer buffer = make_buffer(setup.context, kSize, storage);
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  const std::size_t offset = GENERATE(0, 100);
  REQUIRE(clEnqueueWriteBuffer(setup.queue, buffer, CL_FALSE, 0, kSize, bytes.data(), 0, nullptr, nullptr) ==
          CL_SUCCESS);
  const auto [pointer, error] = map(setup.queue, buffer, CL_MAP_READ, offset, kSize - offset, blocking);
  REQUIRE(error == CL_SUCCESS);
  if (blocking == CL_FALSE) REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(std::memcmp(pointer, bytes.data() + offset, kSize - offset) == 0);
  CHECK(unmap(setup.queue, buffer, pointer) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMapBuffer: what is written to the mapping is in the buffer after the unmap") {
  const Setup setup;
  const cl_map_flags flags =
      GENERATE(CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION);
  auto expected = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, expected);
  const auto [pointer, error] = map(setup.queue, buffer, flags, 16, 32);
  REQUIRE(error == CL_SUCCESS);
  std::memset(pointer, 0x77, 32);
  std::memset(expected.data() + 16, 0x77, 32);
  REQUIRE(unmap(setup.queue, buffer, pointer) == CL_SUCCESS);
  CHECK(read_back(setup.queue, buffer, kSize) == expected);
}

TEST_CASE("clEnqueueMapBuffer: the start of a buffer maps to memory aligned for every data type") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto [pointer, error] = map(setup.queue, buffer, CL_MAP_READ);
  REQUIRE(error == CL_SUCCESS);
  CHECK(reinterpret_cast<std::uintptr_t>(pointer) % sizeof(cl_long16) == 0);
  CHECK(unmap(setup.queue, buffer, pointer) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMapBuffer: a sub-buffer maps to its own part") {
  const Setup setup;
  const std::size_t origin =
      info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8;
  const auto bytes = counting_bytes(2 * origin, 5);
  const Buffer buffer = make_filled(setup.context, bytes);
  const Buffer part = make_sub_buffer(buffer, origin, origin);
  const auto [pointer, error] = map(setup.queue, part, CL_MAP_READ, 3, 4);
  REQUIRE(error == CL_SUCCESS);
  CHECK(std::memcmp(pointer, bytes.data() + origin + 3, 4) == 0);
  CHECK(unmap(setup.queue, part, pointer) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMapBuffer: errcode_ret may be NULL") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  void* pointer =
      clEnqueueMapBuffer(setup.queue, buffer, CL_TRUE, CL_MAP_READ, 0, kSize, 0, nullptr, nullptr, nullptr);
  REQUIRE(pointer != nullptr);
  CHECK(unmap(setup.queue, buffer, pointer) == CL_SUCCESS);
  CHECK(clEnqueueMapBuffer(setup.queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, nullptr, nullptr, nullptr) ==
        nullptr);
}

TEST_CASE("clEnqueueMapBuffer: CL_INVALID_VALUE if the region is empty or out of bounds") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto [offset, size] = GENERATE(
      std::pair<std::size_t, std::size_t>{0, 0}, std::pair<std::size_t, std::size_t>{0, kSize + 1},
      std::pair<std::size_t, std::size_t>{kSize, 1}, std::pair<std::size_t, std::size_t>{~std::size_t{0}, 2});
  CHECK(map(setup.queue, buffer, CL_MAP_READ, offset, size).error == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueMapBuffer: CL_INVALID_VALUE if map_flags exclude each other or are not valid") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto flags = GENERATE(as<cl_map_flags>(), CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION,
                              CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION, cl_map_flags{1} << 20);
  CHECK(map(setup.queue, buffer, flags).error == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueMapBuffer: CL_INVALID_OPERATION if the host has no such access") {
  const Setup setup;
  struct Row {
    cl_mem_flags buffer;
    cl_map_flags map;
    cl_int error;
  };
  const auto [buffer_flags, map_flags, error] =
      GENERATE(Row{CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_WRITE_ONLY, CL_MAP_READ | CL_MAP_WRITE, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_WRITE_ONLY, CL_MAP_WRITE, CL_SUCCESS},
               Row{CL_MEM_HOST_READ_ONLY, CL_MAP_READ, CL_SUCCESS},
               Row{CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_READ_ONLY, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_NO_ACCESS, CL_MAP_READ, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_NO_ACCESS, CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_OPERATION});
  const Buffer buffer = make_buffer(setup.context, kSize, buffer_flags);
  const Mapping mapping = map(setup.queue, buffer, map_flags);
  CHECK(mapping.error == error);
  if (mapping.pointer != nullptr) CHECK(unmap(setup.queue, buffer, mapping.pointer) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMapBuffer: CL_INVALID_OPERATION if regions mapped for writing would overlap") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const Mapping low = map(setup.queue, buffer, CL_MAP_WRITE, 0, 100);
  REQUIRE(low.error == CL_SUCCESS);
  CHECK(map(setup.queue, buffer, CL_MAP_WRITE, 99, 10).error == CL_INVALID_OPERATION);
  CHECK(map(setup.queue, buffer, CL_MAP_WRITE_INVALIDATE_REGION, 0, 1).error == CL_INVALID_OPERATION);
  const Mapping high = map(setup.queue, buffer, CL_MAP_WRITE, 100, 100);
  CHECK(high.error == CL_SUCCESS);
  CHECK(unmap(setup.queue, buffer, low.pointer) == CL_SUCCESS);
  CHECK(unmap(setup.queue, buffer, high.pointer) == CL_SUCCESS);
  CHECK(clFinish(setup.queue) == CL_SUCCESS);
  const Mapping again = map(setup.queue, buffer, CL_MAP_WRITE, 99, 10);
  CHECK(again.error == CL_SUCCESS);
  CHECK(unmap(setup.queue, buffer, again.pointer) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMapBuffer: regions mapped for reading may overlap") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, bytes);
  const Mapping first = map(setup.queue, buffer, CL_MAP_READ);
  const Mapping second = map(setup.queue, buffer, CL_MAP_READ, 10, 20);
  REQUIRE(second.error == CL_SUCCESS);
  CHECK(unmap(setup.queue, buffer, first.pointer) == CL_SUCCESS);
  CHECK(std::memcmp(second.pointer, bytes.data() + 10, 20) == 0);
  CHECK(unmap(setup.queue, buffer, second.pointer) == CL_SUCCESS);
}

TEST_CASE("clEnqueueMapBuffer: CL_INVALID_MEM_OBJECT if buffer is not a buffer") {
  const Setup setup;
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return map(setup.queue, bad, CL_MAP_READ, 0, 4).error; });
}

TEST_CASE("clEnqueueUnmapMemObject: CL_INVALID_VALUE if mapped_ptr is not a mapping of the object") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize), other = make_buffer(setup.context, kSize);
  const Mapping mapping = map(setup.queue, buffer, CL_MAP_READ);
  REQUIRE(mapping.error == CL_SUCCESS);
  unsigned char elsewhere = 0;
  CHECK(unmap(setup.queue, buffer, nullptr) == CL_INVALID_VALUE);
  CHECK(unmap(setup.queue, buffer, &elsewhere) == CL_INVALID_VALUE);
  CHECK(unmap(setup.queue, other, mapping.pointer) == CL_INVALID_VALUE);
  REQUIRE(unmap(setup.queue, buffer, mapping.pointer) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(unmap(setup.queue, buffer, mapping.pointer) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueUnmapMemObject: CL_INVALID_MEM_OBJECT if memobj is not a memory object") {
  const Setup setup;
  unsigned char elsewhere = 0;
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return unmap(setup.queue, bad, &elsewhere); });
}

TEST_CASE("clEnqueueMapBuffer: one that fails leaves other mappings with the same pointer alone") {
  const Setup setup;
  auto host = counting_bytes(kSize);
  const Buffer buffer = make_buffer(setup.context, kSize, CL_MEM_USE_HOST_PTR, host.data());
  const Mapping written = map(setup.queue, buffer, CL_MAP_WRITE, 0, 16);
  REQUIRE(written.error == CL_SUCCESS);
  Gate gate(setup.context);
  gate.fail(-1);
  cl_int error = CL_SUCCESS;
  CHECK(clEnqueueMapBuffer(setup.queue, buffer, CL_TRUE, CL_MAP_READ, 0, kSize, 1, gate.list(), nullptr,
                           &error) == nullptr);
  CHECK(error == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(map(setup.queue, buffer, CL_MAP_WRITE, 0, 16).error == CL_INVALID_OPERATION);

  auto expected = host;
  std::memset(written.pointer, 0x77, 16);
  std::memset(expected.data(), 0x77, 16);
  CHECK(unmap(setup.queue, buffer, written.pointer) == CL_SUCCESS);
  CHECK(unmap(setup.queue, buffer, written.pointer) == CL_INVALID_VALUE);
  CHECK(read_back(setup.queue, buffer, kSize) == expected);
}
