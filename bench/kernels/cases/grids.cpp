// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks on matrices, images and grids.
#include <algorithm>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

constexpr std::size_t kTile = 16;  ///< TILE in the kernels
constexpr std::size_t kSteps = 4;  ///< STEPS in stencil_local.cl
constexpr int kRadius = 3;         ///< RADIUS in convolution.cl

void multiply_matrices(Arrays& arrays, std::size_t size) {
  const Floats &a = std::get<Floats>(arrays[0]), &b = std::get<Floats>(arrays[1]);
  Floats& c = std::get<Floats>(arrays[2]);
#pragma omp parallel for
  for (std::size_t row = 0; row < size; ++row) {
    float* out = &c[row * size];
    std::fill(out, out + size, 0.0f);
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t column = 0; column < size; ++column)
        out[column] += a[row * size + k] * b[k * size + column];
    }
  }
}

/// All three products have the same arguments.
Case make_matmul(std::uint32_t size, Size3 global, Size3 local) {
  const std::size_t count = std::size_t{size} * size;
  return {.arrays = {random_floats(count, -1, 1), random_floats(count, -1, 1), unwritten_floats(count)},
          .written = {2},
          .result = 2,
          .launches =
              {{"matmul", {size, BufferArgument{0}, BufferArgument{1}, BufferArgument{2}}, global, local}},
          .plain = [size](Arrays& arrays) { multiply_matrices(arrays, size); },
          .tolerance = size * 0x1p-23};  // the QPU rounds toward zero in each of `size` additions
}

constexpr std::uint32_t kTurn = 3;

void step_field(Arrays& arrays, std::size_t size) {
  const Floats &drive = std::get<Floats>(arrays[0]), &magnetic = std::get<Floats>(arrays[1]);
  Floats& electric = std::get<Floats>(arrays[2]);
  std::fill_n(electric.begin(), size, drive[kTurn]);
#pragma omp parallel for
  for (std::size_t y = 1; y < size; ++y) {
    for (std::size_t here = y * size; here < (y + 1) * size; ++here)
      electric[here] -= 0.5f * (magnetic[here] - magnetic[here - size]);
  }
}

std::size_t round_up(std::size_t size, std::size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

void transpose(Arrays& arrays, std::size_t size) {
  const Floats& in = std::get<Floats>(arrays[0]);
  Floats& out = std::get<Floats>(arrays[1]);
#pragma omp parallel for
  for (std::size_t top = 0; top < size; top += kTile) {
    for (std::size_t left = 0; left < size; left += kTile) {
      for (std::size_t x = left; x < left + kTile; ++x) {
        for (std::size_t y = top; y < top + kTile; ++y) out[x * size + y] = in[y * size + x];
      }
    }
  }
}

float next_heat(const float* here, std::size_t row) {
  const float around = here[-1] + here[1] + *(here - row) + here[row];
  return *here + 0.1f * (around - 4 * *here);
}

void spread_in_plane(Arrays& arrays, std::size_t size) {
  const Floats& in = std::get<Floats>(arrays[0]);
  Floats& out = std::get<Floats>(arrays[1]);
#pragma omp parallel for
  for (std::size_t y = 0; y < size; ++y) {
    const bool edge = y == 0 || y == size - 1;
    for (std::size_t x = 0; x < size; ++x) {
      const float* here = &in[y * size + x];
      out[y * size + x] = edge || x == 0 || x == size - 1 ? *here : next_heat(here, size);
    }
  }
}

void spread_in_cube(Arrays& arrays, std::size_t size) {
  const Floats& in = std::get<Floats>(arrays[0]);
  Floats& out = std::get<Floats>(arrays[1]);
  const std::size_t plane = size * size;
#pragma omp parallel for collapse(2)
  for (std::size_t z = 1; z < size - 1; ++z) {
    for (std::size_t y = 1; y < size - 1; ++y) {
      for (std::size_t x = 1; x < size - 1; ++x) {
        const float* here = &in[z * plane + y * size + x];
        const float around = here[-1] + here[1] + *(here - size) + here[size] + *(here - plane) + here[plane];
        out[z * plane + y * size + x] = *here + 0.1f * (around - 6 * *here);
      }
    }
  }
}

void spread_in_tile(const float* in, float* out, std::size_t size) {
  float heat[2][kTile][kTile];
  for (std::size_t y = 0; y < kTile; ++y) {
    for (std::size_t x = 0; x < kTile; ++x) heat[0][y][x] = heat[1][y][x] = in[y * size + x];
  }
  for (std::size_t step = 0; step < kSteps; ++step) {
    for (std::size_t y = 1; y < kTile - 1; ++y) {
      for (std::size_t x = 1; x < kTile - 1; ++x)
        heat[1 - step % 2][y][x] = next_heat(&heat[step % 2][y][x], kTile);
    }
  }
  for (std::size_t y = 0; y < kTile; ++y) std::copy_n(heat[kSteps % 2][y], kTile, out + y * size);
}

void spread_in_tiles(Arrays& arrays, std::size_t size) {
  const Floats& in = std::get<Floats>(arrays[0]);
  Floats& out = std::get<Floats>(arrays[1]);
#pragma omp parallel for collapse(2)
  for (std::size_t top = 0; top < size; top += kTile) {
    for (std::size_t left = 0; left < size; left += kTile)
      spread_in_tile(&in[top * size + left], &out[top * size + left], size);
  }
}

/// A stencil: in, out, one launch.
Case make_stencil(std::uint32_t size, std::size_t count, Launch launch, std::function<void(Arrays&)> plain) {
  launch.kernel = "stencil";
  launch.arguments = {size, BufferArgument{0}, BufferArgument{1}};
  return {.arrays = {random_floats(count, 0, 100), Floats(count, -1)},
          .written = {1},
          .result = 1,
          .launches = {std::move(launch)},
          .plain = std::move(plain),
          .tolerance = 1e-6};
}

void convolve(Arrays& arrays, int size) {
  const Floats &image = std::get<Floats>(arrays[0]), &filter = std::get<Floats>(arrays[1]);
  Floats& out = std::get<Floats>(arrays[2]);
#pragma omp parallel for
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      float sum = 0;
      const float* weight = filter.data();
      for (int dy = -kRadius; dy <= kRadius; ++dy) {
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
          const int x = std::clamp(column + dx, 0, size - 1), y = std::clamp(row + dy, 0, size - 1);
          sum += *weight++ * image[static_cast<std::size_t>(y) * size + x];
        }
      }
      out[static_cast<std::size_t>(row) * size + column] = sum;
    }
  }
}

}  // namespace

