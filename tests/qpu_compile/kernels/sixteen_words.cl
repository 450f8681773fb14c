// SPDX-License-Identifier: Apache-2.0
// global: 70
// assembly: and.setf -, elem_num, 8
// arg: in uint 3500
// arg: out uint 70
// arg: value uint 3
// Sixteen words of each work-item, which do not begin with a line of the cache: a request has those of one work-item. The last
// row has six work-items.
kernel void k(global const uint *in, global uint *out, uint blocks) {
  const uint i = get_global_id(0);
  uint sum = 7;
  for (uint b = 0; b < blocks; ++b) {
    global const uint *words = in + 16 * (i * blocks + b) + 5;
    uint w[16];
    for (uint j = 0; j < 16; ++j) w[j] = words[j];
    for (uint j = 0; j < 16; ++j) sum = sum * 5 + (w[j] ^ w[(j + 3) % 16] >> 1);
  }
  out[i] = sum;
}
