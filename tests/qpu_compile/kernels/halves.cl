// SPDX-License-Identifier: Apache-2.0
// Halves of all sizes, the numbers too small for a normal half included, and floats rounded to them in each direction.
// global: 256
// arg: in ushort 256
// arg: in short 256
// arg: out float 256
// arg: out ushort 1300
kernel void k(global const half* a, global const short* b, global float* c, global half* d) {
  const int i = get_global_id(0);
  c[i] = isfinite(vload_half(i, a)) ? vload_half(i, a) : 0;
  const float x = (float)(b[i] * 500 + i) * as_float((i % 40 + 127 - 46) << 23);
  vstore_half_rte(x, i, d);
  vstore_half_rtz(x, i, d + 256);
  vstore_half_rtp(x, i, d + 512);
  vstore_half_rtn(x, i, d + 768);
  if (i < 64) vstorea_half4((float4)(x, -x, x * 0.25f, 1), i, d + 1024);
}
