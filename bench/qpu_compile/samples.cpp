// SPDX-License-Identifier: Apache-2.0
#include "bench/qpu_compile/samples.h"

#include <cmath>
#include <complex>
#include <numbers>

namespace transpose_fft {
#include "samples/transpose_fft/kernels.h"
}
namespace reed_solomon {
#include "samples/reed_solomon/kernels.h"
}

namespace qpu_compile_bench {
namespace {

using namespace kernel_bench;

// ---- Fourier transforms

using Complex = std::complex<double>;
constexpr std::size_t kPoints = 1024;

std::vector<Complex> roots() {
  std::vector<Complex> roots;
  for (std::size_t i = 0; i < kPoints; ++i)
    roots.push_back(std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i) / kPoints));
  return roots;
}

/// Halves of even and odd points, one inside the other.
std::vector<Complex> transformed(const std::vector<Complex>& points, const std::vector<Complex>& roots) {
  const std::size_t half = points.size() / 2;
  if (half == 0) return points;
  std::vector<Complex> halves[2];
  for (std::size_t i = 0; i < points.size(); ++i) halves[i % 2].push_back(points[i]);
  const auto even = transformed(halves[0], roots), odd = transformed(halves[1], roots);
  std::vector<Complex> result(points.size());
  for (std::size_t i = 0; i < half; ++i) {
    const Complex turned = odd[i] * roots[i * (kPoints / points.size())];
    result[i] = even[i] + turned;
    result[i + half] = even[i] - turned;
  }
  return result;
}

Array transform_rows(const Arrays& arrays) {
  const Floats& in = std::get<Floats>(arrays[0]);
  const auto all_roots = roots();
  Floats out;
  for (std::size_t row = 0; row < in.size(); row += 2 * kPoints) {
    std::vector<Complex> points;
    for (std::size_t i = row; i < row + 2 * kPoints; i += 2) points.emplace_back(in[i], in[i + 1]);
    for (const Complex& value : transformed(points, all_roots))
      out.insert(out.end(), {static_cast<float>(value.real()), static_cast<float>(value.imag())});
  }
  return out;
}

// ---- GF(2^8), polynomial 0x11d

constexpr std::uint32_t kRows = 4, kDepth = 10;

std::uint8_t product(std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (std::uint32_t bit = 0; bit < 8; ++bit) {
    if ((b >> bit & 1) != 0) sum ^= a;
    a = a < 128 ? 2 * a : (2 * a) ^ 0x11d;
  }
  return static_cast<std::uint8_t>(sum);
}

Array encoded(const Arrays& arrays) {
  const Bytes &small = std::get<Bytes>(arrays[0]), &data = std::get<Bytes>(arrays[1]);
  const std::size_t length = data.size() / kDepth;
  Bytes parity(kRows * length, 0);
  for (std::size_t place = 0; place < parity.size(); ++place) {
    for (std::size_t i = 0; i < kDepth; ++i)
      parity[place] ^= product(data[i * length + place % length], small[place / length * kDepth + i]);
  }
  return parity;
}

}  // namespace

const char* fft_rows_source() { return transpose_fft::kernels; }
const char* reed_solomon_source() { return reed_solomon::kernels; }

Case make_fft_rows(std::uint32_t transforms) {
  const std::size_t floats = 2 * kPoints * transforms;
  Floats root_floats;
  for (const Complex& root : roots())
    root_floats.insert(root_floats.end(), {static_cast<float>(root.real()), static_cast<float>(root.imag())});
  Case result{.arrays = {random_floats(floats, -1, 1), unwritten_floats(floats), std::move(root_floats)},
              .written = {0, 1},
              .expected = transform_rows};
  std::size_t from = 0;
  for (std::uint32_t left = kPoints / 4; left > 0; left /= 4, from = 1 - from)
    result.launches.push_back(
        {"fft_step4",
         {BufferArgument{from}, BufferArgument{1 - from}, BufferArgument{2}, left, std::uint32_t{0}},
         {kPoints / 2, transforms, 1}});
  result.result = from;
  return result;
}

Case make_gf256_packed(std::uint32_t words) {
  const std::size_t length = std::size_t{4} * words;
  return {
      .arrays = {random_bytes(kRows * kDepth), random_bytes(kDepth * length), Bytes(kRows * length, 0xa5)},
      .written = {2},
      .result = 2,
      .launches = {{"naive",
                    {kRows, kDepth, words, BufferArgument{0}, BufferArgument{1}, BufferArgument{2}},
                    {words, kRows, 1}}},
      .expected = encoded};
}

}  // namespace qpu_compile_bench
