// SPDX-License-Identifier: Apache-2.0
// White where the grey image is above a level.
kernel void threshold(uint width, uint level, global const uchar *in, global uchar *out) {
  const size_t place = get_global_id(1) * width + get_global_id(0);
  out[place] = in[place] > level ? 255 : 0;
}
