// SPDX-License-Identifier: Apache-2.0
// A step of bodies that attract each other. Position: x, y, z, and the mass in w.
kernel void nbody(global const float4 *positions, global const float4 *velocities, global float4 *next_positions,
                  global float4 *next_velocities, int bodies, float time) {
  int i = get_global_id(0);
  float4 here = positions[i];
  float3 pull = 0;
  for (int j = 0; j < bodies; j++) {
    float4 there = positions[j];
    float3 distance = there.xyz - here.xyz;
    float inverse = rsqrt(dot(distance, distance) + 0.01f);
    pull += distance * (there.w * inverse * inverse * inverse);
  }
  float4 velocity = velocities[i];
  velocity.xyz += pull * time;
  next_velocities[i] = velocity;
  here.xyz += velocity.xyz * time;
  next_positions[i] = here;
}
