// SPDX-License-Identifier: Apache-2.0
// One step of particles in a box: drawn to its middle, thrown back by its walls. What is written for each shows the result.
#pragma OPENCL FP_CONTRACT OFF
typedef struct {
  float3 place, speed;
} Particle;

kernel void move(global Particle *particles, global float *results) {
  const size_t i = get_global_id(0);
  const float step = 0.125f;
  Particle particle = particles[i];
  particle.speed -= particle.place * step;
  particle.place += particle.speed * step;
  if (particle.place.x < -1 || particle.place.x > 1) particle.speed.x = -particle.speed.x;
  if (particle.place.y < -1 || particle.place.y > 1) particle.speed.y = -particle.speed.y;
  if (particle.place.z < -1 || particle.place.z > 1) particle.speed.z = -particle.speed.z;
  particles[i] = particle;
  results[i] = particle.place.x * particle.speed.x + particle.place.y * particle.speed.y +
                particle.place.z * particle.speed.z;
}
