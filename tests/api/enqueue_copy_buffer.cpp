// SPDX-License-Identifier: Apache-2.0
// clEnqueueCopyBuffer, clEnqueueCopyBufferRect
#include <algorithm>

#include "bad_handles.h"
#include "fixture.h"
#include "rectangles.h"

using namespace api;

namespace {

constexpr std::size_t kSize = 512;

cl_int copy(cl_command_queue queue, cl_mem from, cl_mem to, std::size_t from_offset, std::size_t to_offset,
            std::size_t size) {
  return clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, 0, nullptr, nullptr);
}

cl_int copy_rect(cl_command_queue queue, cl_mem from, cl_mem to, const RectangleSide& from_side,
                 const RectangleSide& to_side, const Triple& region) {
  return clEnqueueCopyBufferRect(queue, from, to, from_side.origin.data(), to_side.origin.data(),
                                 region.data(), from_side.row_pitch, from_side.slice_pitch, to_side.row_pitch,
                                 to_side.slice_pitch, 0, nullptr, nullptr);
}

std::size_t alignment() {
  return info<cl_uint>(query(clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN)) / 8;
}

}  // namespace

TEST_CASE("clEnqueueCopyBuffer: copies exactly its region") {
  const Setup setup;
  struct Row {
    std::size_t from, to, size;
  };
  const auto [from, to, size] =
      GENERATE(Row{0, 0, kSize}, Row{5, 9, 100}, Row{kSize - 1, 0, 1}, Row{0, kSize - 1, 1}, Row{3, 3, 0});
  const auto bytes = counting_bytes(kSize);
  std::vector<unsigned char> expected(kSize, 0xee);
  const Buffer source = make_filled(setup.context, bytes);
  const Buffer target = make_filled(setup.context, expected);
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), size,
              expected.begin() + static_cast<std::ptrdiff_t>(to));
  REQUIRE(copy(setup.queue, source, target, from, to, size) == CL_SUCCESS);
  CHECK(read_back(setup.queue, target, kSize) == expected);
  CHECK(read_back(setup.queue, source, kSize) == bytes);
}

TEST_CASE("clEnqueueCopyBuffer: copies within one buffer if the regions only touch") {
  const Setup setup;
  auto bytes = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, bytes);
  REQUIRE(copy(setup.queue, buffer, buffer, 0, 100, 100) == CL_SUCCESS);
  std::copy_n(bytes.begin(), 100, bytes.begin() + 100);
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);
}

TEST_CASE("clEnqueueCopyBuffer: CL_MEM_COPY_OVERLAP if the regions overlap in one buffer") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const auto [from, to] = GENERATE(std::pair{0, 99}, std::pair{99, 0}, std::pair{50, 50});
  CHECK(copy(setup.queue, buffer, buffer, static_cast<std::size_t>(from), static_cast<std::size_t>(to),
             100) == CL_MEM_COPY_OVERLAP);
}

TEST_CASE(
    "clEnqueueCopyBuffer: CL_MEM_COPY_OVERLAP if two sub-buffers of one buffer overlap in the regions") {
  const Setup setup;
  const std::size_t step = alignment();
  const Buffer parent = make_buffer(setup.context, 4 * step);
  const Buffer low = make_sub_buffer(parent, 0, 2 * step);
  const Buffer high = make_sub_buffer(parent, step, 2 * step);
  CHECK(copy(setup.queue, low, high, 0, 0, 2 * step) == CL_MEM_COPY_OVERLAP);
  CHECK(copy(setup.queue, high, low, 0, 0, 2 * step) == CL_MEM_COPY_OVERLAP);
}

TEST_CASE("clEnqueueCopyBuffer: copies between two sub-buffers that do not overlap") {
  const Setup setup;
  const std::size_t step = alignment();
  auto bytes = counting_bytes(2 * step, 3);
  const Buffer parent = make_filled(setup.context, bytes);
  const Buffer low = make_sub_buffer(parent, 0, step);
  const Buffer high = make_sub_buffer(parent, step, step);
  REQUIRE(copy(setup.queue, low, high, 0, 1, step - 1) == CL_SUCCESS);
  std::copy_n(bytes.begin(), step - 1, bytes.begin() + static_cast<std::ptrdiff_t>(step + 1));
  CHECK(read_back(setup.queue, parent, bytes.size()) == bytes);
}

TEST_CASE("clEnqueueCopyBuffer: CL_INVALID_VALUE if a region is out of bounds") {
  const Setup setup;
  const Buffer source = make_buffer(setup.context, kSize);
  const Buffer target = make_buffer(setup.context, kSize / 2);
  struct Row {
    std::size_t from, to, size;
  };
  const auto [from, to, size] =
      GENERATE(Row{0, 0, kSize / 2 + 1}, Row{kSize, 0, 1}, Row{0, kSize / 2, 1}, Row{kSize + 1, 0, 0},
               Row{~std::size_t{0}, 0, 2}, Row{0, ~std::size_t{0}, 2}, Row{1, 1, ~std::size_t{0}});
  CHECK(copy(setup.queue, source, target, from, to, size) == CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueCopyBuffer: CL_INVALID_CONTEXT if either buffer is of another context") {
  const Setup setup;
  const Context other = make_context();
  const Buffer near = make_buffer(setup.context, kSize), far = make_buffer(other, kSize);
  CHECK(copy(setup.queue, near, far, 0, 0, 8) == CL_INVALID_CONTEXT);
  CHECK(copy(setup.queue, far, near, 0, 0, 8) == CL_INVALID_CONTEXT);
  CHECK(copy_rect(setup.queue, near, far, {}, {}, {8, 1, 1}) == CL_INVALID_CONTEXT);
  CHECK(copy_rect(setup.queue, far, near, {}, {}, {8, 1, 1}) == CL_INVALID_CONTEXT);
}

TEST_CASE("clEnqueueCopyBuffer, clEnqueueCopyBufferRect: CL_INVALID_MEM_OBJECT if either is not a buffer") {
  const Setup setup;
  const Buffer good = make_buffer(setup.context, kSize);
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return copy(setup.queue, bad, good, 0, 0, 8); });
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return copy(setup.queue, good, bad, 0, 0, 8); });
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return copy_rect(setup.queue, bad, good, {}, {}, {8, 1, 1}); });
  check_bad_handles<cl_mem>(CL_INVALID_MEM_OBJECT,
                            [&](cl_mem bad) { return copy_rect(setup.queue, good, bad, {}, {}, {8, 1, 1}); });
}

