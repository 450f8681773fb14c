// SPDX-License-Identifier: Apache-2.0
#include "compiler_client/build_cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/own_mounts.h"

using quadcl::BuildCache;

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

BuildCache::Entry entry(std::size_t bytes) { return {"log", std::vector<std::byte>(bytes, std::byte{7})}; }

void make_older(const Folder& folder, const std::string& key, int hours) {
  const auto path = folder.path + "/" + key;
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) - std::chrono::hours(hours));
}

/// A file of 100 GB without data. False if the file system or a 32-bit process cannot have it.
bool make_sparse(const std::string& path) {
  std::ofstream(path).put('x');
  std::error_code error;
  std::filesystem::resize_file(path, std::uintmax_t{100} << 30, error);
  return !error;
}

}  // namespace

TEST_CASE("cache: what was stored is found again") {
  const Folder folder;
  const BuildCache cache(folder.path, 1 << 20);
  cache.store("a", entry(100));
  const auto found = cache.find("a");
  REQUIRE(found);
  CHECK(found->log == "log");
  CHECK(found->image == entry(100).image);
  CHECK_FALSE(cache.find("b"));
}

TEST_CASE("cache: an entry larger than the process's files may be is not stored") {
  const Folder folder;
  const int status = quadcl::test::status_of_child([&] {
    const rlimit small{1000, 1000};
    if (setrlimit(RLIMIT_FSIZE, &small) != 0) return 1;
    const BuildCache cache(folder.path, 1 << 20);
    cache.store("large", entry(2000));  // SIGXFSZ would end the process
    cache.store("small", entry(100));
    return !cache.find("large") && cache.find("small") ? 0 : 2;
  });
  CHECK(status == 0);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("cache: a damaged entry is a miss") {
  const Folder folder;
  const BuildCache cache(folder.path, 1 << 20);
  cache.store("a", entry(100));
  std::fstream file(folder.path + "/a", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(60);
  file.put('x');
  file.close();
  CHECK_FALSE(cache.find("a"));
}

TEST_CASE("cache: beyond its limit it loses the entries that were not used for longest") {
  const Folder folder;
  const BuildCache cache(folder.path, 3500);
  cache.store("used", entry(1000));
  make_older(folder, "used", 3);
  cache.store("oldest", entry(1000));
  make_older(folder, "oldest", 2);
  cache.store("older", entry(1000));
  make_older(folder, "older", 1);
  CHECK(cache.find("used"));
  cache.store("new", entry(1000));
  CHECK_FALSE(cache.find("oldest"));
  CHECK(cache.find("used"));
  CHECK(cache.find("older"));
  CHECK(cache.find("new"));
}

TEST_CASE("cache: thousands of small entries stay near the limit") {
  const Folder folder;
  constexpr std::uint64_t limit = 200'000;
  const BuildCache cache(folder.path, limit);
  for (int i = 0; i < 2000; ++i) cache.store(BuildCache::key(std::vector{std::to_string(i)}), entry(1000));
  std::uint64_t total = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path)) total += file.file_size();
  CHECK(total > limit / 2);
  CHECK(total < limit + limit / 2);
}

TEST_CASE("cache: what is no file is a miss, at once") {
  const Folder folder;
  const BuildCache cache(folder.path);
  cache.store("good", entry(100));
  const std::string pipe = folder.path + "/pipe", link = folder.path + "/link";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  REQUIRE(symlink("good", link.c_str()) == 0);
  REQUIRE(std::filesystem::create_directory(folder.path + "/folder"));
  CHECK_FALSE(cache.find("pipe"));
  CHECK_FALSE(cache.find("link"));
  CHECK_FALSE(cache.find("folder"));
}

TEST_CASE("cache: a store replaces a pipe, and a folder does no harm") {
  const Folder folder;
  const BuildCache cache(folder.path);
  const std::string pipe = folder.path + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  REQUIRE(std::filesystem::create_directory(folder.path + "/folder"));
  cache.store("pipe", entry(100));
  cache.store("folder", entry(100));
  CHECK(cache.find("pipe"));
  CHECK_FALSE(cache.find("folder"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 2);
}

TEST_CASE("cache: a file larger than the cache may be is a miss, and goes alone") {
  const Folder folder;
  const BuildCache cache(folder.path, 5000);
  cache.store("small", entry(1000));
  make_older(folder, "small", 1);
  if (!make_sparse(folder.path + "/sparse")) return;
  CHECK_FALSE(cache.find("sparse"));
  cache.store("other", entry(1000));
  CHECK_FALSE(std::filesystem::exists(folder.path + "/sparse"));
  CHECK(cache.find("small"));
}

TEST_CASE("cache: a sparse file is a miss without a limit, too") {
  const Folder folder;
  const BuildCache cache(folder.path);
  if (!make_sparse(folder.path + "/sparse")) return;
  CHECK_FALSE(cache.find("sparse"));
}

TEST_CASE("cache: the entry of another key under this key's name is a miss") {
  const Folder folder;
  const BuildCache cache(folder.path);
  cache.store("a", entry(100));
  std::filesystem::copy_file(folder.path + "/a", folder.path + "/b");
  CHECK(cache.find("a"));
  CHECK_FALSE(cache.find("b"));
}

TEST_CASE("cache: new folders are closed to others, and so is one of an earlier version") {
  const Folder folder;
  const std::string path = folder.path + "/new/quadcl";
  const auto mode = [](const std::string& name) {
    return std::filesystem::status(name).permissions() & std::filesystem::perms::all;
  };
  BuildCache(path).store("a", entry(100));
  CHECK(mode(path) == std::filesystem::perms::owner_all);
  CHECK(mode(folder.path + "/new") == std::filesystem::perms::owner_all);
  std::filesystem::permissions(path, std::filesystem::perms(0755));
  CHECK(BuildCache(path).find("a"));
  CHECK(mode(path) == std::filesystem::perms::owner_all);
}

TEST_CASE("cache: a link is not its folder") {
  const Folder folder;
  BuildCache(folder.path + "/real").store("a", entry(100));
  REQUIRE(symlink("real", (folder.path + "/link").c_str()) == 0);
  CHECK(BuildCache(folder.path + "/real").find("a"));
  CHECK_FALSE(BuildCache(folder.path + "/link").find("a"));
}

TEST_CASE("cache: folders and files of other users are not used") {
  if (geteuid() != 0) return;  // only root can give files away
  const Folder folder;
  const BuildCache cache(folder.path);
  cache.store("a", entry(100));
  REQUIRE(chown((folder.path + "/a").c_str(), 65534, 65534) == 0);
  CHECK_FALSE(cache.find("a"));
  cache.store("b", entry(100));
  CHECK(cache.find("b"));
  REQUIRE(chown(folder.path.c_str(), 65534, 65534) == 0);
  CHECK_FALSE(cache.find("b"));
  cache.store("c", entry(100));
  CHECK_FALSE(std::filesystem::exists(folder.path + "/c"));
}
