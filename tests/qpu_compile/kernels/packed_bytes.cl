// SPDX-License-Identifier: Apache-2.0
// Bytes of words, by masks, sums without carries and products of single bits, also beside the forms that are not.
// global: 320
// arg: in uint 320
// arg: in uint 320
// arg: out uint 4480
kernel void k(global const uint* a, global const uint* b, global uint* results) {
  const int i = get_global_id(0);
  const uint x = a[i] * 2654435761u, y = b[i] * 0x9e3779b9u;
  const bool less = x < y, odd = (x & 1) != 0;
  global uint* own = results + i * 14;
  own[0] = (x << 1 & 0xfefefefe) ^ (x >> 7 & 0x01010101) * 0x1d;
  own[1] = (y & 0x10101010) * 15;
  own[2] = (x >> 3 & 0x01010101) * 255 + (y >> 2 & 0x20202020) * 7;
  own[3] = (x & 0x80808080) * 1 + (x & 0x01010101) * 256 + (x & 0x01010101) * 257;
  own[4] = (x << 1 & 0xfe) + (y << 1 & 0xfefefeff) + (x << 2 & 0xfcfcfcfc);
  own[5] = (x & 0xff00ff00) | (y & 0x00ff00ff);
  own[6] = (x & 0xf0f0f0f0) | (y & 0x0f0f0f0f);
  own[7] = (x & 0xffff0000) ^ ~(y | 0xffff0000);
  own[8] = ~(x & 0xff) + (~y & 0xff0000);
  own[9] = (less && odd ? x : 0) + (less || odd ? y : 0) - (less != odd ? x ^ y : 0);
  own[10] = rotate(x, 8u) | (uint)(uchar)((uchar)x << 1);
  own[11] = upsample((ushort)x, (ushort)y) ^ (x | 0x00ffff00) ^ (y & 0x0000ffff);
  own[12] = (ushort)((ushort)(x & 0xff) | (ushort)(y & 0xff00)) + (uchar)(((uchar)x & 0xf0) | ((uchar)y & 15));
  const ulong wide = (ulong)x << 32 | y;
  own[13] = (uint)((wide & 0xff00ff00ff00ffffUL) >> 20) ^ (uint)(wide << 13 >> 24) ^ (uint)((wide & 0xffffffff00000000UL) >> 32);
}
