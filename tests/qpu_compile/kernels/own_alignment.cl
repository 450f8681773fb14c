// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 40
// arg: in int 40
// arg: out int 160
// Places of variables of work-items suit their types, and none is null.
kernel void k(global const int* in, global int* out) {
  int i = get_global_id(0), n = in[i] & 3;
  char c[3];
  long4 wide[1];
  short2 s[2];
  long l[2];
  c[n % 3] = 1;
  s[n & 1].x = 2;
  l[n & 1] = 3;
  ((int*)wide)[n] = 4;
  out[4 * i] = ((uint)(uintptr_t)c == 0) | ((uint)(uintptr_t)wide & 31) << 1;
  out[4 * i + 1] = (uint)(uintptr_t)s & 3;
  out[4 * i + 2] = (uint)(uintptr_t)l & 7;
  out[4 * i + 3] = c[n % 3] + s[n & 1].x + (int)l[n & 1] + ((int*)wide)[n];
}
