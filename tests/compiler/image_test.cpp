// SPDX-License-Identifier: Apache-2.0
// Program images as hostile input, and the cache that holds them.
#include <catch2/catch.hpp>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "compiler_client/build_cache.h"
#include "core/builtin/builtin_kernel.h"
#include "core/builtin/recognition.h"
#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

constexpr std::size_t kHeader = 32;

std::vector<std::byte> sample() {
  return build(
             "kernel void k(global int* o, int4 v, local char* l) { o[0] = v.y; l[0] = 1; }"
             "kernel void t(global int* i, global int* o, int w, int h) {"
             "  o[get_global_id(0) * h + get_global_id(1)] = i[get_global_id(1) * w + get_global_id(0)]; }",
             "-w")
      .image;
}

/// Corrects checksum and size, so that the reader meets the damage.
void reseal(std::vector<std::byte>& image) {
  const std::uint64_t size = image.size() - kHeader;
  const std::uint64_t sum = XXH3_64bits(image.data() + kHeader, size);
  std::memcpy(image.data() + 16, &size, 8);
  std::memcpy(image.data() + 24, &sum, 8);
}

struct Folder {
  std::string path = std::filesystem::temp_directory_path() / "quadcl-cache-test-XXXXXX";
  Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("an image survives the round trip byte by byte") {
  const auto bytes = sample();
  const auto image = read_image(bytes);
  REQUIRE(image.ok());
  CHECK(image->options == "-w");
  CHECK(image->kernels.at(0).arguments.at(2).address == AddressQualifier::local);
  REQUIRE(image->kernels.at(1).recognition != nullptr);
  CHECK(image->kernels.at(1).recognition->builtin == BuiltinKernel::transpose_32);
  CHECK(serialise(*image) == bytes);
}

TEST_CASE("any damage is noticed") {
  const auto good = sample();
  for (std::size_t size = 0; size < good.size(); size += 1 + size / 16)
    CHECK_FALSE(read_image({good.data(), size}).ok());
  for (std::size_t i = 0; i < good.size(); i += 1 + i / 64) {
    auto bad = good;
    bad[i] ^= std::byte{0x10};
    CHECK_FALSE(read_image(bad).ok());
  }
}

TEST_CASE("damage under a valid checksum stays within bounds") {
  const auto good = sample();
  std::mt19937 random(7);
  int refused = 0;
  for (int iteration = 0; iteration < 5000; ++iteration) {
    auto bad = good;
    for (unsigned i = 0; i < 1 + random() % 4; ++i)
      bad[kHeader + random() % std::min<std::size_t>(bad.size() - kHeader, 2400)] = std::byte(random());
    if (random() % 2 == 0) bad.resize(kHeader + random() % (bad.size() - kHeader));
    reseal(bad);
    const auto image = read_image(bad);
    if (!image.ok()) {
      ++refused;
      continue;
    }
    // Every accepted image must be safe to evaluate.
    for (const KernelImage& kernel : image->kernels) {
      if (!kernel.recognition || kernel.arguments.size() != 4) continue;
      LaunchRequest request;
      request.kernel = &kernel;
      request.range.global = {8, 8, 1};
      for (const KernelArgument& argument : kernel.arguments) {
        if (argument.address == AddressQualifier::local) {
          request.arguments.emplace_back(LocalArgument{4});
        } else if (argument.is_pointer()) {
          request.arguments.emplace_back(MemoryRange{});
        } else {
          request.arguments.emplace_back(ValueArgument(argument.size % 64));
        }
      }
      for (const LaunchTarget target : {LaunchTarget::cpu, LaunchTarget::qpu})
        CHECK_FALSE(as_builtin_launches(request, target).ok());
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("an image with a local size of zero in one dimension is refused") {
  auto image = read_image(sample());
  REQUIRE(image.ok());
  for (const std::array<std::size_t, 3> sizes : {std::array<std::size_t, 3>{4, 0, 1}, {4, 1, 0}, {0, 4, 1}}) {
    image->kernels[1].required_local = sizes;
    CHECK_FALSE(read_image(serialise(*image)).ok());
  }
  image->kernels[1].required_local = {4, 2, 1};
  CHECK(read_image(serialise(*image)).ok());
}

TEST_CASE("an image for another machine is refused as such") {
  auto image = read_image(sample());
  REQUIRE(image.ok());
  image->target = "vax +float";
  const auto other = read_image(serialise(*image));
  REQUIRE_FALSE(other.ok());
  CHECK(other.error().code == ErrorCode::unsupported);
}

TEST_CASE("an image can have code for several machines, each with its own") {
  const auto image = read_image(sample());
  REQUIRE(image.ok());
  auto elsewhere = *image;
  elsewhere.target = "vax +float";
  auto both = *image;
  REQUIRE(add_code(both, elsewhere).ok());
  const auto bytes = serialise(both);

  const auto here = read_image(bytes);
  REQUIRE(here.ok());
  CHECK(here->target == image->target);
  CHECK(here->code->elf == image->code->elf);
  CHECK(serialise(*here) == bytes);
  const auto there = deserialise(bytes, "vax +float");
  REQUIRE(there.ok());
  CHECK(there->code->elf == image->code->elf);
  CHECK(there->kernels.at(1).code.symbol == image->kernels.at(1).code.symbol);
  const auto nowhere = deserialise(bytes, "pdp-11");
  REQUIRE_FALSE(nowhere.ok());
  CHECK(nowhere.error().code == ErrorCode::unsupported);
  CHECK_THAT(nowhere.error().message, Catch::Contains("'" + image->target + "', 'vax +float'"));
}

TEST_CASE("code for the same machine, or of another program, is not added") {
  const auto image = read_image(sample());
  REQUIRE(image.ok());
  auto elsewhere = *image;
  auto both = *image;
  CHECK_FALSE(add_code(both, elsewhere).ok());
  elsewhere.target = "vax +float";
  elsewhere.kernels.at(0).name += "x";
  CHECK_FALSE(add_code(both, elsewhere).ok());
  elsewhere.kernels.at(0).name = image->kernels.at(0).name;
  REQUIRE(add_code(both, elsewhere).ok());
  CHECK_FALSE(add_code(both, elsewhere).ok());
}

TEST_CASE("an image with two codes for one machine is refused, as is one without any") {
  auto image = read_image(sample());
  REQUIRE(image.ok());
  image->others = {{"vax", {std::byte{1}}}, {"vax", {std::byte{2}}}};
  CHECK(read_image(serialise(*image)).error().code == ErrorCode::invalid_argument_value);
  image->others = {{image->target, {}}};
  CHECK(read_image(serialise(*image)).error().code == ErrorCode::invalid_argument_value);
  image->others.clear();
  image->code.reset();
  CHECK(read_image(serialise(*image)).error().code == ErrorCode::invalid_argument_value);
}

TEST_CASE("the cache returns what was stored, and takes damage for absence") {
  const Folder folder;
  const BuildCache cache(folder.path + "/deep/er");
  const std::array<std::string, 2> parts{"a", "bc"}, others{"ab", "c"};
  const std::string key = BuildCache::key(parts);
  CHECK(key != BuildCache::key(others));
  CHECK_FALSE(cache.find(key));
  const BuildCache::Entry entry{"log text", sample()};
  cache.store(key, entry);
  const auto found = cache.find(key);
  REQUIRE(found);
  CHECK(found->log == entry.log);
  CHECK(found->image == entry.image);

  const std::string file = folder.path + "/deep/er/" + key;
  const auto size = std::filesystem::file_size(file);
  for (const std::uint64_t cut : {std::uint64_t{0}, std::uint64_t{5}, size / 2, size - 1}) {
    std::filesystem::resize_file(file, cut);
    CHECK_FALSE(cache.find(key));
    cache.store(key, entry);
    CHECK(cache.find(key));
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path + "/deep/er"), {}) ==
        1);  // no leftovers
}

TEST_CASE("a folder that cannot be written is only a miss") {
  const BuildCache cache("/proc/quadcl");
  cache.store("x", {"", {}});
  CHECK_FALSE(cache.find("x"));
}
