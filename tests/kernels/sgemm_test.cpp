// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/kernels/kernel_fixture.h"

namespace {

using kernel_test::machine;
using kernel_test::random_floats;

/// One call of `sgemm`, with all its parameters. Sizes are in elements.
struct Case {
  cl_uint m = 1, n = 1, k = 1;
  bool trans_a = false, trans_b = false;
  float alpha = 1, beta = 0;
  cl_uint pad_a = 0, pad_b = 0, pad_c = 0;  ///< beyond the smallest leading dimension

  cl_uint a_rows() const { return trans_a ? k : m; }
  cl_uint b_rows() const { return trans_b ? n : k; }
  cl_uint lda() const { return (trans_a ? m : k) + pad_a; }
  cl_uint ldb() const { return (trans_b ? k : n) + pad_b; }
  cl_uint ldc() const { return n + pad_c; }

  std::string text() const {
    return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k) + (trans_a ? " A^T" : "") +
           (trans_b ? " B^T" : "") + " alpha " + std::to_string(alpha) + " beta " + std::to_string(beta) +
           " lda " + std::to_string(lda()) + " ldb " + std::to_string(ldb()) + " ldc " +
           std::to_string(ldc());
  }
};

/// The block of C that a launch covers.
struct Block {
  std::size_t row = 0, column = 0, rows = 0, columns = 0;

  bool contains(std::size_t i, std::size_t j) const {
    return i >= row && i < row + rows && j >= column && j < column + columns;
  }
};

/// A matrix whose buffer ends with the last element that the kernel may access, so the emulator finds reads
/// beyond it.
std::size_t extent(std::size_t rows, std::size_t columns, std::size_t leading) {
  return rows == 0 || columns == 0 ? 1 : (rows - 1) * leading + columns;
}

struct Operands {
  std::vector<float> a, b, c;

  explicit Operands(const Case& t)
      : a(random_floats(extent(t.a_rows(), t.trans_a ? t.m : t.k, t.lda()), 1)),
        b(random_floats(extent(t.b_rows(), t.trans_b ? t.k : t.n, t.ldb()), 2)),
        c(random_floats(extent(t.m, t.n, t.ldc()), 3)) {}
};

void set_arguments(cl::Kernel& kernel, const Case& t, const cl::Buffer& a, const cl::Buffer& b,
                   const cl::Buffer& c) {
  cl_uint i = 0;
  kernel.setArg(i++, cl_uint{t.trans_a});
  kernel.setArg(i++, cl_uint{t.trans_b});
  kernel.setArg(i++, t.m);
  kernel.setArg(i++, t.n);
  kernel.setArg(i++, t.k);
  kernel.setArg(i++, t.alpha);
  kernel.setArg(i++, a);
  kernel.setArg(i++, t.lda());
  kernel.setArg(i++, b);
  kernel.setArg(i++, t.ldb());
  kernel.setArg(i++, t.beta);
  kernel.setArg(i++, c);
  kernel.setArg(i++, t.ldc());
}

/// An element of the reference, and its error bound: each of the k + 3 operations behind an element has a
/// relative error of at most 2^-23, the unit of truncation to 24 bits.
struct Expected {
  double value = 0, bound = 0;
};

Expected expected(const Case& t, const Operands& in, std::size_t i, std::size_t j) {
  double sum = 0, magnitude = 0;
  for (std::size_t l = 0; l < t.k; ++l) {
    const double product = double{in.a[t.trans_a ? l * t.lda() + i : i * t.lda() + l]} *
                           in.b[t.trans_b ? j * t.ldb() + l : l * t.ldb() + j];
    sum += product;
    magnitude += std::fabs(product);
  }
  const double old = t.beta == 0 ? 0 : double{t.beta} * in.c[i * t.ldc() + j];
  const double relative = std::expm1((t.k + 3.0) * std::log1p(std::ldexp(1.0, -23)));
  return {t.alpha * sum + old, relative * (std::fabs(t.alpha) * magnitude + std::fabs(old)) + 1e-37};
}

/// The error of element (i, j) of the result as text; empty if it is correct.
std::string difference_at(const Case& t, const Operands& in, const Block& block, std::size_t i, std::size_t j,
                          float got) {
  if (i < t.m && j < t.n && block.contains(i, j)) {
    const Expected e = expected(t, in, i, j);
    if (std::fabs(got - e.value) <= e.bound) return {};
    return "is " + std::to_string(got) + ", expected " + std::to_string(e.value) + " within " +
           std::to_string(e.bound);
  }
  const float before = in.c[i * t.ldc() + j];
  if (std::bit_cast<std::uint32_t>(got) == std::bit_cast<std::uint32_t>(before)) return {};
  return "is outside the block and was changed";
}

