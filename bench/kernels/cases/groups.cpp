// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks whose work-items work together: local memory, barriers in loops, atomics.
#include <algorithm>
#include <complex>
#include <numbers>
#include <numeric>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

constexpr std::size_t kItems = 256;  ///< work-items per group
constexpr std::uint32_t kBlock = 2 * kItems;

std::uint32_t blocks_of(std::uint32_t count) { return (count + kBlock - 1) / kBlock; }

// ---- Reduction

void add_up(Arrays& arrays) {
  const Floats& in = std::get<Floats>(arrays[0]);
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::size_t i = 0; i < in.size(); ++i) sum += in[i];
  std::get<Floats>(arrays[2])[0] = sum;
}

Array add_up_exactly(const Arrays& arrays) {
  const Floats& in = std::get<Floats>(arrays[0]);
  return Floats{static_cast<float>(std::accumulate(in.begin(), in.end(), 0.0))};
}

// ---- Scan

/// Adds up every chunk, then scans each from the sum of the chunks before it.
void scan(const Words& in, Words& out) {
  constexpr std::size_t kChunk = std::size_t{1} << 15;
  Words starts((in.size() + kChunk - 1) / kChunk);
  const auto end_of = [&](std::size_t chunk) { return std::min(in.size(), (chunk + 1) * kChunk); };
#pragma omp parallel for
  for (std::size_t chunk = 0; chunk < starts.size(); ++chunk)
    starts[chunk] = std::accumulate(in.begin() + chunk * kChunk, in.begin() + end_of(chunk), 0u);
  std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), 0u);
#pragma omp parallel for
  for (std::size_t chunk = 0; chunk < starts.size(); ++chunk)
    std::exclusive_scan(in.begin() + chunk * kChunk, in.begin() + end_of(chunk), out.begin() + chunk * kChunk,
                        starts[chunk]);
}

/// Arrays of a scan: in, out, then for every further level the sums of blocks and their scan.
struct ScanLevels {
  Arrays arrays;
  std::vector<std::size_t> written;
  std::vector<Launch> launches;

  /// Scans array `in` into array `in + 1`.
  void add(std::size_t in, std::uint32_t count) {
    const std::uint32_t blocks = blocks_of(count);
    const std::size_t totals = arrays.size();
    arrays.push_back(Words(blocks, ~0u));
    arrays.push_back(Words(blocks, ~0u));
    written.insert(written.end(), {in + 1, totals});
    const Size3 global{blocks * kItems, 1, 1}, local{kItems, 1, 1};
    launches.push_back({"scan_blocks",
                        {count, BufferArgument{in}, BufferArgument{in + 1}, BufferArgument{totals},
                         LocalBytes{kBlock * sizeof(std::uint32_t)}},
                        global,
                        local});
    if (blocks == 1) return;
    add(totals, blocks);
    launches.push_back(
        {"add_totals", {count, BufferArgument{in + 1}, BufferArgument{totals + 1}}, global, local});
  }
};

// ---- Histogram

void count_bytes(const Bytes& bytes, Words& counts) {
  std::uint32_t* bins = counts.data();
#pragma omp parallel for reduction(+ : bins[ : 256])
  for (std::size_t i = 0; i < bytes.size(); ++i) ++bins[bytes[i]];
}

// ---- Sort

void sort_by_network(Words& keys) {
  for (std::size_t length = 2; length <= keys.size(); length *= 2) {
    for (std::size_t stride = length / 2; stride > 0; stride /= 2) {
#pragma omp parallel for
      for (std::size_t i = 0; i < keys.size() / 2; ++i) {
        const std::size_t low = 2 * i - (i & (stride - 1));
        const auto [least, most] = std::minmax({keys[low], keys[low + stride]});
        const bool ascending = (low & length) == 0;
        keys[low] = ascending ? least : most;
        keys[low + stride] = ascending ? most : least;
      }
    }
  }
}

std::vector<Launch> sort_launches(std::uint32_t count) {
  const Size3 global{count / 2, 1, 1}, local{kItems, 1, 1};
  const LocalBytes block{kBlock * sizeof(std::uint32_t)};
  std::vector<Launch> launches{{"sort_blocks", {BufferArgument{0}, block}, global, local}};
  for (std::uint32_t length = 2 * kBlock; length <= count; length *= 2) {
    for (std::uint32_t stride = length / 2; stride >= kBlock; stride /= 2)
      launches.push_back({"merge_far", {length, stride, BufferArgument{0}}, global});
    launches.push_back({"merge_near", {length, BufferArgument{0}, block}, global, local});
  }
  return launches;
}

// ---- Fourier transform

constexpr std::uint32_t kPoints = 1024;
using Complex = std::complex<float>;

/// Not the operator: it checks for infinities.
Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Stockham's order, radix 4: the butterflies of the kernel, with a table of roots.
void transform(const Complex* in, Complex* out, const std::vector<Complex>& roots) {
  std::vector<Complex> from(in, in + kPoints), to(kPoints);
  constexpr std::size_t kQuarter = kPoints / 4;
  for (std::size_t done = 1; done < kPoints; done *= 4) {
    for (std::size_t i = 0; i < kQuarter; ++i) {
      const std::size_t within = i % done, root = within * (kQuarter / done);
      const Complex a = from[i], b = times(from[i + kQuarter], roots[root]),
                    c = times(from[i + 2 * kQuarter], roots[2 * root]),
                    d = times(from[i + 3 * kQuarter], roots[3 * root]);
      const Complex even = a + c, odd = a - c, sum = b + d, turned{b.imag() - d.imag(), d.real() - b.real()};
      Complex* place = &to[4 * (i - within) + within];
      place[0] = even + sum;
      place[done] = odd + turned;
      place[2 * done] = even - sum;
      place[3 * done] = odd - turned;
    }
    from.swap(to);
  }
  std::copy(from.begin(), from.end(), out);
}

