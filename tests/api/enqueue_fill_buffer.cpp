// SPDX-License-Identifier: Apache-2.0
#include "bad_handles.h"
#include "fixture.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 1024;

cl_int fill(cl_command_queue queue, cl_mem buffer, const void* pattern, std::size_t pattern_size,
            std::size_t offset, std::size_t size) {
  return clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset, size, 0, nullptr, nullptr);
}

}  // namespace

TEST_CASE("clEnqueueFillBuffer: repeats the pattern over exactly its region") {
  const Setup setup;
  const std::size_t pattern_size = GENERATE(1, 2, 4, 8, 16, 32, 64, 128);
  const std::size_t first = GENERATE(0, 1, 3), count = GENERATE(0, 1, 4);
  const auto pattern = counting_bytes(pattern_size, 1);
  std::vector<unsigned char> expected(kSize, 0xee);
  const Buffer buffer = make_filled(setup.context, expected);
  for (std::size_t i = 0; i < count * pattern_size; ++i)
    expected[first * pattern_size + i] = pattern[i % pattern_size];
  REQUIRE(fill(setup.queue, buffer, pattern.data(), pattern_size, first * pattern_size,
               count * pattern_size) == CL_SUCCESS);
  CHECK(read_back(setup.queue, buffer, kSize) == expected);
}

TEST_CASE("clEnqueueFillBuffer: the pattern may be reused when the function returns") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, 64);
  Gate gate(setup.context);
  cl_uint pattern = 0x12345678;
  REQUIRE(clEnqueueFillBuffer(setup.queue, buffer, &pattern, sizeof pattern, 0, 64, 1, gate.list(),
                              nullptr) == CL_SUCCESS);
  pattern = 0;
  gate.open();
  CHECK(read_back<cl_uint>(setup.queue, buffer, 16) == std::vector<cl_uint>(16, 0x12345678));
}

TEST_CASE("clEnqueueFillBuffer: fills a buffer that the host has no access to") {
  const Setup setup;
  const Buffer hidden = make_buffer(setup.context, 64, CL_MEM_HOST_NO_ACCESS);
  const Buffer shown = make_buffer(setup.context, 64);
  REQUIRE(fill(setup.queue, hidden, "\x5a", 1, 0, 64) == CL_SUCCESS);
  REQUIRE(clEnqueueCopyBuffer(setup.queue, hidden, shown, 0, 0, 64, 0, nullptr, nullptr) == CL_SUCCESS);
  CHECK(read_back(setup.queue, shown, 64) == std::vector<unsigned char>(64, 0x5a));
}

TEST_CASE("clEnqueueFillBuffer: CL_INVALID_VALUE if the pattern or its size is not valid") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto pattern = counting_bytes(256);
  CHECK(fill(setup.queue, buffer, nullptr, 4, 0, 64) == CL_INVALID_VALUE);
  for (const std::size_t size : {0, 3, 12, 24, 100, 256}) {
    INFO("pattern_size " << size);
    CHECK(fill(setup.queue, buffer, pattern.data(), size, 0, size * 2) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueFillBuffer: CL_INVALID_VALUE if offset or size is not a multiple of the pattern") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto pattern = counting_bytes(8);
  CHECK(fill(setup.queue, buffer, pattern.data(), 8, 4, 16) == CL_INVALID_VALUE);
  CHECK(fill(setup.queue, buffer, pattern.data(), 8, 8, 12) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueFillBuffer: CL_INVALID_VALUE if the region is out of bounds") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto pattern = counting_bytes(4);
  const auto [offset, size] = GENERATE(std::pair<std::size_t, std::size_t>{0, kSize + 4},
                                       std::pair<std::size_t, std::size_t>{kSize, 4},
                                       std::pair<std::size_t, std::size_t>{kSize + 4, 0},
                                       std::pair<std::size_t, std::size_t>{~std::size_t{0} - 3, 8});
  CHECK(fill(setup.queue, buffer, pattern.data(), 4, offset, size) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueFillBuffer: CL_INVALID_MEM_OBJECT if buffer is not a buffer") {
  const Setup setup;
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return fill(setup.queue, bad, "\x5a", 1, 0, 4); });
}