/// Empty if all is correct, else the error of the first wrong element.
std::string first_difference(const Case& t, const Operands& in, const Block& block,
                             const std::vector<float>& got) {
  const std::size_t width = std::max<std::size_t>(t.ldc(), 1);
  for (std::size_t at = 0; at < got.size(); ++at) {
    const std::string difference = difference_at(t, in, block, at / width, at % width, got[at]);
    if (!difference.empty()) {
      return t.text() + ": C(" + std::to_string(at / width) + ", " + std::to_string(at % width) + ") " +
             difference;
    }
  }
  return {};
}

std::string run(const Case& t, const Operands& in, const Block& block) {
  auto& m = machine();
  cl::Kernel kernel = m.kernel("sgemm");
  const cl::Buffer a = m.upload(in.a), b = m.upload(in.b), c = m.upload(in.c);
  set_arguments(kernel, t, a, b, c);
  m.launch(kernel, cl::NDRange(block.column, block.row), cl::NDRange(block.columns, block.rows));
  return first_difference(t, in, block, m.download<float>(c, in.c.size()));
}

std::string run(const Case& t) { return run(t, Operands(t), {0, 0, t.m, t.n}); }

constexpr std::array<cl_uint, 15> kSizes{0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 127, 128, 129};
constexpr std::array<float, 4> kAlphas{1, -0.75f, 0, 2.5f};
constexpr std::array<float, 3> kBetas{0, 1, -1.5f};

}  // namespace

TEST_CASE("sgemm: every pair of ragged sizes, in all transpositions", "[sgemm]") {
  // A Latin square: each pair of (m, n), (m, k) and (n, k) occurs.
  const bool trans_a = GENERATE(false, true);
  const bool trans_b = GENERATE(false, true);
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    for (std::size_t j = 0; j < kSizes.size(); ++j) {
      const std::size_t which = i * kSizes.size() + j;
      Case t{kSizes[i], kSizes[j], kSizes[(i + j) % kSizes.size()], trans_a, trans_b};
      t.alpha = kAlphas[which % kAlphas.size()];
      t.beta = kBetas[which % kBetas.size()];
      t.pad_a = which % 2 * 3;
      t.pad_b = which / 2 % 2 * 5;
      t.pad_c = which / 4 % 2 * 7;
      const std::string difference = run(t);
      INFO(difference);
      REQUIRE(difference.empty());
    }
  }
}

TEST_CASE("sgemm: alpha and beta in all combinations", "[sgemm]") {
  const float alpha = GENERATE(0.0f, -0.0f, 1.0f, -2.25f);
  const float beta = GENERATE(0.0f, -0.0f, 1.0f, 0.5f, -3.0f);
  const Case t{.m = 35, .n = 70, .k = 9, .alpha = alpha, .beta = beta};
  CHECK(run(t) == "");
}

TEST_CASE("sgemm: with beta 0 the old C is not read", "[sgemm]") {
  const Case t{.m = 33, .n = 65, .k = 7};
  Operands in(t);
  std::fill(in.c.begin(), in.c.end(), std::numeric_limits<float>::quiet_NaN());
  CHECK(run(t, in, {0, 0, t.m, t.n}) == "");
}

TEST_CASE("sgemm: with alpha 0 neither A nor B is read", "[sgemm]") {
  const Case t{.m = 5, .n = 5, .k = 5, .alpha = 0, .beta = 2};
  Operands in(t);
  const Operands finite = in;
  std::fill(in.a.begin(), in.a.end(), std::numeric_limits<float>::quiet_NaN());
  auto& m = machine();
  cl::Kernel kernel = m.kernel("sgemm");
  const cl::Buffer a = m.upload(in.a), b = m.upload(in.b), c = m.upload(in.c);
  set_arguments(kernel, t, a, b, c);
  m.launch(kernel, cl::NullRange, cl::NDRange(t.n, t.m));
  CHECK(first_difference(t, finite, {0, 0, t.m, t.n}, m.download<float>(c, in.c.size())) == "");
}

TEST_CASE("sgemm: offset and global size choose a block of C", "[sgemm]") {
  const bool trans_a = GENERATE(false, true);
  const bool trans_b = GENERATE(false, true);
  const float beta = GENERATE(0.0f, 1.0f);
  const Block block =
      GENERATE(Block{0, 0, 1, 1}, Block{1, 2, 3, 4}, Block{15, 63, 2, 2}, Block{16, 64, 30, 66},
               Block{99, 149, 1, 1}, Block{3, 5, 97, 145}, Block{50, 0, 0, 10});
  const Case t{100, 150, 11, trans_a, trans_b, 1, beta, 1, 2, 3};
  CHECK(run(t, Operands(t), block) == "");
}

