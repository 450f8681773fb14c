// SPDX-License-Identifier: Apache-2.0
// Lanes that need no second operand load as many words of something else.
// global: 1000
// arg: in int 1000
// arg: in long 16000
// arg: out long 1000
kernel void k(global const int *a, global const long16 *b, global long *c) {
  const uint i = get_global_id(0);
  long sum = a[i];
  if (a[i] & 1) sum += b[i].s0 ^ b[i].sf;
  c[i] = sum;
}
