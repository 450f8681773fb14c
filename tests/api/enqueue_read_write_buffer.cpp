// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadBuffer, clEnqueueWriteBuffer
#include <algorithm>

#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 256;

cl_int read(cl_command_queue queue, cl_mem buffer, std::size_t offset, std::size_t size, void* host,
            cl_bool blocking = CL_TRUE) {
  return clEnqueueReadBuffer(queue, buffer, blocking, offset, size, host, 0, nullptr, nullptr);
}

cl_int write(cl_command_queue queue, cl_mem buffer, std::size_t offset, std::size_t size, const void* host,
             cl_bool blocking = CL_TRUE) {
  return clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, host, 0, nullptr, nullptr);
}

}  // namespace

TEST_CASE("clEnqueueReadBuffer: reads exactly its region") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, bytes);
  const auto [offset, size] = GENERATE(std::pair<std::size_t, std::size_t>{0, kSize}, std::pair{0, 1},
                                       std::pair{kSize - 1, 1}, std::pair{13, 101});
  std::vector<unsigned char> expected(kSize + 2, 0xee), host(kSize + 2, 0xee);
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), size, expected.begin() + 1);
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  REQUIRE(read(setup.queue, buffer, offset, size, host.data() + 1, blocking) == CL_SUCCESS);
  REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
  CHECK(host == expected);
}

TEST_CASE("clEnqueueWriteBuffer: writes exactly its region") {
  const Setup setup;
  const Buffer buffer = make_filled(setup.context, std::vector<unsigned char>(kSize, 0xee));
  const auto [offset, size] = GENERATE(std::pair<std::size_t, std::size_t>{0, kSize}, std::pair{0, 1},
                                       std::pair{kSize - 1, 1}, std::pair{13, 101});
  const auto bytes = counting_bytes(size);
  std::vector<unsigned char> expected(kSize, 0xee);
  std::copy_n(bytes.begin(), size, expected.begin() + static_cast<std::ptrdiff_t>(offset));
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  REQUIRE(write(setup.queue, buffer, offset, size, bytes.data(), blocking) == CL_SUCCESS);
  CHECK(read_back(setup.queue, buffer, kSize) == expected);
}

TEST_CASE("clEnqueueWriteBuffer: a blocking write has read the host's memory when it returns") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto bytes = counting_bytes(kSize);
  auto host = bytes;
  REQUIRE(write(setup.queue, buffer, 0, kSize, host.data()) == CL_SUCCESS);
  host.assign(kSize, 0);
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);
}

TEST_CASE("clEnqueueReadBuffer, clEnqueueWriteBuffer: a size of 0 moves nothing") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, bytes);
  unsigned char host = 0xee;
  const std::size_t offset = GENERATE(0, 5, kSize);
  CHECK(read(setup.queue, buffer, offset, 0, &host) == CL_SUCCESS);
  CHECK(write(setup.queue, buffer, offset, 0, &host) == CL_SUCCESS);
  CHECK(host == 0xee);
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);
}

TEST_CASE("clEnqueueReadBuffer, clEnqueueWriteBuffer: CL_INVALID_VALUE if the region is out of bounds") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  std::vector<unsigned char> host(2 * kSize);
  const auto [offset, size] = GENERATE(std::pair<std::size_t, std::size_t>{0, kSize + 1},
                                       std::pair<std::size_t, std::size_t>{kSize, 1},
                                       std::pair<std::size_t, std::size_t>{kSize + 1, 0},
                                       std::pair<std::size_t, std::size_t>{~std::size_t{0}, 2},
                                       std::pair<std::size_t, std::size_t>{2, ~std::size_t{0}});
  CHECK(read(setup.queue, buffer, offset, size, host.data()) == CL_INVALID_VALUE);
  CHECK(write(setup.queue, buffer, offset, size, host.data()) == CL_INVALID_VALUE);
}

TEST_CASE(
    "clEnqueueReadBuffer, clEnqueueWriteBuffer: CL_INVALID_VALUE outside a sub-buffer, inside its buffer") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const Buffer part = make_sub_buffer(buffer, 0, kSize / 2);
  std::vector<unsigned char> host(kSize);
  CHECK(read(setup.queue, part, 1, kSize / 2, host.data()) == CL_INVALID_VALUE);
  CHECK(write(setup.queue, part, 1, kSize / 2, host.data()) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueReadBuffer, clEnqueueWriteBuffer: CL_INVALID_VALUE if ptr is NULL") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  CHECK(read(setup.queue, buffer, 0, 1, nullptr) == CL_INVALID_VALUE);
  CHECK(write(setup.queue, buffer, 0, 1, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueReadBuffer, clEnqueueWriteBuffer: CL_INVALID_OPERATION if the host has no such access") {
  const Setup setup;
  std::vector<unsigned char> host(kSize);
  struct Row {
    cl_mem_flags flags;
    cl_int read, write;
  };
  const auto [flags, read_error, write_error] =
      GENERATE(Row{CL_MEM_HOST_WRITE_ONLY, CL_INVALID_OPERATION, CL_SUCCESS},
               Row{CL_MEM_HOST_READ_ONLY, CL_SUCCESS, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_NO_ACCESS, CL_INVALID_OPERATION, CL_INVALID_OPERATION},
               Row{CL_MEM_WRITE_ONLY, CL_SUCCESS, CL_SUCCESS}, Row{CL_MEM_READ_ONLY, CL_SUCCESS, CL_SUCCESS});
  const Buffer buffer = make_buffer(setup.context, kSize, flags);
  CHECK(read(setup.queue, buffer, 0, kSize, host.data()) == read_error);
  CHECK(write(setup.queue, buffer, 0, kSize, host.data()) == write_error);
  const Buffer part = make_sub_buffer(buffer, 0, kSize);
  CHECK(read(setup.queue, part, 0, kSize, host.data()) == read_error);
  CHECK(write(setup.queue, part, 0, kSize, host.data()) == write_error);
}

TEST_CASE("clEnqueueReadBuffer, clEnqueueWriteBuffer: CL_INVALID_MEM_OBJECT if buffer is not a buffer") {
  const Setup setup;
  unsigned char host[8]{};
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return read(setup.queue, bad, 0, 8, host); });
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return write(setup.queue, bad, 0, 8, host); });
}
