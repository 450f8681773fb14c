// SPDX-License-Identifier: Apache-2.0
//
// Benchmarks of simulations: bodies, and particles that are structs of vectors.
#include <cmath>

#include "bench/kernels/benchmark.h"

namespace kernel_bench {
namespace {

// ---- Bodies. Plain C++ takes several others at once, and adds up in another order.

void accelerate(Arrays& arrays) {
  const Floats& places = std::get<Floats>(arrays[0]);
  Floats& accelerations = std::get<Floats>(arrays[1]);
  const std::size_t count = places.size() / 4;
#pragma omp parallel for
  for (std::size_t i = 0; i < count; ++i) {
    const float own_x = places[4 * i], own_y = places[4 * i + 1], own_z = places[4 * i + 2];
    float x = 0, y = 0, z = 0;
#pragma omp simd reduction(+ : x, y, z)
    for (std::size_t j = 0; j < count; ++j) {
      const float* other = &places[4 * j];
      const float dx = other[0] - own_x, dy = other[1] - own_y, dz = other[2] - own_z;
      const float root = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      const float pull = other[3] * root * root * root;
      x += dx * pull;
      y += dy * pull;
      z += dz * pull;
    }
    accelerations[4 * i] = x;
    accelerations[4 * i + 1] = y;
    accelerations[4 * i + 2] = z;
    accelerations[4 * i + 3] = 0;
  }
}

// ---- Particles

struct alignas(16) Float3 {
  float x, y, z;
};

struct Particle {
  Float3 place, speed;
};
constexpr std::size_t kFloats = sizeof(Particle) / sizeof(float);

void step(float& place, float& speed) {
  constexpr float kStep = 0.125f;
  speed -= place * kStep;
  place += speed * kStep;
  if (place < -1 || place > 1) speed = -speed;
}

void move(Arrays& arrays) {
  auto* particles = reinterpret_cast<Particle*>(std::get<Floats>(arrays[0]).data());
  Floats& results = std::get<Floats>(arrays[1]);
#pragma omp parallel for
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto& [place, speed] = particles[i];
    step(place.x, speed.x);
    step(place.y, speed.y);
    step(place.z, speed.z);
    results[i] = place.x * speed.x + place.y * speed.y + place.z * speed.z;
  }
}

}  // namespace

Case make_nbody(std::uint32_t bodies) {
  const std::size_t floats = std::size_t{4} * bodies;
  return {.arrays = {random_floats(floats, 0, 1), unwritten_floats(floats)},
          .written = {1},
          .result = 1,
          .launches = {{"accelerate", {bodies, BufferArgument{0}, BufferArgument{1}}, {bodies, 1, 1}}},
          .plain = accelerate,
          .tolerance = 1e-4};
}

Case make_particles(std::uint32_t count) {
  return {.arrays = {random_floats(kFloats * count, -1, 1), unwritten_floats(count)},
          .written = {0, 1},
          .result = 1,
          .launches = {{"move", {BufferArgument{0}, BufferArgument{1}}, {count, 1, 1}}},
          .plain = move,
          .tolerance = 1e-6};
}

}  // namespace kernel_bench
