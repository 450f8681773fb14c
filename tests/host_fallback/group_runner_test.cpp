// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/group_runner.h"

#include <CL/cl.h>

#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "core/image_abi.h"
#include "tests/host_fallback/test_kernels.h"

using namespace quadcl;

namespace {

/// What the kernel `streams` reads in its context, in a launch with buffers of 4 and of 12 bytes, or with an
/// image in place of the second one.
int streams_from(std::uint64_t stream_bytes, quadcl_image* picture = nullptr) {
  KernelImage image;
  image.name = "streams";
  image.code = test_kernel("streams");
  int answer = -1;
  std::array<int, 3> other{};
  LaunchRequest request;
  request.kernel = &image;
  request.arguments = {MemoryRange{.host = reinterpret_cast<std::byte*>(&answer), .size = sizeof answer},
                       MemoryRange{.host = reinterpret_cast<std::byte*>(other.data()), .size = sizeof other}};
  if (picture != nullptr) {
    image.arguments = {{}, {.address = AddressQualifier::global, .handle = HandleType::image2d}};
    request.arguments[1] =
        MemoryRange{.host = reinterpret_cast<std::byte*>(picture), .size = sizeof *picture};
  }
  request.range.dimensions = 1;
  request.range.global = {1, 1, 1};
  GroupThreads threads(1);
  REQUIRE(run_compiled_launch(request, threads, {.temporary_folder = "/tmp", .stream_bytes = stream_bytes}));
  return answer;
}

}  // namespace

TEST_CASE("launches may store past the caches if their buffers have enough bytes together") {
  CHECK(streams_from(17) == 0);
  CHECK(streams_from(16) == 1);
  CHECK(streams_from(1) == 1);
}

// From the first byte to the last one: 49 * 1000 + 9, and 3 * 5000 + 49 * 10 + 9, beside a number of 4 bytes.
TEST_CASE("of an image, its pixels count") {
  quadcl_image flat{.row_pitch = 1000, .slice_pitch = 0, .width = 9, .height = 50, .depth = 1, .layers = 1};
  quadcl_image deep{.row_pitch = 10, .slice_pitch = 5'000, .width = 9, .height = 50, .depth = 4, .layers = 1};
  for (quadcl_image* image : {&flat, &deep}) {
    image->channel_order = CL_R;
    image->channel_type = CL_UNSIGNED_INT8;
  }
  CHECK(streams_from(49'014, &flat) == 0);
  CHECK(streams_from(49'013, &flat) == 1);
  CHECK(streams_from(15'504, &deep) == 0);
  CHECK(streams_from(15'503, &deep) == 1);
}
