// SPDX-License-Identifier: Apache-2.0
// Branches in loops that choose between few values: all rows run together. What lies beyond the tables is not loaded.
// rows together: several
// global: 272 3
// arg: in uchar 3264
// arg: in uchar 12
// arg: in uint 255
// arg: out uint 816
// arg: value uint 4
constant uchar table[256] = {7, 3, 9, 11, 250, 100};
kernel void k(global const uchar *data, constant uchar *factors, global const uint *numbers, global uint *out,
              uint count) {
  const uint x = get_global_id(0), y = get_global_id(1);
  uint sum = 5;
  for (uint i = 0; i < count; ++i) {
    const uchar value = data[(y * count + i) * 272 + x], factor = factors[y * count + i];
    if (value != 0 && factor > 3) {
      sum ^= numbers[value - 1] + factor;
      if (value & 1) sum += table[value / 4];
    } else if (factor == 2) {
      sum *= 3;
    }
  }
  out[y * 272 + x] = sum;
}
