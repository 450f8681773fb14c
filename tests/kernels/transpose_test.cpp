// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <numeric>

#include "tests/kernels/kernel_fixture.h"

namespace {

using kernel_test::machine;

template <typename T>
constexpr const char* kName = sizeof(T) == 8 ? "transpose_64" : "transpose_32";

struct Block {
  std::size_t x = 0, y = 0, width = 0, height = 0;
};

/// All elements differ, and the words of each element differ.
template <typename T>
std::vector<T> numbered(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = static_cast<T>(i + 1);
    if (sizeof(T) == 8) values[i] |= static_cast<T>(~i) << (sizeof(T) * 4);
  }
  return values;
}

/// Empty if all is correct, else the first wrong element.
template <typename T>
std::string run(cl_uint width, cl_uint height, const Block& block) {
  auto& m = machine();
  const std::size_t count = std::size_t{width} * height;
  const std::vector<T> in = numbered<T>(count);
  const std::vector<T> before(count, T{0xA5});
  const cl::Buffer source = m.upload(in), target = m.upload(before);
  cl::Kernel kernel = m.kernel(kName<T>);
  kernel.setArg(0, source);
  kernel.setArg(1, target);
  kernel.setArg(2, width);
  kernel.setArg(3, height);
  m.launch(kernel, cl::NDRange(block.x, block.y), cl::NDRange(block.width, block.height));
  const std::vector<T> got = m.download<T>(target, count);
  for (std::size_t x = 0; x < width; ++x) {
    for (std::size_t y = 0; y < height; ++y) {
      const bool inside =
          x >= block.x && x < block.x + block.width && y >= block.y && y < block.y + block.height;
      const T want = inside ? in[y * width + x] : T{0xA5};
      if (got[x * height + y] != want) {
        return std::to_string(width) + "x" + std::to_string(height) + ": wrong at x " + std::to_string(x) +
               " y " + std::to_string(y) + (inside ? "" : ", outside the block");
      }
    }
  }
  if (m.download<T>(source, count) != in) return "the input was changed";
  return {};
}

template <typename T>
std::string run(cl_uint width, cl_uint height) {
  return run<T>(width, height, {0, 0, width, height});
}

}  // namespace

TEMPLATE_TEST_CASE("transpose: ragged sizes", "[transpose]", std::uint32_t, std::uint64_t) {
  for (const cl_uint width : {1u, 2u, 3u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 33u, 64u, 65u, 129u}) {
    for (const cl_uint height : {1u, 2u, 5u, 15u, 16u, 17u, 32u, 63u, 64u, 65u, 130u}) {
      const std::string difference = run<TestType>(width, height);
      INFO(difference);
      REQUIRE(difference.empty());
    }
  }
}

TEMPLATE_TEST_CASE("transpose: offset and global size choose a block", "[transpose]", std::uint32_t,
                   std::uint64_t) {
  const Block block =
      GENERATE(Block{0, 0, 1, 1}, Block{1, 2, 3, 4}, Block{15, 17, 20, 20}, Block{99, 79, 1, 1},
               Block{90, 70, 50, 50}, Block{100, 0, 3, 3}, Block{4, 4, 0, 5});
  CHECK(run<TestType>(100, 80, block) == "");
}

TEMPLATE_TEST_CASE("transpose: rows too far apart for one DMA", "[transpose]", std::uint32_t, std::uint64_t) {
  // The load engine takes 16,383 bytes or a power of two up to 256 KiB, the store engine gaps of 65,535
  // bytes.
  const cl_uint length = GENERATE(2048u, 4095u, 4096u, 4097u, 8192u, 16384u, 16400u, 16401u, 65536u, 66000u);
  CHECK(run<TestType>(length, 19) == "");
  CHECK(run<TestType>(19, length) == "");
}

TEMPLATE_TEST_CASE("transpose: nothing to do", "[transpose]", std::uint32_t, std::uint64_t) {
  auto& m = machine();
  const cl::Buffer in = m.upload(std::vector<TestType>{7}), out = m.upload(std::vector<TestType>{9});
  cl::Kernel kernel = m.kernel(kName<TestType>);
  kernel.setArg(0, in);
  kernel.setArg(1, out);
  kernel.setArg(2, GENERATE(cl_uint{0}, cl_uint{1}));
  kernel.setArg(3, cl_uint{0});
  m.launch(kernel, cl::NullRange, cl::NDRange(4, 4));
  CHECK(m.download<TestType>(out, 1) == std::vector<TestType>{9});
}
