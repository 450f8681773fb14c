// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks with independent work-items.
#include <cmath>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

void add(Arrays& arrays) {
  const Floats &a = std::get<Floats>(arrays[0]), &b = std::get<Floats>(arrays[1]);
  Floats& sum = std::get<Floats>(arrays[2]);
#pragma omp parallel for
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
}

void evaluate(Arrays& arrays) {
  const Floats& in = std::get<Floats>(arrays[0]);
  Floats& out = std::get<Floats>(arrays[1]);
#pragma omp parallel for
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float x = in[i];
    out[i] = std::sin(x) * std::cos(x + 1) + std::exp(-x) * std::log(x) + std::pow(x, 0.3f) + std::atan(x) +
             std::tanh(x) + std::erf(x);
  }
}

/// In double precision, to show the errors of both others.
Array evaluate_exactly(const Arrays& arrays) {
  Floats out;
  for (const double x : std::get<Floats>(arrays[0])) {
    out.push_back(static_cast<float>(std::sin(x) * std::cos(x + 1) + std::exp(-x) * std::log(x) +
                                     std::pow(x, 0.3) + std::atan(x) + std::tanh(x) + std::erf(x)));
  }
  return out;
}

void count_steps(Words& steps) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::uint64_t number = 1 + i;
    std::uint32_t count = 0;
    for (; number > 1; ++count) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    steps[i] = count;
  }
}

void multiply(Arrays& arrays) {
  const Words &row_starts = std::get<Words>(arrays[0]), &columns = std::get<Words>(arrays[1]);
  const Floats &values = std::get<Floats>(arrays[2]), &x = std::get<Floats>(arrays[3]);
  Floats& y = std::get<Floats>(arrays[4]);
#pragma omp parallel for
  for (std::size_t row = 0; row < y.size(); ++row) {
    float sum = 0;
    for (std::uint32_t i = row_starts[row]; i < row_starts[row + 1]; ++i) sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}

Words random_row_starts(std::uint32_t rows) {
  Words starts{0};
  for (const std::uint32_t length : random_words(rows, 64)) starts.push_back(starts.back() + length);
  return starts;
}

}  // namespace

Case make_vector_add(std::uint32_t count) {
  return {
      .arrays = {random_floats(count, -1, 1), random_floats(count, 0, 9), unwritten_floats(count)},
      .written = {2},
      .result = 2,
      .launches = {{"vector_add", {BufferArgument{0}, BufferArgument{1}, BufferArgument{2}}, {count, 1, 1}}},
      .plain = add};
}

Case make_transcendental(std::uint32_t count) {
  return {.arrays = {random_floats(count, 0.01f, 10), unwritten_floats(count)},
          .written = {1},
          .result = 1,
          .launches = {{"evaluate", {BufferArgument{0}, BufferArgument{1}}, {count, 1, 1}}},
          .plain = evaluate,
          .tolerance = 1e-6,
          .expected = evaluate_exactly};
}

Case make_divergent(std::uint32_t count) {
  return {.arrays = {Words(count, ~0u)},
          .written = {0},
          .result = 0,
          .launches = {{"steps_to_one", {std::uint32_t{1}, BufferArgument{0}}, {count, 1, 1}}},
          .plain = [](Arrays& arrays) { count_steps(std::get<Words>(arrays[0])); }};
}

Case make_sparse_matvec(std::uint32_t rows) {
  Words starts = random_row_starts(rows);
  const std::uint32_t entries = starts.back();
  return {.arrays = {std::move(starts), random_words(entries, rows), random_floats(entries, -1, 1),
                     random_floats(rows, -1, 1), unwritten_floats(rows)},
          .written = {4},
          .result = 4,
          .launches = {{"multiply",
                        {BufferArgument{0}, BufferArgument{1}, BufferArgument{2}, BufferArgument{3},
                         BufferArgument{4}},
                        {rows, 1, 1}}},
          .plain = multiply,
          .tolerance = 1e-5};
}

}  // namespace kernel_bench
