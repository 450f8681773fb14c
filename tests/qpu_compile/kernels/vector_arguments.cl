// SPDX-License-Identifier: Apache-2.0
// global: 50
// arg: bytes 16
// arg: bytes 4
// arg: bytes 4
// arg: bytes 16
// arg: bytes 64
// arg: out int 50
kernel void k(int4 v, uchar3 u, short2 h, long2 l, uint16 w, global int* out) {
  const int i = get_global_id(0);
  out[i] = v.x * v.y + v.z - v.w + u.x + u.y * u.z + (h.x - h.y) * i + (int)(l.y >> 33) - (int)l.x + w.s3 * w.sf;
}
