// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks in which work-items take different ways, or compute much for each element.
#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

// ---- Mandelbrot set. Plain C++ takes several points at once, which compilers make vectors of.

constexpr std::uint32_t kLimit = 256;
constexpr std::size_t kLanes = 16;

void count_escapes(Words& times, std::size_t size) {
#pragma omp parallel for schedule(dynamic, 4)
  for (std::size_t first = 0; first < times.size(); first += kLanes) {
    float real[kLanes], imaginary[kLanes], x[kLanes] = {}, y[kLanes] = {};
    std::uint32_t steps[kLanes] = {};
    for (std::size_t i = 0; i < kLanes; ++i) {
      const auto point = static_cast<std::uint32_t>(first + i), side = static_cast<std::uint32_t>(size);
      real[i] = -2.0f + 2.5f * static_cast<float>(point % side) / static_cast<float>(side);
      imaginary[i] = -1.25f + 2.5f * static_cast<float>(point / side) / static_cast<float>(side);
    }
    for (std::uint32_t step = 0; step < kLimit; ++step) {
      std::uint32_t inside = 0;
      for (std::size_t i = 0; i < kLanes; ++i) {
        const std::uint32_t is_in = x[i] * x[i] + y[i] * y[i] < 4.0f ? 1 : 0;
        const float next = x[i] * x[i] - y[i] * y[i] + real[i];
        y[i] = 2 * x[i] * y[i] + imaginary[i];
        x[i] = next;
        steps[i] += is_in;
        inside |= is_in;
      }
      if (inside == 0) break;
    }
    std::copy_n(steps, std::min(kLanes, times.size() - first), &times[first]);
  }
}

// ---- Black-Scholes

constexpr float kRate = 0.02f, kVolatility = 0.3f;

float distribution(float x) {
  const float k = 1 / (1 + 0.2316419f * std::fabs(x));
  const float tail =
      0.39894228f * std::exp(-0.5f * x * x) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return x > 0 ? 1 - tail : tail;
}

void price(Arrays& arrays) {
  const Floats &stock = std::get<Floats>(arrays[0]), &strike = std::get<Floats>(arrays[1]),
               &years = std::get<Floats>(arrays[2]);
  Floats &call = std::get<Floats>(arrays[3]), &put = std::get<Floats>(arrays[4]);
#pragma omp parallel for
  for (std::size_t i = 0; i < call.size(); ++i) {
    const float root = std::sqrt(years[i]);
    const float d1 =
        (std::log(stock[i] / strike[i]) + (kRate + 0.5f * kVolatility * kVolatility) * years[i]) /
        (kVolatility * root);
    const float d2 = d1 - kVolatility * root;
    const float discounted = strike[i] * std::exp(-kRate * years[i]);
    call[i] = stock[i] * distribution(d1) - discounted * distribution(d2);
    put[i] = discounted * (1 - distribution(d2)) - stock[i] * (1 - distribution(d1));
  }
}

// ---- Rays and spheres

constexpr std::uint32_t kSpheres = 64;

float distance_to_nearest(const Floats& spheres, float x, float y) {
  const float scale = 1 / std::sqrt(x * x + y * y + 1);
  const float dx = x * scale, dy = y * scale, dz = scale;
  float nearest = 1e30f;
  for (std::uint32_t i = 0; i < kSpheres; ++i) {
    const float* sphere = &spheres[std::size_t{4} * i];
    const float along = sphere[0] * dx + sphere[1] * dy + sphere[2] * dz;
    if (along < 0) continue;
    const float gap = sphere[0] * sphere[0] + sphere[1] * sphere[1] + sphere[2] * sphere[2] - along * along;
    const float inside = sphere[3] * sphere[3] - gap;
    if (inside < 0) continue;
    const float distance = along - std::sqrt(inside);
    if (distance > 0 && distance < nearest) nearest = distance;
    if (nearest < 1) break;
  }
  return nearest < 1e30f ? nearest : -1;
}

void trace(Arrays& arrays, std::size_t size) {
  const Floats& spheres = std::get<Floats>(arrays[0]);
  Floats& distances = std::get<Floats>(arrays[1]);
#pragma omp parallel for
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      const float x = static_cast<float>(column) / static_cast<float>(size) - 0.5f;
      const float y = static_cast<float>(row) / static_cast<float>(size) - 0.5f;
      distances[row * size + column] = distance_to_nearest(spheres, x, y);
    }
  }
}

