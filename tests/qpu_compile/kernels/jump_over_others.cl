// SPDX-License-Identifier: Apache-2.0
// One way goes on behind a block where lanes of another one wait.
// global: 64
// arg: in int 200
// arg: out short 3456
// arg: out int 80
// arg: value int 6
kernel void k(global const int* a, global short* o, global int* q, int s) {
  int g = get_global_id(0), h = g * 7 + s, v = g;
  if (s & 1) {
  } else if (g & 4) {
    if (h & 1) o[2890 - get_global_id(0)] = (short)h;
  } else {
    o[2 * get_global_id(0) + 3000] = (short)(h * 3);
  }
  if (h & 1)
    v = a[get_global_id(0) + 10];
  else
    v = a[get_global_id(0) + 60];
  q[g] = v;
}
