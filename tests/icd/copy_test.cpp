// SPDX-License-Identifier: Apache-2.0
#include "icd/base/copy.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "icd/api/pattern.h"
#include "icd/base/rectangle.h"

using namespace quadcl::icd;

namespace {

constexpr std::size_t kMebibyte = 1u << 20;

std::mt19937 numbers(20);

std::size_t up_to(std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(numbers); }

std::vector<std::byte> random_bytes(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::byte>(numbers());
  return bytes;
}

/// Equal contents; not a comparison that prints mebibytes.
bool same(const std::vector<std::byte>& a, const std::vector<std::byte>& b) { return a == b; }

}  // namespace

TEST_CASE("in_parts: each number is in one part, whatever a number stands for") {
  for (const std::size_t bytes_each : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, 3 * kMebibyte}) {
    for (int i = 0; i < 20; ++i) {
      const std::size_t count = up_to(6 * kMebibyte / std::min(bytes_each, kMebibyte));
      std::mutex mutex;
      std::vector<std::pair<std::size_t, std::size_t>> parts;
      in_parts(count, bytes_each, [&](std::size_t first, std::size_t end) {
        const std::lock_guard lock(mutex);
        parts.emplace_back(first, end);
      });
      std::sort(parts.begin(), parts.end());
      INFO(count << " numbers of " << bytes_each << " bytes");
      std::size_t next = 0;
      for (const auto& [first, end] : parts) {
        REQUIRE(first == next);
        next = end;
      }
      CHECK(next == count);
    }
  }
}

TEST_CASE("copy_bytes: the result is that of memmove, where the ranges overlap, too") {
  const auto before = random_bytes(5 * kMebibyte);
  for (int i = 0; i < 60; ++i) {
    const std::size_t most = i < 20 ? 1000 : before.size() / 2;
    const std::size_t size = up_to(most);
    const std::size_t from = up_to(before.size() - size);
    // Far away, or near enough to overlap.
    const std::size_t to =
        i % 2 == 0 ? up_to(before.size() - size) : std::min(from + up_to(size), before.size() - size);
    auto expected = before;
    std::memmove(expected.data() + to, before.data() + from, size);
    auto bytes = before;
    copy_bytes(bytes.data() + to, bytes.data() + from, size);
    INFO(size << " bytes from " << from << " to " << to);
    CHECK(same(bytes, expected));
  }
}

TEST_CASE("Pattern: memory of any length has the pattern from its start to its end") {
  for (const std::size_t size : {1u, 4u, 16u, 128u}) {
    const auto pattern = random_bytes(size);
    for (const std::size_t length : {std::size_t{0}, size, std::size_t{16384}, 16384 + size, kMebibyte - size,
                                     kMebibyte + 16384, kMebibyte + 16384 + size, 3 * kMebibyte + 5 * size}) {
      auto bytes = random_bytes(length + size);
      auto expected = bytes;
      for (std::size_t at = 0; at < length; ++at) expected[at] = pattern[at % size];
      Pattern(pattern.data(), size).fill(bytes.data(), length);
      INFO(length << " bytes of a pattern of " << size);
      CHECK(same(bytes, expected));
    }
  }
}

TEST_CASE("copy_rectangle: large boxes arrive, and nothing beside them changes") {
  for (const Triple region :
       {Triple{1000, 70, 30}, Triple{1, 2000, 600}, Triple{2 * kMebibyte, 1, 1}, Triple{300 * 1024, 3, 2}}) {
    const Triple origin{up_to(9), up_to(3), up_to(2)};
    const auto from = Rectangle::from(origin.data(), region.data(), region[0] + 13, 0).value();
    const auto to =
        Rectangle::from(Triple{}.data(), region.data(), region[0] + 5, (region[0] + 5) * (region[1] + 2))
            .value();
    const auto source = random_bytes(from.end);
    auto bytes = random_bytes(to.end + 3);
    auto expected = bytes;
    for (std::size_t slice = 0; slice < region[2]; ++slice)
      for (std::size_t row = 0; row < region[1]; ++row)
        for (std::size_t x = 0; x < region[0]; ++x)
          expected[(slice * (region[1] + 2) + row) * (region[0] + 5) + x] =
              source[((origin[2] + slice) * region[1] + origin[1] + row) * (region[0] + 13) + origin[0] + x];
    copy_rectangle(source.data(), from, bytes.data(), to);
    INFO("region " << region[0] << ' ' << region[1] << ' ' << region[2]);
    CHECK(same(bytes, expected));
  }
}

TEST_CASE("stay_on_one_thread: all work that follows is done by the thread that asks for it") {
  stay_on_one_thread(std::chrono::seconds(10));
  std::size_t elsewhere = 0;
  std::size_t done = 0;
  in_parts(64 * kMebibyte, 1, [&, here = std::this_thread::get_id()](std::size_t first, std::size_t end) {
    elsewhere += std::this_thread::get_id() != here ? 1 : 0;
    done += end - first;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  CHECK(elsewhere == 0);
  CHECK(done == 64 * kMebibyte);
}
