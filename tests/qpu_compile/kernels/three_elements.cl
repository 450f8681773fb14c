// SPDX-License-Identifier: Apache-2.0
// Vectors of three lie side by side with vload3 and vstore3, and have a place for a fourth otherwise.
// global: 60
// arg: in short 180
// arg: in uchar 240
// arg: in int 240
// arg: out short 180
// arg: out uchar 240
// arg: out int 240
kernel void k(global const short* a, global const uchar3* b, global const int3* c, global short* d, global uchar* e,
              global int* f) {
  const int i = get_global_id(0);
  vstore3(vload3(i, a) + (short3)(1, 2, 3), i, d);
  vstore3(b[i].zxy + (uchar3)(i), i, e);
  vstore3(c[i] * (int3)(2, 3, 5), i, f);
}
