// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks on bytes of images and text.
#include <algorithm>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

constexpr std::uint32_t kLevel = 127;

void threshold(const Bytes& in, Bytes& out) {
  const std::uint8_t* from = in.data();
  std::uint8_t* to = out.data();
  const std::size_t count = out.size();
#pragma omp parallel for simd
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i] > kLevel ? 255 : 0;
}

void sort(std::uint8_t& a, std::uint8_t& b) {
  const std::uint8_t low = std::min(a, b), high = std::max(a, b);
  a = low;
  b = high;
}

/// `in` has one more pixel on each side.
void median(const Bytes& in, Bytes& out, std::size_t width) {
  const std::size_t pitch = width + 2;
#pragma omp parallel for
  for (std::size_t y = 0; y < width; ++y) {
    const std::uint8_t *above = &in[y * pitch], *here = above + pitch, *below = here + pitch;
    std::uint8_t* row = &out[y * width];
#pragma omp simd
    for (std::size_t x = 0; x < width; ++x) {
      std::uint8_t a = above[x], b = above[x + 1], c = above[x + 2], d = here[x], e = here[x + 1],
                   f = here[x + 2], g = below[x], h = below[x + 1], i = below[x + 2];
      sort(b, c), sort(e, f), sort(h, i);
      sort(a, b), sort(d, e), sort(g, h);
      sort(b, c), sort(e, f), sort(h, i);
      sort(a, d), sort(f, i), sort(e, h);
      sort(d, g), sort(b, e), sort(c, f);
      sort(e, h), sort(e, c), sort(g, e);
      sort(e, c);
      row[x] = e;
    }
  }
}

Array median_by_sorting(const Arrays& arrays, std::size_t width) {
  const Bytes& in = std::get<Bytes>(arrays[0]);
  const std::size_t pitch = width + 2;
  Bytes out;
  for (std::size_t i = 0; i < width * width; ++i) {
    Bytes pixels;
    for (std::size_t y = 0; y < 3; ++y) {
      const auto row = in.begin() + static_cast<std::ptrdiff_t>((i / width + y) * pitch + i % width);
      pixels.insert(pixels.end(), row, row + 3);
    }
    std::sort(pixels.begin(), pixels.end());
    out.push_back(pixels[4]);
  }
  return out;
}

constexpr std::uint32_t kPattern = 6;

void find(const Arrays& arrays, Bytes& found) {
  const Bytes &pattern = std::get<Bytes>(arrays[0]), &text = std::get<Bytes>(arrays[1]);
  const std::uint8_t *from = text.data(), *wanted = pattern.data();
  std::uint8_t* to = found.data();
  const std::size_t count = found.size();
#pragma omp parallel for
  for (std::size_t start = 0; start < count; ++start) {
    std::uint32_t same = 0;
    while (same < kPattern && from[start + same] == wanted[same]) ++same;
    to[start] = same == kPattern;
  }
}

/// A text of few letters, in which the pattern occurs.
Bytes text_of(std::size_t count) {
  Bytes text = random_bytes(count);
  for (std::uint8_t& byte : text) byte = static_cast<std::uint8_t>('a' + byte % 3);
  return text;
}

}  // namespace

Case make_threshold(std::uint32_t size) {
  const std::size_t count = std::size_t{size} * size;
  return {.arrays = {random_bytes(count), Bytes(count, 1)},
          .written = {1},
          .result = 1,
          .launches = {{"threshold", {size, kLevel, BufferArgument{0}, BufferArgument{1}}, {size, size, 1}}},
          .plain = [](Arrays& arrays) { threshold(std::get<Bytes>(arrays[0]), std::get<Bytes>(arrays[1])); }};
}

Case make_median_3x3(std::uint32_t size) {
  return {
      .arrays = {random_bytes(std::size_t{size + 2} * (size + 2)), Bytes(std::size_t{size} * size)},
      .written = {1},
      .result = 1,
      .launches = {{"median", {size, BufferArgument{0}, BufferArgument{1}}, {size, size, 1}}},
      .plain =
          [size](Arrays& arrays) { median(std::get<Bytes>(arrays[0]), std::get<Bytes>(arrays[1]), size); },
      .expected = [size](const Arrays& arrays) { return median_by_sorting(arrays, size); }};
}

Case make_string_search(std::uint32_t count) {
  Bytes text = text_of(std::size_t{count} + kPattern);
  const auto middle = text.begin() + count / 2;
  Bytes pattern(middle, middle + kPattern);
  return {.arrays = {std::move(pattern), std::move(text), Bytes(count, 2)},
          .written = {2},
          .result = 2,
          .launches = {{"find",
                        {kPattern, BufferArgument{0}, BufferArgument{1}, BufferArgument{2}},
                        {count, 1, 1}}},
          .plain = [](Arrays& arrays) { find(arrays, std::get<Bytes>(arrays[2])); }};
}

}  // namespace kernel_bench
