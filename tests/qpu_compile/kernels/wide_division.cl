// SPDX-License-Identifier: Apache-2.0
// Numbers of 64 bits: division in a loop that some work-items do not enter, shifts by numbers that vary, floats.
// global: 150
// arg: in long 150
// arg: in long 150
// arg: out long 150
// arg: out ulong 150
// arg: out float 150
kernel void k(global const long* a, global const long* b, global long* c, global ulong* d, global float* e) {
  const int i = get_global_id(0);
  long x = a[i] * 1234567891011L;
  for (int j = 0; j < (i & 3); ++j) {
    x = x / b[i] + (x << (i + j));
    if (b[i] & 1) x ^= (ulong)x % 1000000007UL;
  }
  c[i] = x;
  d[i] = (ulong)x >> (i & 63);
  e[i] = (float)(x >> 40) + (float)((ulong)x >> 41) + (float)(long)(a[i] * 1.5f);
}
