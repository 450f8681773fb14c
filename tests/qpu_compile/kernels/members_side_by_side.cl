// SPDX-License-Identifier: Apache-2.0
// What a work-item stores side by side is one transfer: members of a struct with a hole, three bytes, and members that
// are stored again or in another order. Only some work-items store the last ones.
// global: 77
// arg: in float 600
// arg: out float 700
// arg: out uchar 300
// arg: out ulong 90
typedef struct {
  float a, b, c, hole, d, e;
  uint f, g;
} Item;
kernel void k(global const float *in, global Item *items, global uchar *pixels, global ulong *wide) {
  const uint i = get_global_id(0);
  items[i].c = in[i + 2];
  items[i].a = in[i];
  items[i].b = in[i + 1];
  items[i].a = in[i] + in[i + 3];
  items[i].d = in[i + 4];
  items[i].e = items[i].d * 2;
  pixels[3 * i + 2] = i;
  pixels[3 * i] = i + 1;
  pixels[3 * i + 1] = i + 2;
  wide[i] = (ulong)i << 30;
  if (in[i] > 0) {
    items[i].f = i;
    items[i].g = i + 1;
  }
}
