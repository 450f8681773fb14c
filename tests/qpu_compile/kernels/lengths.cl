// SPDX-License-Identifier: Apache-2.0
// Vectors whose squares are no floats.
// global: 256
// arg: in float 512
// arg: out float 256
// arg: out float 256
// arg: out float 1024
// tolerance: 1e-5
kernel void k(global const float2* a, global float* lengths, global float* distances, global float4* units) {
  const int i = get_global_id(0);
  const float scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 0x1p80f : 0x1p-80f;
  const float2 p = a[i] * scale, q = a[i ^ 3] * scale;
  lengths[i] = length(p) * (1 / scale) + length((float3)(p, scale)) * (1 / scale);
  distances[i] = distance(p, q) * (1 / scale);
  units[i] = normalize((float4)(p, q)) + (float4)(normalize(p), normalize((float3)(q, scale)).zx);
}
