// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/group_runner.h"

#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/host_fallback/test_kernels.h"

using namespace quadcl;

namespace {

/// What the kernel `streams` reads in its context, in a launch with buffers of 4 and of 12 bytes.
int streams_from(std::uint64_t stream_bytes) {
  KernelImage image;
  image.name = "streams";
  image.code = test_kernel("streams");
  int answer = -1;
  std::array<int, 3> other{};
  LaunchRequest request;
  request.kernel = &image;
  request.arguments = {MemoryRange{.host = reinterpret_cast<std::byte*>(&answer), .size = sizeof answer},
                       MemoryRange{.host = reinterpret_cast<std::byte*>(other.data()), .size = sizeof other}};
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
