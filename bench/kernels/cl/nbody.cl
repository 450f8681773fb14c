// SPDX-License-Identifier: Apache-2.0
// Acceleration of each body by all bodies; w is the mass.
kernel void accelerate(uint bodies, global const float4 *places, global float4 *accelerations) {
  const size_t i = get_global_id(0);
  const float4 own = places[i];
  float4 sum = 0;
  for (uint j = 0; j < bodies; ++j) {
    const float4 other = places[j], way = other - own;
    const float square = way.x * way.x + way.y * way.y + way.z * way.z + 0.01f;
    const float root = 1 / sqrt(square);
    sum += way * (other.w * root * root * root);
  }
  sum.w = 0;
  accelerations[i] = sum;
}
