// SPDX-License-Identifier: Apache-2.0
// global: 40
// arg: in uint 700
// arg: out uint 160
// Loops whose arrays repeat their indices: with a step of 3, downwards, with an array that does not repeat beside it, with one that
// begins in the middle, and with a comparison that holds in the last iteration alone.
#define MIX(a, b) (((a) ^ (a) << 7) + (rotate((b), 13u) & (a)) + ((b) >> 3 ^ (a) * 5))
kernel void k(global const uint *in, global uint *out) {
  const uint x = get_global_id(0);
  uint a[8], b[8], c[96], d[4];
  for (uint i = 0; i < 8; ++i) a[i] = in[x + i], b[i] = in[x + 8 * i];
  for (uint i = 0; i < 4; ++i) d[i] = in[2 * x + i];
  uint sum = 1;
  for (uint i = 0; i < 192; i += 3) {
    a[i % 8] = MIX(a[(i + 5) % 8], a[(i + 1) % 8]) + MIX(sum, i);
    sum += a[i & 7];
  }
  out[x] = sum;
  for (int i = 127; i >= 0; --i) {
    b[i & 7] = MIX(b[(i + 3) & 7], sum) + MIX(b[(i + 6) & 7], (uint)i);
    sum ^= b[i & 7];
  }
  out[x + 40] = sum;
  for (uint i = 0; i < 96; ++i) {
    c[i] = MIX(sum, i) + MIX(d[i % 4], sum);
    d[(i + 1) % 4] += c[i / 2];
    sum += d[i % 4];
  }
  out[x + 80] = sum + c[77];
  for (uint i = 6; i < 102; ++i) {
    if (i == 101) sum = MIX(sum, d[0]);
    d[i % 4] = MIX(d[(i + 3) % 4], sum) + MIX(d[(i + 2) % 4], d[i % 4]);
    sum = rotate(sum, 3u) ^ d[i % 4];
  }
  out[x + 120] = sum;
}
