// SPDX-License-Identifier: Apache-2.0
#include "host_fallback/printf_output.h"

#include <catch2/catch.hpp>

#include <cstring>
#include <vector>

#include "core/kernel_abi.h"

using quadcl::printf_text;

namespace {

/// A record as compiled code writes it.
class Values {
 public:
  template <typename T>
  Values& add(quadcl_print_kind kind, std::initializer_list<T> elements) {
    std::vector<std::byte> record(QUADCL_PRINT_RECORD);
    const std::uint32_t header[] = {static_cast<std::uint32_t>(kind),
                                    static_cast<std::uint32_t>(elements.size())};
    std::memcpy(record.data(), header, sizeof(header));
    std::size_t at = sizeof(header);
    for (const T& element : elements) {
      std::memcpy(record.data() + at, &element, sizeof(T));
      at += 8;
    }
    bytes_.insert(bytes_.end(), record.begin(), record.end());
    ++count_;
    return *this;
  }
  std::optional<std::string> print(const char* format) const {
    return printf_text(format, bytes_.data(), count_);
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t count_ = 0;
};

}  // namespace

TEST_CASE("flags, widths and precisions are those of C") {
  CHECK(Values().add(QUADCL_PRINT_I32, {42}).print("[%+06d]") == "[+00042]");
  CHECK(Values().add(QUADCL_PRINT_F64, {2.5}).print("[%-8.3f]") == "[2.500   ]");
  CHECK(Values().add(QUADCL_PRINT_I32, {255u}).print("%#X %%") == "0XFF %");
}

TEST_CASE("integers are cut to the length that the format names") {
  CHECK(Values().add(QUADCL_PRINT_I32, {0x1ff}).print("%hhu") == "255");
  CHECK(Values().add(QUADCL_PRINT_I16, {std::int16_t{-2}}).print("%hd") == "-2");
  CHECK(Values().add(QUADCL_PRINT_I64, {std::int64_t{-5000000000}}).print("%ld") == "-5000000000");
}

TEST_CASE("vectors have commas and each element the whole format") {
  CHECK(Values().add(QUADCL_PRINT_F32, {1.0f, 2.5f}).print("%5.1v2hlf") == "  1.0,  2.5");
  CHECK(Values().add(QUADCL_PRINT_I8, {std::int8_t{-1}, std::int8_t{2}, std::int8_t{3}}).print("%v3hhd") ==
        "-1,2,3");
}

TEST_CASE("what does not fit is refused") {
  CHECK_FALSE(Values().print("%d"));
  CHECK_FALSE(Values().add(QUADCL_PRINT_I32, {1}).print("%f"));
  CHECK_FALSE(Values().add(QUADCL_PRINT_F32, {1.0f}).print("%s"));
  CHECK_FALSE(Values().add(QUADCL_PRINT_I32, {1}).print("%"));
  CHECK_FALSE(Values().add(QUADCL_PRINT_I32, {1}).print("%n"));
}

TEST_CASE("widths and precisions that no memory has room for are refused") {
  for (const char* format : {"%2000000000d", "%65536d", "%.2000000000d", "%-99999999999999999999d"}) {
    INFO(format);
    CHECK_FALSE(Values().add(QUADCL_PRINT_I32, {1}).print(format));
  }
  const auto widest = Values().add(QUADCL_PRINT_I32, {1}).print("%65535d");
  REQUIRE(widest);
  CHECK(widest->size() == 65535);
  CHECK(Values().add(QUADCL_PRINT_F32, {1.0f}).print("%.f") == "1");
}
