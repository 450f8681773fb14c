// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/kernel_cache.h"

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>

using quadcl::KernelCache;

namespace {

/// A new folder, removed at the end.
struct Folder {
  Folder() {
    REQUIRE(mkdtemp(path.data()) != nullptr);
    path.resize(path.size() - 1);
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path =
      std::string((std::filesystem::temp_directory_path() / "quadcl-test-XXXXXX").string()) + '\0';
};

KernelCache::Entry entry(std::size_t bytes) { return {"log", std::vector<std::byte>(bytes, std::byte{7})}; }

void make_older(const Folder& folder, const std::string& key, int hours) {
  const auto path = folder.path + "/" + key;
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) - std::chrono::hours(hours));
}

}  // namespace

TEST_CASE("cache: what was stored is found again") {
  const Folder folder;
  const KernelCache cache(folder.path, 1 << 20);
  cache.store("a", entry(100));
  const auto found = cache.find("a");
  REQUIRE(found);
  CHECK(found->log == "log");
  CHECK(found->image == entry(100).image);
  CHECK_FALSE(cache.find("b"));
}

TEST_CASE("cache: a damaged entry is a miss") {
  const Folder folder;
  const KernelCache cache(folder.path, 1 << 20);
  cache.store("a", entry(100));
  std::fstream file(folder.path + "/a", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(60);
  file.put('x');
  file.close();
  CHECK_FALSE(cache.find("a"));
}

TEST_CASE("cache: beyond its limit it loses the oldest entries") {
  const Folder folder;
  const KernelCache cache(folder.path, 2500);
  cache.store("oldest", entry(1000));
  make_older(folder, "oldest", 2);
  cache.store("older", entry(1000));
  make_older(folder, "older", 1);
  CHECK(cache.find("oldest"));
  cache.store("new", entry(1000));
  CHECK_FALSE(cache.find("oldest"));
  CHECK(cache.find("older"));
  CHECK(cache.find("new"));
}

TEST_CASE("cache: thousands of small entries stay near the limit") {
  const Folder folder;
  constexpr std::uint64_t limit = 200'000;
  const KernelCache cache(folder.path, limit);
  for (int i = 0; i < 2000; ++i) cache.store(KernelCache::key(std::vector{std::to_string(i)}), entry(1000));
  std::uint64_t total = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path)) total += file.file_size();
  CHECK(total > limit / 2);
  CHECK(total < limit + limit / 2);
}
