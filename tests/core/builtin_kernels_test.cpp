// SPDX-License-Identifier: Apache-2.0
#include "core/builtin/builtin_kernels.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <set>

#include "core/builtin/sgemm_launch.h"
#include "core/builtin/transpose_launch.h"

using namespace quadcl;

namespace {

template <typename T>
ValueArgument bytes_of(T value) {
  ValueArgument bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

MemoryRange buffer(std::size_t floats) { return {nullptr, floats * 4, {}}; }

struct SgemmArguments {
  std::uint32_t trans_a = 0, trans_b = 0, m = 4, n = 5, k = 6, lda = 6, ldb = 5, ldc = 5;
  std::size_t a = 24, b = 30, c = 20;  ///< floats in the buffers
};

LaunchRequest sgemm(const SgemmArguments& x, NDRange range) {
  return {builtin_kernel_images()[0],
          {bytes_of(x.trans_a), bytes_of(x.trans_b), bytes_of(x.m), bytes_of(x.n), bytes_of(x.k),
           bytes_of(1.0f), buffer(x.a), bytes_of(x.lda), buffer(x.b), bytes_of(x.ldb), bytes_of(0.0f),
           buffer(x.c), bytes_of(x.ldc)},
          range};
}

NDRange all(std::size_t columns, std::size_t rows) { return {2, {0, 0, 0}, {columns, rows, 1}, {}}; }

}  // namespace

TEST_CASE("builtin kernels: names and argument lists are those of the documentation") {
  const auto images = builtin_kernel_images();
  REQUIRE(images.size() == 3);
  CHECK(images[0]->name == "sgemm");
  CHECK(images[0]->arguments.size() == 13);
  CHECK(images[0]->arguments[6].name == "a");
  CHECK(images[0]->arguments[6].is_const);
  CHECK_FALSE(images[0]->arguments[11].is_const);
  CHECK(images[1]->name == "transpose_32");
  CHECK(images[2]->name == "transpose_64");
}

TEST_CASE("sgemm launch: buffers that hold exactly what is used are accepted, one element less is not") {
  const bool trans_a = GENERATE(false, true);
  const bool trans_b = GENERATE(false, true);
  SgemmArguments x;
  x.trans_a = trans_a;
  x.trans_b = trans_b;
  x.lda = 9;
  x.ldb = 10;
  x.ldc = 11;
  // Rows times leading dimension, minus the rest of the last row.
  x.a = trans_a ? 5 * 9 + 4 : 3 * 9 + 6;
  x.b = trans_b ? 4 * 10 + 6 : 5 * 10 + 5;
  x.c = 3 * 11 + 5;
  CHECK(SgemmLaunch::from(sgemm(x, all(5, 4))).ok());
  for (std::size_t SgemmArguments::* size : {&SgemmArguments::a, &SgemmArguments::b, &SgemmArguments::c}) {
    SgemmArguments less = x;
    --(less.*size);
    CHECK_FALSE(SgemmLaunch::from(sgemm(less, all(5, 4))).ok());
  }
}

TEST_CASE("sgemm launch: a short leading dimension is named") {
  SgemmArguments x;
  x.ldb = 4;
  const auto launch = SgemmLaunch::from(sgemm(x, all(5, 4)));
  REQUIRE_FALSE(launch.ok());
  CHECK(launch.error().message.find("ldb") != std::string::npos);
}

TEST_CASE("sgemm launch: the block is the NDRange cut to the matrix") {
  const SgemmArguments x;
  const auto launch = SgemmLaunch::from(sgemm(x, {2, {2, 1, 0}, {100, 2, 1}, {}}));
  REQUIRE(launch.ok());
  CHECK(launch->columns.begin == 2);
  CHECK(launch->columns.end == 5);
  CHECK(launch->rows.begin == 1);
  CHECK(launch->rows.end == 3);
  CHECK(SgemmLaunch::from(sgemm(x, {2, {5, 0, 0}, {1, 1, 1}, {}}))->empty());
  const std::size_t huge = ~std::size_t{0};
  CHECK(SgemmLaunch::from(sgemm(x, {2, {1, 0, 0}, {huge - 1, huge, 1}, {}}))->columns.end == 5);
}

TEST_CASE("sgemm launch: sizes whose product exceeds 64 bits of bytes are refused") {
  SgemmArguments x;
  x.m = x.n = x.k = x.lda = x.ldb = x.ldc = 0xffffffffu;
  CHECK_FALSE(SgemmLaunch::from(sgemm(x, all(0xffffffffu, 0xffffffffu))).ok());
}

TEST_CASE("sgemm launch: with no work-item over C nothing is checked") {
  SgemmArguments x;
  x.c = 0;
  x.m = 0;
  CHECK(SgemmLaunch::from(sgemm(x, all(5, 4)))->empty());
}

TEST_CASE("builtin kernels: a kernel that is not built in is refused") {
  const KernelImage other{.name = "other"};
  const auto result = check_builtin_launch({&other, {}, all(1, 1)});
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == ErrorCode::unsupported);
  CHECK(builtin_kernel_image(BuiltinKernel::none) == nullptr);
}