/// x, y, z and radius of spheres in front of the plane.
Floats random_spheres() {
  const Floats numbers = random_floats(std::size_t{4} * kSpheres, -1, 1);
  Floats spheres;
  for (std::size_t i = 0; i < kSpheres; ++i) {
    const float* number = &numbers[4 * i];
    spheres.insert(spheres.end(), {number[0], number[1], 2.5f + number[2], 0.2f + 0.1f * number[3]});
  }
  return spheres;
}

// ---- k-means

constexpr std::uint32_t kClusters = 16, kFeatures = 8;

void assign(Arrays& arrays) {
  const Floats &points = std::get<Floats>(arrays[0]), &centres = std::get<Floats>(arrays[1]);
  Words& nearest = std::get<Words>(arrays[2]);
  const std::size_t count = nearest.size();
#pragma omp parallel for
  for (std::size_t point = 0; point < count; ++point) {
    float least = std::numeric_limits<float>::max();
    for (std::uint32_t cluster = 0; cluster < kClusters; ++cluster) {
      float distance = 0;
      for (std::size_t i = 0; i < kFeatures; ++i) {
        const float difference = points[i * count + point] - centres[cluster * kFeatures + i];
        distance += difference * difference;
      }
      if (distance >= least) continue;
      least = distance;
      nearest[point] = cluster;
    }
  }
}

// ---- Random walks

constexpr std::uint32_t kMostSteps = 1000;
constexpr int kWall = 12;

void walk(Arrays& arrays) {
  const Words& seeds = std::get<Words>(arrays[0]);
  Words& steps = std::get<Words>(arrays[1]);
#pragma omp parallel for
  for (std::size_t i = 0; i < steps.size(); ++i) {
    std::uint32_t state = seeds[i], count = 0;
    for (int place = 0; count < kMostSteps && place != kWall && place != -kWall; ++count) {
      state ^= state << 13;
      state ^= state >> 17;
      state ^= state << 5;
      place += (state & 64) != 0 ? 1 : -1;
    }
    steps[i] = count;
  }
}

}  // namespace

Case make_mandelbrot(std::uint32_t size) {
  return {.arrays = {Words(std::size_t{size} * size, ~0u)},
          .written = {0},
          .result = 0,
          .launches = {{"escape_times", {size, size, kLimit, BufferArgument{0}}, {size, size, 1}}},
          .plain = [size](Arrays& arrays) { count_escapes(std::get<Words>(arrays[0]), size); }};
}

Case make_black_scholes(std::uint32_t count) {
  return {.arrays = {random_floats(count, 5, 30), random_floats(count, 1, 100),
                     random_floats(count, 0.25f, 10), unwritten_floats(count), unwritten_floats(count)},
          .written = {3, 4},
          .result = 4,
          .launches = {{"price",
                        {BufferArgument{0}, BufferArgument{1}, BufferArgument{2}, BufferArgument{3},
                         BufferArgument{4}},
                        {count, 1, 1}}},
          .plain = price,
          .tolerance = 1e-5};
}

Case make_ray_spheres(std::uint32_t size) {
  return {.arrays = {random_spheres(), unwritten_floats(std::size_t{size} * size)},
          .written = {1},
          .result = 1,
          .launches = {{"trace", {size, kSpheres, BufferArgument{0}, BufferArgument{1}}, {size, size, 1}}},
          .plain = [size](Arrays& arrays) { trace(arrays, size); },
          .tolerance = 1e-5};
}

Case make_kmeans(std::uint32_t points) {
  return {
      .arrays = {random_floats(std::size_t{kFeatures} * points, -1, 1),
                 random_floats(std::size_t{kFeatures} * kClusters, -1, 1), Words(points, ~0u)},
      .written = {2},
      .result = 2,
      .launches = {{"assign",
                    {points, kClusters, kFeatures, BufferArgument{0}, BufferArgument{1}, BufferArgument{2}},
                    {points, 1, 1}}},
      .plain = assign};
}

Case make_monte_carlo(std::uint32_t count) {
  Words seeds = random_words(count);
  for (std::uint32_t& seed : seeds) seed |= 1;
  return {.arrays = {std::move(seeds), Words(count, ~0u)},
          .written = {1},
          .result = 1,
          .launches = {{"walk",
                        {kMostSteps, static_cast<std::uint32_t>(kWall), BufferArgument{0}, BufferArgument{1}},
                        {count, 1, 1}}},
          .plain = walk};
}

}  // namespace kernel_bench
