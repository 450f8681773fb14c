// SPDX-License-Identifier: Apache-2.0
#include "core/qpu_launch.h"

#include <catch2/catch.hpp>
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

/// What is left of the kernel's code after it was written and read; null if the image is refused.
std::shared_ptr<const QpuCode> read_back(const std::shared_ptr<QpuCode>& code) {
  const auto native = std::make_shared<NativeCode>();
  native->elf.resize(1);
  ProgramImage image;
  image.target = "any";
  image.code = native;
  image.kernels.push_back(Launch(code).kernel);
  const auto read = deserialise(serialise(image), image.target);
  return read.ok() ? read->kernels.at(0).qpu_code : nullptr;
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
