// SPDX-License-Identifier: Apache-2.0
#include "tools/job_file.h"

#include <catch2/catch.hpp>

using namespace quadcl::tools;

namespace {

constexpr const char* kJob =
    "# a comment\n"
    "image code.bin\n"
    "segment 40000000 0 4096   # the code\n"
    "segment 0x50000000 0x1000 256\n"
    "codebytes 24\n"
    "qpu 40000000 50000000\n"
    "qpu 0x40000008 0x50000040\r\n";

std::string error_of(const std::string& text) {
  const auto job = parse_job(text);
  return job ? "" : job.error().message;
}

}  // namespace

TEST_CASE("A job file says what lies where and what runs") {
  const auto job = parse_job(kJob);
  REQUIRE(job.ok());
  CHECK(job->image == "code.bin");
  REQUIRE(job->segments.size() == 2);
  CHECK(job->segments[0].bus.value() == 0x40000000);
  CHECK(job->segments[0].bytes == 4096);
  CHECK(job->segments[1].offset == 4096);
  CHECK(job->code_bytes == 24);
  REQUIRE(job->programs.size() == 2);
  CHECK(job->programs[1].code.value() == 0x40000008);
  CHECK(job->programs[1].uniforms.value() == 0x50000040);
}

TEST_CASE("A segment shows its piece of the image") {
  const auto job = parse_job(kJob);
  std::vector<std::byte> image(4096 + 256);
  const auto map = map_job(*job, image);
  REQUIRE(map.ok());
  CHECK(map->host(quadcl::BusAddress(0x50000010), 4) == image.data() + 4096 + 16);
  CHECK(map->host(quadcl::BusAddress(0x50000100), 1) == nullptr);
}

TEST_CASE("A bad job file is refused with its line") {
  CHECK(error_of("image a\nsegment 40000000 0 64\n") == "there is no QPU");
  CHECK(error_of("image a\nqpu 0 0\n") == "there is no segment");
  CHECK(error_of("segment 0 0 64\nqpu 0 0\n") == "there is no image");
  CHECK(error_of("image a\nnonsense\n").find("line 2: unknown keyword") == 0);
  CHECK(error_of("segment 123456789 0 64\n").find("line 1: the bus address") == 0);
  CHECK(error_of("segment 0 0\n") == "line 1: expected `segment BUS OFFSET BYTES`");
  CHECK(error_of("codebytes 8\ncodebytes 8\n") == "line 2: codebytes is given already");
  CHECK(error_of("\x01\xff" + std::string(50, 'a') + "\n").find("line 1: unknown keyword `??aaa") == 0);
  CHECK(error_of("segment fffffff0 0 64\n") == "line 1: the segment leaves the 32-bit address space");
  CHECK(error_of("segment 0 x 64\n") == "line 1: offset and size are not numbers");
  std::string many;
  for (int i = 0; i < 13; ++i) many += "qpu 0 0\n";
  CHECK(error_of(many) == "line 13: there are 12 QPUs only");
}

TEST_CASE("Segments must lie in the image and apart from each other") {
  std::vector<std::byte> image(128);
  const auto fails = [&](const std::string& segments) -> std::string {
    const auto job = parse_job("image a\n" + segments + "qpu 0 0\n");
    REQUIRE(job.ok());
    const auto map = map_job(*job, image);
    return map ? "" : map.error().message;
  };
  const std::string leaves = "line 2: the segment leaves the image, which has 128 bytes";
  CHECK(fails("segment 0 64 65\n") == leaves);
  CHECK(fails("segment 0 18446744073709551615 2\n") == leaves);
  CHECK(fails("segment 0 0 64\nsegment 20 64 64\n") == "line 3: the segment overlaps another one");
  CHECK(fails("codebytes 129\nsegment 0 0 64\n") == "codebytes is more than the image, which has 128 bytes");
  CHECK(fails("segment 0 0 64\nsegment 40 64 64\n").empty());
}
