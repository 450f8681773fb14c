// SPDX-License-Identifier: Apache-2.0
#include "core/launch/qpu_launch.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "core/program_image.h"

using namespace quadcl;

namespace {

std::shared_ptr<QpuCode> code_with(const QpuVpm& vpm) {
  const auto code = std::make_shared<QpuCode>();
  code->words = {0};
  code->vpm = vpm;
  code->runs_groups = true;
  return code;
}

/// kernel k(): values of work-items are kept over barriers, two registers for each row of 16.
struct Launch {
  explicit Launch(const std::shared_ptr<QpuCode>& code) {
    kernel.name = "k";
    kernel.qpu_code = code;
  }
  LaunchRequest request(std::size_t local) const {
    return {&kernel, {}, {1, {0, 0, 0}, {local, 1, 1}, {local, 1, 1}}};
  }

  KernelImage kernel;
};

constexpr QpuVpm kInVpm{.own = 1, .kept = 2}, kInMemory{.own = 4, .kept = 2, .in_memory = true};

/// What is left of the kernel after it was written and read; none if the image is refused.
std::optional<KernelImage> read_back(const KernelImage& kernel) {
  const auto native = std::make_shared<NativeCode>();
  native->elf.resize(1);
  ProgramImage image;
  image.target = "any";
  image.code = native;
  image.kernels.push_back(kernel);
  const auto read = deserialise(serialise(image), image.target);
  return read.ok() ? std::optional(read->kernels.at(0)) : std::nullopt;
}

std::shared_ptr<const QpuCode> read_back(const std::shared_ptr<QpuCode>& code) {
  const auto kernel = read_back(Launch(code).kernel);
  return kernel ? kernel->qpu_code : nullptr;
}

}  // namespace

TEST_CASE("qpu launch: work-groups that find no room in the VPM run as other code") {
  const auto code = code_with(kInVpm);
  const Launch launch(code);
  // 31 rows of work-items take 62 of 64 rows, beside one for stores.
  CHECK(check_qpu_launch(launch.request(31 * 16)).ok());
  const auto refused = check_qpu_launch(launch.request(32 * 16));
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().message, Catch::Contains("need 65 rows") && Catch::Contains("which has 64"));
  code->in_memory = code_with(kInMemory);
  CHECK(&qpu_code_for(launch.request(31 * 16)) == code.get());
  CHECK(&qpu_code_for(launch.request(32 * 16)) == code->in_memory.get());
  CHECK(check_qpu_launch(launch.request(32 * 16)).ok());
  CHECK(qpu_vpm_rows(launch.request(32 * 16)).in_vpm() == 4);
  CHECK(qpu_vpm_rows(launch.request(32 * 16)).of_group() == 64);
}

TEST_CASE("qpu launch: memory of work-groups has a limit") {
  const auto code = code_with({.own = 4, .kept = 1U << 15, .in_memory = true});
  CHECK(check_qpu_launch(Launch(code).request(16)).ok());
  const auto refused = check_qpu_launch(Launch(code).request(17));
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().message, Catch::Contains("more than 2048 KB"));
  CHECK_FALSE(check_qpu_launch(Launch(code_with({.own = 49, .in_memory = true})).request(16)).ok());
  CHECK_FALSE(check_qpu_launch(Launch(code_with({.kept = ~0U, .in_memory = true})).request(1024)).ok());
}

TEST_CASE("qpu launch: images have both codes, and none that are of the wrong kind") {
  const auto code = code_with(kInVpm);
  code->in_memory = code_with(kInMemory);
  const auto read = read_back(code);
  REQUIRE(read != nullptr);
  CHECK_FALSE(read->vpm.in_memory);
  REQUIRE(read->in_memory != nullptr);
  CHECK(read->in_memory->vpm.in_memory);
  CHECK(read->in_memory->vpm.own == 4);
  code->in_memory = code_with(kInVpm);
  CHECK(read_back(code) == nullptr);
  code->in_memory = code_with(kInMemory);
  code->vpm.in_memory = true;
  CHECK(read_back(code) == nullptr);
  const auto damaged = code_with(kInMemory);
  damaged->uniforms = {{QpuUniformKind::buffer, 3}};
  code->vpm.in_memory = false;
  code->in_memory = damaged;
  CHECK(read_back(code) == nullptr);
}

