// SPDX-License-Identifier: Apache-2.0
// global: 40
// arg: in ulong 40
// arg: out ulong 80
// arg: out uchar 320
// arg: value int 3
// Elements of a number are taken and put together in orders that the launch decides, too.
ulong reversed(ulong v) { return as_ulong(as_uchar8(v).s76543210); }
kernel void k(global const ulong* x, global ulong* y, global uchar* bytes, int turns) {
  int i = get_global_id(0);
  ulong v = x[i];
  for (int t = 0; t < turns; t++) v = rotate(v, 11ul) ^ as_ulong(as_ushort4(v).s1032);
  uchar8 elements = as_uchar8(v);
  ulong back = reversed(v);
  for (int t = 0; t < turns; t++) back = reversed(back + v) + elements.s3;
  y[i] = back;
  y[i + 40] = as_ulong((uint2)(as_uint2(v).y, as_uint2(v).x)) + as_ulong((ushort4)(elements.s1, elements.s7, 5, i));
  vstore8(elements + as_uchar8(back).s01234567, i, bytes);
}
