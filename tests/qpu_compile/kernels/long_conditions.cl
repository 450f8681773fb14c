// SPDX-License-Identifier: Apache-2.0
// Lanes that need no second operand load both words of something else.
// global: 1000
// arg: in long 1000
// arg: in long 1000
// arg: out long 1000
kernel void k(global const long *a, global const long *b, global long *c) {
  const uint i = get_global_id(0);
  c[i] = (a[i] & 1) && b[i];
}
