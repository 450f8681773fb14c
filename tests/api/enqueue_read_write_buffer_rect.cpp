// SPDX-License-Identifier: Apache-2.0
// clEnqueueReadBufferRect, clEnqueueWriteBufferRect
#include "bad_handles.h"
#include "fixture.h"
#include "rectangles.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 512;
constexpr Triple kRegion{8, 2, 1};

cl_int read(cl_command_queue queue, cl_mem buffer, const RectangleSide& device_side,
            const RectangleSide& host_side, const Triple& region, void* host, cl_bool blocking = CL_TRUE) {
  return clEnqueueReadBufferRect(queue, buffer, blocking, device_side.origin.data(), host_side.origin.data(),
                                 region.data(), device_side.row_pitch, device_side.slice_pitch,
                                 host_side.row_pitch, host_side.slice_pitch, host, 0, nullptr, nullptr);
}

cl_int write(cl_command_queue queue, cl_mem buffer, const RectangleSide& device_side,
             const RectangleSide& host_side, const Triple& region, const void* host,
             cl_bool blocking = CL_TRUE) {
  return clEnqueueWriteBufferRect(queue, buffer, blocking, device_side.origin.data(), host_side.origin.data(),
                                  region.data(), device_side.row_pitch, device_side.slice_pitch,
                                  host_side.row_pitch, host_side.slice_pitch, host, 0, nullptr, nullptr);
}

}  // namespace

TEST_CASE("clEnqueueReadBufferRect: moves exactly the region from buffer to host") {
  const Setup setup;
  const auto contents = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, contents);
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  for (const auto& [first, second, region] : kRectangles) {
    INFO("region " << region[0] << ' ' << region[1] << ' ' << region[2]);
    std::vector<unsigned char> host(kSize, 0xee), expected(kSize, 0xee);
    copy_rectangle(contents, first, expected, second, region);
    REQUIRE(read(setup.queue, buffer, first, second, region, host.data(), blocking) == CL_SUCCESS);
    REQUIRE(clFinish(setup.queue) == CL_SUCCESS);
    CHECK(host == expected);
  }
}

TEST_CASE("clEnqueueWriteBufferRect: moves exactly the region from host to buffer") {
  const Setup setup;
  const auto host = counting_bytes(kSize);
  const cl_bool blocking = GENERATE(CL_TRUE, CL_FALSE);
  for (const auto& [first, second, region] : kRectangles) {
    INFO("region " << region[0] << ' ' << region[1] << ' ' << region[2]);
    std::vector<unsigned char> expected(kSize, 0xee);
    const Buffer buffer = make_filled(setup.context, expected);
    copy_rectangle(host, second, expected, first, region);
    REQUIRE(write(setup.queue, buffer, first, second, region, host.data(), blocking) == CL_SUCCESS);
    CHECK(read_back(setup.queue, buffer, kSize) == expected);
  }
}

TEST_CASE(
    "clEnqueueReadBufferRect, clEnqueueWriteBufferRect: CL_INVALID_VALUE if region or pitches are wrong") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  std::vector<unsigned char> host(kSize);
  for (const auto& [rule, side, region] : kBadRectangles) {
    INFO(rule);
    CHECK(read(setup.queue, buffer, side, {}, region, host.data()) == CL_INVALID_VALUE);
    CHECK(read(setup.queue, buffer, {}, side, region, host.data()) == CL_INVALID_VALUE);
    CHECK(write(setup.queue, buffer, side, {}, region, host.data()) == CL_INVALID_VALUE);
    CHECK(write(setup.queue, buffer, {}, side, region, host.data()) == CL_INVALID_VALUE);
  }
}

TEST_CASE(
    "clEnqueueReadBufferRect, clEnqueueWriteBufferRect: CL_INVALID_VALUE if the region is out of bounds") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  std::vector<unsigned char> host(4 * kSize);
  for (const auto& [rule, side, region] : kOutOfBounds) {
    INFO(rule);
    CHECK(read(setup.queue, buffer, side, {}, region, host.data()) == CL_INVALID_VALUE);
    CHECK(write(setup.queue, buffer, side, {}, region, host.data()) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueReadBufferRect, clEnqueueWriteBufferRect: CL_INVALID_VALUE if a pointer is NULL") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  std::vector<unsigned char> host(kSize);
  const Triple origin{0, 0, 0};
  const int missing = GENERATE(0, 1, 2, 3);
  const std::size_t* buffer_origin = missing == 0 ? nullptr : origin.data();
  const std::size_t* host_origin = missing == 1 ? nullptr : origin.data();
  const std::size_t* region = missing == 2 ? nullptr : kRegion.data();
  void* memory = missing == 3 ? nullptr : host.data();
  CHECK(clEnqueueReadBufferRect(setup.queue, buffer, CL_TRUE, buffer_origin, host_origin, region, 0, 0, 0, 0,
                                memory, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  CHECK(clEnqueueWriteBufferRect(setup.queue, buffer, CL_TRUE, buffer_origin, host_origin, region, 0, 0, 0, 0,
                                 memory, 0, nullptr, nullptr) == CL_INVALID_VALUE);
}

TEST_CASE(
    "clEnqueueReadBufferRect, clEnqueueWriteBufferRect: CL_INVALID_OPERATION if the host has no access") {
  const Setup setup;
  std::vector<unsigned char> host(kSize);
  struct Row {
    cl_mem_flags flags;
    cl_int read, write;
  };
  const auto [flags, read_error, write_error] =
      GENERATE(Row{CL_MEM_HOST_WRITE_ONLY, CL_INVALID_OPERATION, CL_SUCCESS},
               Row{CL_MEM_HOST_READ_ONLY, CL_SUCCESS, CL_INVALID_OPERATION},
               Row{CL_MEM_HOST_NO_ACCESS, CL_INVALID_OPERATION, CL_INVALID_OPERATION});
  const Buffer buffer = make_buffer(setup.context, kSize, flags);
  CHECK(read(setup.queue, buffer, {}, {}, kRegion, host.data()) == read_error);
  CHECK(write(setup.queue, buffer, {}, {}, kRegion, host.data()) == write_error);
}

TEST_CASE(
    "clEnqueueReadBufferRect, clEnqueueWriteBufferRect: CL_INVALID_MEM_OBJECT if buffer is not a buffer") {
  const Setup setup;
  std::vector<unsigned char> host(kSize);
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return read(setup.queue, bad, {}, {}, kRegion, host.data()); });
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT, [&](cl_mem bad) {
    return write(setup.queue, bad, {}, {}, kRegion, host.data());
  });
}
