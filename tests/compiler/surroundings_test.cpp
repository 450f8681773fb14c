// SPDX-License-Identifier: Apache-2.0
// What a build needs of its process, and what it leaves behind there.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "plugin.h"

using namespace quadcl::test;

namespace {

using Catch::Contains;

constexpr const char* kSource = "kernel void k(global int* o) { o[get_global_id(0)] += 1; }";

std::filesystem::path new_folder() {
  std::string path = (std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string();
  REQUIRE(mkdtemp(path.data()) != nullptr);
  return path;
}

}  // namespace

TEST_CASE("a build in a current folder that was deleted") {
  const auto before = std::filesystem::current_path();
  const auto headers = new_folder(), folder = new_folder();
  std::ofstream(headers / "answer.h") << "#define ANSWER 42\n";
  std::filesystem::current_path(folder);
  std::filesystem::remove(folder);
  const Outcome plain = build(kSource);
  const Outcome with_header =
      build("#include <answer.h>\nkernel void k(global int* o) { o[ANSWER] = 1; }", "-I " + headers.string());
  const Outcome relative =
      build("#include \"answer.h\"\nkernel void k() {}", "-I " + headers.filename().string());
  std::filesystem::current_path(before);
  std::filesystem::remove_all(headers);
  CHECK(plain.status == QUADCL_OK);
  CHECK(with_header.status == QUADCL_OK);
  CHECK(relative.status == QUADCL_FAILED);
  CHECK_THAT(relative.log, Contains("answer.h"));
}