TEST_CASE("clEnqueueCopyBufferRect: moves exactly the region") {
  const Setup setup;
  const auto bytes = counting_bytes(kSize);
  const Buffer source = make_filled(setup.context, bytes);
  for (const auto& [first, second, region] : kRectangles) {
    INFO("region " << region[0] << ' ' << region[1] << ' ' << region[2]);
    std::vector<unsigned char> expected(kSize, 0xee);
    const Buffer target = make_filled(setup.context, expected);
    copy_rectangle(bytes, first, expected, second, region);
    REQUIRE(copy_rect(setup.queue, source, target, first, second, region) == CL_SUCCESS);
    CHECK(read_back(setup.queue, target, kSize) == expected);
  }
}

TEST_CASE("clEnqueueCopyBufferRect: copies within one buffer beside the source, row by row") {
  const Setup setup;
  auto bytes = counting_bytes(kSize);
  const Buffer buffer = make_filled(setup.context, bytes);
  const RectangleSide from{{0, 0, 0}, 32, 0}, to{{16, 0, 0}, 32, 0};
  const Triple region{16, 8, 1};
  REQUIRE(copy_rect(setup.queue, buffer, buffer, from, to, region) == CL_SUCCESS);
  const auto before = bytes;
  copy_rectangle(before, from, bytes, to, region);
  CHECK(read_back(setup.queue, buffer, kSize) == bytes);
}

TEST_CASE("clEnqueueCopyBufferRect: CL_MEM_COPY_OVERLAP if the regions overlap in one buffer") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const Triple origin = GENERATE(Triple{15, 0, 0}, Triple{0, 7, 0}, Triple{0, 0, 0});
  CHECK(copy_rect(setup.queue, buffer, buffer, {{0, 0, 0}, 32, 0}, {origin, 32, 0}, {16, 8, 1}) ==
        CL_MEM_COPY_OVERLAP);
}

TEST_CASE("clEnqueueCopyBufferRect: CL_INVALID_VALUE if region or pitches are wrong") {
  const Setup setup;
  const Buffer source = make_buffer(setup.context, kSize), target = make_buffer(setup.context, kSize);
  for (const auto& [rule, side, region] : kBadRectangles) {
    INFO(rule);
    CHECK(copy_rect(setup.queue, source, target, side, {}, region) == CL_INVALID_VALUE);
    CHECK(copy_rect(setup.queue, source, target, {}, side, region) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueCopyBufferRect: CL_INVALID_VALUE if the region is out of bounds") {
  const Setup setup;
  const Buffer small = make_buffer(setup.context, kSize), large = make_buffer(setup.context, 4 * kSize);
  for (const auto& [rule, side, region] : kOutOfBounds) {
    INFO(rule);
    CHECK(copy_rect(setup.queue, small, large, side, {}, region) == CL_INVALID_VALUE);
    CHECK(copy_rect(setup.queue, large, small, {}, side, region) == CL_INVALID_VALUE);
  }
}

TEST_CASE("clEnqueueCopyBufferRect: CL_INVALID_VALUE if pitches differ within one buffer") {
  const Setup setup;
  const Buffer buffer = make_buffer(setup.context, kSize);
  const Triple region{8, 2, 2};
  CHECK(copy_rect(setup.queue, buffer, buffer, {{0, 0, 0}, 8, 64}, {{0, 0, 3}, 16, 64}, region) ==
        CL_INVALID_VALUE);
  CHECK(copy_rect(setup.queue, buffer, buffer, {{0, 0, 0}, 8, 64}, {{0, 0, 3}, 8, 32}, region) ==
        CL_INVALID_VALUE);
}

TEST_CASE("clEnqueueCopyBufferRect: CL_INVALID_VALUE if an origin or the region is NULL") {
  const Setup setup;
  const Buffer source = make_buffer(setup.context, kSize), target = make_buffer(setup.context, kSize);
  const Triple origin{0, 0, 0}, region{8, 1, 1};
  const int missing = GENERATE(0, 1, 2);
  CHECK(clEnqueueCopyBufferRect(setup.queue, source, target, missing == 0 ? nullptr : origin.data(),
                                missing == 1 ? nullptr : origin.data(),
                                missing == 2 ? nullptr : region.data(), 0, 0, 0, 0, 0, nullptr,
                                nullptr) == CL_INVALID_VALUE);
}