void transform_all(const Floats& in, Floats& out) {
  std::vector<Complex> roots;
  for (std::uint32_t i = 0; i < kPoints; ++i)
    roots.push_back(Complex(std::polar(1.0, -2 * std::numbers::pi * i / kPoints)));
  const auto* from = reinterpret_cast<const Complex*>(in.data());
  auto* to = reinterpret_cast<Complex*>(out.data());
#pragma omp parallel for
  for (std::size_t first = 0; first < in.size() / 2; first += kPoints)
    transform(from + first, to + first, roots);
}

/// By halves, in double precision: another order, another radix.
std::vector<std::complex<double>> halved_transform(const std::vector<std::complex<double>>& in) {
  if (in.size() == 1) return in;
  std::vector<std::complex<double>> parts[2], out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) parts[i % 2].push_back(in[i]);
  const auto even = halved_transform(parts[0]), odd = halved_transform(parts[1]);
  for (std::size_t i = 0; i < even.size(); ++i) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(in.size());
    const auto turned = std::polar(1.0, angle) * odd[i];
    out[i] = even[i] + turned;
    out[i + even.size()] = even[i] - turned;
  }
  return out;
}

Array transform_exactly(const Arrays& arrays) {
  const Floats& in = std::get<Floats>(arrays[0]);
  Floats out;
  for (std::size_t first = 0; first < in.size(); first += 2 * kPoints) {
    std::vector<std::complex<double>> values;
    for (std::size_t i = first; i < first + 2 * kPoints; i += 2) values.emplace_back(in[i], in[i + 1]);
    for (const auto& value : halved_transform(values)) {
      out.push_back(static_cast<float>(value.real()));
      out.push_back(static_cast<float>(value.imag()));
    }
  }
  return out;
}

}  // namespace

Case make_reduction(std::uint32_t count) {
  constexpr std::uint32_t kGroups = 64;
  const LocalBytes partial{kItems * sizeof(float)};
  return {.arrays = {random_floats(count, 0, 1), unwritten_floats(kGroups), unwritten_floats(1)},
          .written = {1, 2},
          .result = 2,
          .launches = {{"add_up",
                        {count, BufferArgument{0}, BufferArgument{1}, partial},
                        {kGroups * kItems, 1, 1},
                        {kItems, 1, 1}},
                       {"add_up",
                        {kGroups, BufferArgument{1}, BufferArgument{2}, partial},
                        {kItems, 1, 1},
                        {kItems, 1, 1}}},
          .plain = add_up,
          .tolerance = 1e-4,
          .expected = add_up_exactly};
}

Case make_scan(std::uint32_t count) {
  ScanLevels levels;
  levels.arrays = {random_words(count), Words(count, ~0u)};
  levels.add(0, count);
  return {.arrays = std::move(levels.arrays),
          .written = std::move(levels.written),
          .result = 1,
          .launches = std::move(levels.launches),
          .plain = [](Arrays& arrays) { scan(std::get<Words>(arrays[0]), std::get<Words>(arrays[1])); }};
}

Case make_histogram(std::uint32_t count) {
  return {
      .arrays = {random_bytes(count), Words(256, 0)},
      .written = {1},
      .result = 1,
      .launches = {{"count_bytes",
                    {count, BufferArgument{0}, BufferArgument{1}},
                    {64 * kItems, 1, 1},
                    {kItems, 1, 1}}},
      .plain = [](Arrays& arrays) { count_bytes(std::get<Bytes>(arrays[0]), std::get<Words>(arrays[1])); }};
}

Case make_bitonic_sort(std::uint32_t count) {
  return {.arrays = {random_words(count)},
          .written = {0},
          .result = 0,
          .launches = sort_launches(count),
          .plain = [](Arrays& arrays) { sort_by_network(std::get<Words>(arrays[0])); },
          .expected = [](const Arrays& arrays) -> Array {
            Words keys = std::get<Words>(arrays[0]);
            std::sort(keys.begin(), keys.end());
            return keys;
          }};
}

Case make_fft_radix4(std::uint32_t transforms) {
  const std::size_t count = std::size_t{2} * kPoints * transforms;
  return {
      .arrays = {random_floats(count, -1, 1), unwritten_floats(count)},
      .written = {1},
      .result = 1,
      .launches = {{"transform",
                    {kPoints, BufferArgument{0}, BufferArgument{1}, LocalBytes{kPoints * sizeof(Complex)}},
                    {std::size_t{kPoints} / 4 * transforms, 1, 1},
                    {kPoints / 4, 1, 1}}},
      .plain =
          [](Arrays& arrays) { transform_all(std::get<Floats>(arrays[0]), std::get<Floats>(arrays[1])); },
      .tolerance = 1e-6,
      .expected = transform_exactly};
}

}  // namespace kernel_bench