Case make_matmul_naive(std::uint32_t size) { return make_matmul(size, {size, size, 1}, {}); }

Case make_matmul_tiled(std::uint32_t size) { return make_matmul(size, {size, size, 1}, {kTile, kTile, 1}); }

Case make_matmul_float4(std::uint32_t size) { return make_matmul(size, {size / 4, size / 4, 1}, {}); }

Case make_transpose(std::uint32_t size) {
  const std::size_t count = std::size_t{size} * size;
  return {.arrays = {random_floats(count, -1, 1), unwritten_floats(count)},
          .written = {1},
          .result = 1,
          .launches = {{"transpose",
                        {size, BufferArgument{0}, BufferArgument{1}},
                        {size, size, 1},
                        {kTile, kTile, 1}}},
          .plain = [size](Arrays& arrays) { transpose(arrays, size); }};
}

Case make_stencil_5(std::uint32_t size) {
  return make_stencil(size, std::size_t{size} * size, {.global = {size, size, 1}},
                      [size](Arrays& arrays) { spread_in_plane(arrays, size); });
}

Case make_stencil_7(std::uint32_t size) {
  const std::size_t inner = size - 2;
  return make_stencil(size, std::size_t{size} * size * size,
                      {.global = {inner, inner, inner}, .offset = {1, 1, 1}},
                      [size](Arrays& arrays) { spread_in_cube(arrays, size); });
}

Case make_stencil_local(std::uint32_t size) {
  return make_stencil(size, std::size_t{size} * size, {.global = {size, size, 1}, .local = {kTile, kTile, 1}},
                      [size](Arrays& arrays) { spread_in_tiles(arrays, size); });
}

Case make_field_step(std::uint32_t size) {
  const std::size_t count = std::size_t{size} * size;
  return {.arrays = {random_floats(8, -1, 1), random_floats(count, -1, 1), random_floats(count, -2, 2)},
          .written = {2},
          .result = 2,
          .launches = {{"step_field",
                        {size, size, kTurn, BufferArgument{0}, BufferArgument{1}, BufferArgument{2}},
                        {round_up(size, 32), round_up(size, 8), 1},
                        {32, 8, 1}}},
          .plain = [size](Arrays& arrays) { step_field(arrays, size); },
          .tolerance = 1e-6};
}

Case make_convolution(std::uint32_t size) {
  constexpr std::size_t kWeights = (2 * kRadius + 1) * (2 * kRadius + 1);
  const std::size_t count = std::size_t{size} * size;
  return {.arrays = {random_floats(count, 0, 1), random_floats(kWeights, -1, 1), unwritten_floats(count)},
          .written = {2},
          .result = 2,
          .launches = {{"convolve",
                        {size, BufferArgument{0}, BufferArgument{1}, BufferArgument{2}},
                        {size, size, 1}}},
          .plain = [size](Arrays& arrays) { convolve(arrays, static_cast<int>(size)); },
          .tolerance = 1e-5};
}

}  // namespace kernel_bench
