// SPDX-License-Identifier: Apache-2.0
// Conversions with a rounding mode, ties and numbers of more than 24 bits among them.
// global: 500
// arg: in int 500
// arg: in float 500
// arg: out float 500
// arg: out float 500
// arg: out float 500
// arg: out int 500
kernel void k(global const int* a, global const float* b, global float* c, global float* e, global float* f,
              global int* d) {
  const int i = get_global_id(0);
  const int wide = a[i] * 20011 + a[i] % 7;
  c[i] = convert_float_rte(wide);
  e[i] = convert_float_rte((uint)wide << 3);
  f[i] = convert_float_rte((long)wide << 9 | 128);
  const float half_steps = floor(b[i] * 4) * 0.5f;
  const int4 rounded = convert_int4_rte((float4)(half_steps, -half_steps, b[i], half_steps + 4194304.0f));
  d[i] = rounded.x + 64 * rounded.y + 4096 * rounded.z + rounded.w + convert_uchar_sat_rte(b[i] * 50) * 3 +
         (int)(rint(half_steps) * 65536) + (int)(round(half_steps) * 1048576) + convert_int_rtp(b[i]) - convert_int_rtn(b[i]);
}