namespace {

/// For rows of 16 work-items that run together, of some lines.
std::shared_ptr<QpuCode> code_of_rows(std::uint32_t rows, std::uint32_t lines) {
  const auto code = code_with({.own = 4});
  code->runs_groups = false;
  code->uniforms = {{QpuUniformKind::task_width, rows, lines}};
  return code;
}

}  // namespace

TEST_CASE("qpu launch: lines with fewer rows than run together run as other code, if there are some") {
  const auto code = code_of_rows(16, 1);
  const Launch launch(code);
  const auto request = [&](std::size_t width, std::size_t height) {
    return LaunchRequest{&launch.kernel, {}, {2, {0, 0, 0}, {width, height, 1}, {}}};
  };
  CHECK(&qpu_code_for(request(96, 8)) == code.get());
  code->for_short_lines = code_of_rows(2, 8);
  CHECK(&qpu_code_for(request(256, 8)) == code.get());
  CHECK(&qpu_code_for(request(255, 8)) == code->for_short_lines.get());
  CHECK(&qpu_code_for(request(96, 8)) == code->for_short_lines.get());
  CHECK(&qpu_code_for(request(96, 7)) == code.get());
}

TEST_CASE("qpu launch: images have the code for short lines, and none that is of the wrong kind") {
  const auto code = code_of_rows(16, 1);
  code->for_short_lines = code_of_rows(2, 8);
  const auto read = read_back(code);
  REQUIRE(read != nullptr);
  REQUIRE(read->for_short_lines != nullptr);
  CHECK(read->for_short_lines->uniforms == code->for_short_lines->uniforms);
  CHECK(read->in_memory == nullptr);
  code->runs_groups = true;
  CHECK(read_back(code) == nullptr);
  code->runs_groups = false;
  code->for_short_lines = code_with(kInMemory);
  CHECK(read_back(code) == nullptr);
  const auto damaged = code_of_rows(2, 8);
  damaged->uniforms.push_back({QpuUniformKind::buffer, 3});
  code->for_short_lines = damaged;
  CHECK(read_back(code) == nullptr);
}

TEST_CASE("qpu launch: images have a kernel's versions for formats, and none that does not fit the kernel") {
  constexpr LaunchFact bytes = fact_of_format(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8),
                       words = fact_of_format(ChannelOrder::R, ChannelType::UNSIGNED_INT32);
  KernelImage kernel = Launch(nullptr).kernel;
  kernel.arguments.resize(2);
  kernel.qpu_versions = {{{bytes, 0}, code_with(kInVpm)}, {{words, 0}, code_with(kInMemory)}};
  const auto read = read_back(kernel);
  REQUIRE(read);
  CHECK(read->qpu_code == nullptr);
  REQUIRE(read->qpu_versions.size() == 2);
  CHECK(read->qpu_versions[0].facts == kernel.qpu_versions[0].facts);
  CHECK(read->qpu_versions[1].facts == kernel.qpu_versions[1].facts);
  CHECK(read->qpu_versions[1].code->vpm.in_memory);
  kernel.qpu_versions[1].facts = {words};
  CHECK_FALSE(read_back(kernel));
  kernel.qpu_versions[1].facts = {words, 0};
  const auto damaged = code_with(kInVpm);
  damaged->uniforms = {{QpuUniformKind::buffer, 3}};
  kernel.qpu_versions[1].code = damaged;
  CHECK_FALSE(read_back(kernel));
}

TEST_CASE("qpu launch: a version is for launches with its formats, whatever it does not name") {
  constexpr LaunchFact bytes = fact_of_format(ChannelOrder::RGBA, ChannelType::UNSIGNED_INT8),
                       words = fact_of_format(ChannelOrder::R, ChannelType::UNSIGNED_INT32),
                       sampler = fact_of_sampler(QUADCL_SAMPLER_LINEAR);
  const std::vector<LaunchFact> version{bytes, 0, bytes};
  CHECK(suit_launch(version, std::vector{bytes, sampler, bytes}));
  CHECK_FALSE(suit_launch(version, std::vector{bytes, sampler, words}));
  CHECK_FALSE(
      suit_launch(version, std::vector<LaunchFact>{bytes, sampler, 0}));  // its bytes lie too far apart
}
