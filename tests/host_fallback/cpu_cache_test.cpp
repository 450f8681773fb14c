// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/builtin/cpu_cache.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace quadcl;

namespace {

void write(const std::filesystem::path& folder, const char* level, const char* size) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "level") << level << '\n';
  std::ofstream(folder / "size") << size << '\n';
}

}  // namespace

TEST_CASE("the size of the level-3 cache comes from Linux's files") {
  std::string name = (std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const std::filesystem::path path = name;
  CHECK(level3_cache_bytes_from(path / "missing") == 0);
  write(path / "index0", "1", "48K");
  write(path / "index2", "2", "2M");
  CHECK(level3_cache_bytes_from(path) == 0);
  write(path / "index3", "3", "32768K");
  CHECK(level3_cache_bytes_from(path) == std::uint64_t{32} << 20);
  write(path / "index3", "3", "36M");
  CHECK(level3_cache_bytes_from(path) == std::uint64_t{36} << 20);
  write(path / "index3", "3", "large");
  CHECK(level3_cache_bytes_from(path) == 0);
  std::filesystem::remove_all(path);
}
