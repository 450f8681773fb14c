// SPDX-License-Identifier: Apache-2.0
// Distance along a ray from each pixel to the nearest sphere, x, y, z and radius; -1 if there is none.
#pragma OPENCL FP_CONTRACT OFF
kernel void trace(uint size, uint count, global const float4 *spheres, global float *distances) {
  const uint column = get_global_id(0), row = get_global_id(1);
  const float x = (float)column / size - 0.5f, y = (float)row / size - 0.5f;
  const float scale = 1 / sqrt(x * x + y * y + 1);
  const float dx = x * scale, dy = y * scale, dz = scale;
  float nearest = 1e30f;
  for (uint i = 0; i < count; ++i) {
    const float4 sphere = spheres[i];
    const float along = sphere.x * dx + sphere.y * dy + sphere.z * dz;
    if (along < 0) continue;
    const float gap = sphere.x * sphere.x + sphere.y * sphere.y + sphere.z * sphere.z - along * along;
    const float inside = sphere.w * sphere.w - gap;
    if (inside < 0) continue;
    const float distance = along - sqrt(inside);
    if (distance > 0 && distance < nearest) nearest = distance;
    if (nearest < 1) break;
  }
  distances[row * size + column] = nearest < 1e30f ? nearest : -1;
}