TEST_CASE("sgemm: work-items beyond m and n have no effect", "[sgemm]") {
  const Case t{.m = 20, .n = 30, .k = 4, .beta = 1, .pad_c = 40};
  CHECK(run(t, Operands(t), {10, 10, 100, 100}) == "");
  CHECK(run(t, Operands(t), {20, 0, 5, 5}) == "");
}

TEST_CASE("sgemm: many steps, where the QPUs of a slice begin tiles together") {
  // 16 x 4 tiles: five or six for each of 12 QPUs. Once with ragged tiles, and fewer for some QPUs.
  CHECK(run({.m = 192, .n = 256, .k = 192}) == "");
  CHECK(run({.m = 205, .n = 250, .k = 193, .beta = 1}) == "");
}

TEST_CASE("sgemm: two launches that split C give what one gives", "[sgemm]") {
  const Case t{.m = 61, .n = 130, .k = 19, .beta = 0.5f};
  const Operands in(t);
  auto& m = machine();
  cl::Kernel kernel = m.kernel("sgemm");
  const cl::Buffer a = m.upload(in.a), b = m.upload(in.b), whole = m.upload(in.c), halves = m.upload(in.c);
  set_arguments(kernel, t, a, b, whole);
  m.launch(kernel, cl::NullRange, cl::NDRange(t.n, t.m));
  set_arguments(kernel, t, a, b, halves);
  m.launch(kernel, cl::NullRange, cl::NDRange(77, t.m));
  m.launch(kernel, cl::NDRange(77, 0), cl::NDRange(t.n - 77, t.m));
  const auto one = m.download<float>(whole, in.c.size());
  CHECK(first_difference(t, in, {0, 0, t.m, t.n}, one) == "");
  CHECK(first_difference(t, in, {0, 0, t.m, t.n}, m.download<float>(halves, in.c.size())) == "");
}

TEST_CASE("sgemm: operands in sub-buffers of one buffer", "[sgemm]") {
  const Case t{.m = 18, .n = 67, .k = 21, .beta = 1};
  const Operands in(t);
  auto& m = machine();
  const std::size_t align = m.device.getInfo<CL_DEVICE_MEM_BASE_ADDR_ALIGN>() / 8;
  const auto place = [align](std::size_t offset, std::size_t floats) {
    return (offset + floats * 4 + align - 1) / align * align;
  };
  const std::size_t a_at = align, b_at = place(a_at, in.a.size()), c_at = place(b_at, in.b.size());
  cl::Buffer all(m.context, CL_MEM_READ_WRITE, place(c_at, in.c.size()));
  const auto part = [&](std::size_t offset, const std::vector<float>& values) {
    const cl_buffer_region region{offset, values.size() * 4};
    cl::Buffer sub = all.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
    m.queue.enqueueWriteBuffer(sub, CL_TRUE, 0, values.size() * 4, values.data());
    return sub;
  };
  const cl::Buffer a = part(a_at, in.a), b = part(b_at, in.b), c = part(c_at, in.c);
  cl::Kernel kernel = m.kernel("sgemm");
  set_arguments(kernel, t, a, b, c);
  m.launch(kernel, cl::NullRange, cl::NDRange(t.n, t.m));
  CHECK(first_difference(t, in, {0, 0, t.m, t.n}, m.download<float>(c, in.c.size())) == "");
}

TEST_CASE("sgemm: rows of C too far apart for one DMA", "[sgemm]") {
  // 16,383 and 65,535 bytes are the limits of the DMA engines' strides; 8,192 floats are a power of two.
  const cl_uint pad =
      GENERATE(4095u - 70, 4096u - 70, 4097u - 70, 8192u - 70, 16383u, 16384u, 16400u, 70000u);
  const float beta = GENERATE(0.0f, 1.0f);
  const Case t{.m = 35, .n = 70, .k = 3, .beta = beta, .pad_c = pad};
  CHECK(run(t) == "");
}

TEST_CASE("sgemm: rows of A and B far apart", "[sgemm]") {
  const bool trans_a = GENERATE(false, true);
  const bool trans_b = GENERATE(false, true);
  const Case t{20, 70, 20, trans_a, trans_b, 1, 0, 70000, 70000, 0};
  CHECK(run(t) == "");
}

