// SPDX-License-Identifier: Apache-2.0
// A program may ask how floats are rounded by a sum of known numbers.
// global: 40
// arg: value float 8388608
// arg: value float 0.99999994
// arg: out int 40
kernel void k(float a, float b, global int* out) {
  volatile float c = 0x1.0p23f, d = 0x1.fffffep-1f;
  volatile float4 e = (float4)(a, -a, 1, 2);
  out[get_global_id(0)] = (c + d == a + b) + 2 * (-c - d == -a - b) + 4 * (e.z * d == b);
}
