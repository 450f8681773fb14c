// SPDX-License-Identifier: Apache-2.0
// Tables that lanes hold in registers: what the program does not read may not exist.
#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <cstdint>

#include "program.h"

using namespace quadcl;
using namespace quadcl::test;

namespace {

constexpr std::size_t kItems = 300;

/// Two pages that may be accessed, between two that may not.
class Pages {
 public:
  Pages() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    all_ = static_cast<std::byte*>(
        mmap(nullptr, 4 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, 0));
    REQUIRE(all_ != MAP_FAILED);
    REQUIRE(mprotect(begin(), 2 * page_, PROT_READ | PROT_WRITE) == 0);
  }
  ~Pages() { munmap(all_, 4 * page_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::byte* begin() const { return all_ + page_; }
  std::byte* middle() const { return begin() + page_; }
  std::byte* end() const { return middle() + page_; }

 private:
  std::size_t page_;
  std::byte* all_;
};

template <typename T>
struct NameOf;
template <>
struct NameOf<std::uint8_t> {
  static constexpr const char* value = "uchar";
};
template <>
struct NameOf<std::uint16_t> {
  static constexpr const char* value = "ushort";
};
template <>
struct NameOf<std::uint32_t> {
  static constexpr const char* value = "uint";
};
template <>
struct NameOf<std::uint64_t> {
  static constexpr const char* value = "ulong";
};

/// Every third work-item reads nothing, and has an index that leads far away.
template <typename T>
std::string source(unsigned most) {
  const std::string type = NameOf<T>::value, mask = std::to_string(most - 1);
  return "kernel void look_up(global const " + type + "* table, global const uchar* index, global " + type +
         "* out, uint first) {\n  size_t i = get_global_id(0);\n  " + type +
         " found = 7;\n  if (i % 3) found = (table + first)[index[i] & " + mask + "];\n  out[i] = found; }\n";
}

/// A table of `count` entries, of which `first` are skipped.
template <typename T>
void check_table(std::byte* place, unsigned count, unsigned most, std::uint32_t first) {
  INFO(count << " of " << most << " entries from " << first);
  Program program(source<T>(most));
  T* table = reinterpret_cast<T*>(place);
  for (unsigned i = 0; i < count; ++i) table[i] = static_cast<T>(200 - 3 * i);
  std::vector<std::uint8_t> index(kItems, 0xff);
  std::vector<T> out(kItems), expected(kItems, 7);
  for (std::size_t i = 0; i < kItems; ++i) {
    if (i % 3 == 0) continue;
    index[i] = static_cast<std::uint8_t>(i * 37 % (count - first));
    expected[i] = table[first + (index[i] & (most - 1))];
  }
  const MemoryRange range_of_table{place, count * sizeof(T), {}};
  REQUIRE(program.run("look_up", range({kItems, 1, 1}), range_of_table, index, out, first));
  CHECK(out == expected);
}

/// The most entries that fit in four registers of 512 bits.
template <typename T>
constexpr unsigned kMost = 256 / sizeof(T);

}  // namespace

TEMPLATE_TEST_CASE("register tables: nothing is read behind the end of memory", "", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  const Pages pages;
  const unsigned most = GENERATE(as<unsigned>{}, kMost<TestType>, kMost<TestType> / 2, kMost<TestType> / 4);
  const unsigned count = GENERATE_COPY(as<unsigned>{}, 1U, 5U, most - 1, most);
  const std::uint32_t first = GENERATE_COPY(as<unsigned>{}, 0U, count / 2);
  check_table<TestType>(pages.end() - count * sizeof(TestType), count, most, first);
}

TEMPLATE_TEST_CASE("register tables: they may lie in two pages", "", std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t) {
  const Pages pages;
  constexpr unsigned most = kMost<TestType>;
  const unsigned in_first = GENERATE(as<unsigned>{}, 1U, 10U, most / 2, most - 1);
  const std::uint32_t first = GENERATE(0U, 3U);
  check_table<TestType>(pages.middle() - in_first * sizeof(TestType), most, most, first);
}

TEST_CASE("register tables: without work-items that read, the table need not exist") {
  const Pages pages;
  Program program(
      "kernel void none(global const uchar* table, global const uchar* index, global uchar* out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  uchar found = 7;\n  if (index[i] > 4) found = (table + 1)[index[i]];\n  out[i] = found; }\n");
  std::vector<std::uint8_t> index(kItems, 3), out(kItems);
  const MemoryRange last_byte{pages.end() - 1, 1, {}};
  REQUIRE(program.run("none", range({kItems, 1, 1}), last_byte, index, out));
  CHECK(out == std::vector<std::uint8_t>(kItems, 7));
}

TEST_CASE("register tables: variables of the program, of any length") {
  const unsigned count = GENERATE(2U, 16U, 25U, 33U, 64U);
  CAPTURE(count);
  std::string values;
  for (unsigned i = 0; i < count; ++i) values += std::to_string(i * i) + ".5f, ";
  Program program("constant float table[" + std::to_string(count) + "] = {" + values +
                  "};\nkernel void look_up(global const uint* index, global float* out) {\n"
                  "  size_t i = get_global_id(0);\n  out[i] = table[index[i]] + table[index[i] / 2]; }\n");
  std::vector<std::uint32_t> index(kItems);
  std::vector<float> out(kItems), expected(kItems);
  const auto value = [](std::uint32_t i) { return static_cast<float>(i * i) + 0.5F; };
  for (std::size_t i = 0; i < kItems; ++i) {
    index[i] = static_cast<std::uint32_t>(i * 37 % count);
    expected[i] = value(index[i]) + value(index[i] / 2);
  }
  REQUIRE(program.run("look_up", range({kItems, 1, 1}), index, out));
  CHECK(out == expected);
}

TEST_CASE("register tables: an address may be used in other blocks than the index") {
  constexpr unsigned kCount = 16;
  Program program(
      "kernel void k(global const uchar* table, global const uchar* index, global uchar* out) {\n"
      "  size_t i = get_global_id(0);\n  uchar v = index[i], sum = 3;\n"
      "  if (v & 1) {\n"
      "    if (table[(v & 15) >> 1] > 50) sum += table[v >> 1 & 15]; else sum -= table[(v & 15) >> 1];\n"
      "  }\n  out[i] = sum; }\n");
  std::vector<std::uint8_t> table(kCount), index(kItems), out(kItems), expected(kItems, 3);
  for (unsigned i = 0; i < kCount; ++i) table[i] = static_cast<std::uint8_t>(i * 37);
  for (std::size_t i = 0; i < kItems; ++i) {
    const unsigned v = i * 11 & 0xff;
    index[i] = static_cast<std::uint8_t>(v);
    const unsigned low = table[(v & 15) >> 1];
    if (v & 1) expected[i] = static_cast<std::uint8_t>(low > 50 ? 3 + table[v >> 1 & 15] : 3 - low);
  }
  REQUIRE(program.run("k", range({kItems, 1, 1}), table, index, out));
  CHECK(out == expected);
}