TEST_CASE("sgemm: rows of A that share sets of the TMU's cache", "[sgemm]") {
  // Distances of 1 KiB and 4 KiB, and one near them.
  const cl_uint pad = GENERATE(256u - 20, 1024u - 20, 1025u - 20, 1040u - 20);
  const bool trans_a = GENERATE(false, true);
  const Case t{.m = 37, .n = 70, .k = 20, .trans_a = trans_a, .beta = 1, .pad_a = trans_a ? pad - 17 : pad};
  CHECK(run(t) == "");
}

TEST_CASE("sgemm: outer products of one and more strips of columns", "[sgemm]") {
  const bool transposed = GENERATE(false, true);
  unsigned which = 0;
  for (const cl_uint n : {304u, 305u, 320u, 511u, 512u, 513u, 530u, 1000u, 1024u, 1025u}) {
    for (const cl_uint m : {1u, 2u, 5u}) {
      Case t{.m = m, .n = n, .trans_a = transposed, .trans_b = !transposed};
      t.alpha = kAlphas[which++ % kAlphas.size()];
      t.pad_a = which % 2 * 3, t.pad_b = which % 3 * 5, t.pad_c = which % 4 * 7;
      CHECK(run(t) == "");
    }
  }
}

TEST_CASE("sgemm: a block of an outer product", "[sgemm]") {
  const Block block = GENERATE(Block{1, 2, 3, 320}, Block{0, 17, 2, 530}, Block{4, 99, 1, 600});
  const Case t{.m = 5, .n = 700, .k = 1, .alpha = 0.5f};
  CHECK(run(t, Operands(t), block) == "");
}

TEST_CASE("sgemm: an outer product of more rows than one submission takes", "[sgemm]") {
  CHECK(run({.m = 8200, .n = 520, .k = 1}) == "");
}

TEST_CASE("sgemm: an outer product adds to a zero, as every product does", "[sgemm]") {
  const Case t{.m = 1, .n = 320, .k = 1};
  Operands in(t);
  in.a = {-1.0f};
  std::fill(in.b.begin(), in.b.end(), 0.0f);
  auto& m = machine();
  cl::Kernel kernel = m.kernel("sgemm");
  const cl::Buffer a = m.upload(in.a), b = m.upload(in.b), c = m.upload(in.c);
  set_arguments(kernel, t, a, b, c);
  m.launch(kernel, cl::NullRange, cl::NDRange(t.n, t.m));
  for (const float got : m.download<float>(c, in.c.size())) CHECK_FALSE(std::signbit(got));
}

TEST_CASE("sgemm: panels larger than one submission's workspace", "[sgemm]") {
  CHECK(run({.m = 3, .n = 520, .k = 40000, .trans_b = true}) == "");
  // A is packed, too, since its rows are a multiple of 4 KiB apart.
  CHECK(run({.m = 130, .n = 3, .k = 131072}) == "");
}

TEST_CASE("sgemm: a buffer that is too small is refused and nothing is written", "[sgemm]") {
  const Case t{.m = 8, .n = 8, .k = 8};
  const Operands in(t);
  auto& m = machine();
  const std::vector<float> short_one(63);
  const unsigned which = GENERATE(0u, 1u, 2u);
  const cl::Buffer a = m.upload(which == 0 ? short_one : in.a), b = m.upload(which == 1 ? short_one : in.b),
                   c = m.upload(which == 2 ? short_one : in.c);
  cl::Kernel kernel = m.kernel("sgemm");
  set_arguments(kernel, t, a, b, c);
  CHECK_THROWS_AS(m.launch(kernel, cl::NullRange, cl::NDRange(8, 8)), cl::Error);
  // A block that stays inside is fine.
  if (which == 0) CHECK_NOTHROW(m.launch(kernel, cl::NullRange, cl::NDRange(8, 7)));
}

TEST_CASE("sgemm: a leading dimension shorter than a row is refused", "[sgemm]") {
  const Case t{.m = 8, .n = 8, .k = 8};
  const Operands in(t);
  auto& m = machine();
  const cl::Buffer a = m.upload(in.a), b = m.upload(in.b), c = m.upload(in.c);
  cl::Kernel kernel = m.kernel("sgemm");
  const cl_uint index = GENERATE(7u, 9u, 12u);
  set_arguments(kernel, t, a, b, c);
  kernel.setArg(index, cl_uint{7});
  CHECK_THROWS_AS(m.launch(kernel, cl::NullRange, cl::NDRange(8, 8)), cl::Error);
}
