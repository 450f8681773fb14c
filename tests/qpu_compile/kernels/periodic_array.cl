// SPDX-License-Identifier: Apache-2.0
// global: 70
// arg: in uint 700
// arg: out uint 70
// A loop too long for the instruction cache, of which 16 iterations are in line: the indices of its array repeat. The first of
// them go another way.
kernel void k(global const uint *in, global uint *out) {
  const uint x = get_global_id(0);
  uint w[16], sum = x;
  for (uint i = 0; i < 16; ++i) w[i] = in[x + 40 * i];
  for (uint i = 0; i < 128; ++i) {
    if (i >= 16) {
      const uint near = w[(i + 14) % 16], far = w[(i + 1) % 16];
      w[i % 16] += (rotate(near, 7u) ^ near >> 3) + w[(i + 9) % 16] * 3 + (rotate(far, 18u) ^ far >> 10);
    }
    sum = (sum ^ sum << 5) + (rotate(sum, 11u) & w[i % 16]) + i;
  }
  out[x] = sum + w[5];
}