TEST_CASE(
    "builtin kernels: sgemm_stepwise is no kernel for programs, and takes two arguments more than sgemm") {
  const KernelImage* stepwise = builtin_kernel_image(BuiltinKernel::sgemm_stepwise);
  REQUIRE(stepwise != nullptr);
  CHECK(stepwise->name == "sgemm_stepwise");
  CHECK(stepwise->arguments.size() == 15);
  for (const KernelImage* offered : builtin_kernel_images()) CHECK(offered != stepwise);
}

namespace {

std::span<const std::byte> bytes(const std::vector<float>& values) {
  return std::as_bytes(std::span(values));
}

std::byte* memory(std::vector<float>& values) { return reinterpret_cast<std::byte*>(values.data()); }

/// A row of ones by a column of ones: C is one element, 3. Two more elements follow it.
struct RowByColumn {
  std::vector<float> ones = std::vector<float>(3, 1), output = {0, 0, 9};

  LaunchRequest launch() {
    const MemoryRange factor{memory(ones), 12, {}}, c{memory(output), 12, {}};
    return {builtin_kernel_image(BuiltinKernel::sgemm),
            {bytes_of(0u), bytes_of(0u), bytes_of(1u), bytes_of(1u), bytes_of(3u), bytes_of(1.0f), factor,
             bytes_of(3u), factor, bytes_of(1u), bytes_of(0.0f), c, bytes_of(2u)},
            all(1, 1)};
  }

  /// The kernel itself gives `wanted`, the built-in one `found`.
  std::optional<std::uint64_t> difference(const std::vector<float>& found, const std::vector<float>& wanted) {
    const CheckedLaunch checked = check_builtin_launch(launch()).value();
    return builtin_difference({&checked, 1}, {bytes(output), bytes(found), bytes(wanted)});
  }
};

}  // namespace

// docs/builtin-kernels.md: for k = 3 and a sum of 3 the bound is about 6 * 2^-23 * 3, for either of the two.
TEST_CASE("sgemm comparison: roundings pass, more does not") {
  RowByColumn product;
  CHECK_FALSE(product.difference({3, 0, 9}, {3, 0, 9}));
  CHECK_FALSE(product.difference({3 + 0x1p-20f, 0, 9}, {3, 0, 9}));
  CHECK(product.difference({3 + 0x1p-15f, 0, 9}, {3, 0, 9}) == 0);
}

TEST_CASE("sgemm comparison: beside the block every bit counts") {
  RowByColumn product;
  CHECK(product.difference({3, 0x1p-30f, 9}, {3, 0, 9}) == 4);
  CHECK(product.difference({3, 0, 9 + 0x1p-20f}, {3, 0, 9}) == 8);
}

TEST_CASE("sgemm comparison: what is no finite number on the CPU is not compared") {
  RowByColumn product;
  CHECK_FALSE(product.difference({3, 0, 9}, {std::numeric_limits<float>::quiet_NaN(), 0, 9}));
}

TEST_CASE("transpose comparison: every bit counts") {
  const CheckedLaunch launch{{builtin_kernel_image(BuiltinKernel::transpose_32)}, TransposeLaunch{}};
  const std::vector<float> before(2), source{1, 2}, other{1, 2 + 0x1p-22f};
  CHECK_FALSE(builtin_difference({&launch, 1}, {bytes(before), bytes(source), bytes(source)}));
  CHECK(builtin_difference({&launch, 1}, {bytes(before), bytes(other), bytes(source)}) == 4);
}
