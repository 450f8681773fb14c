// SPDX-License-Identifier: Apache-2.0
// Loops whose next iteration's words are asked for before this one's are used: with loads that depend on them, with none left
// to run, and with values that are used behind the loop.
// rows together: several
// global: 80 4
// arg: in uint 1000
// arg: in uint 100
// arg: out uint 320
// arg: out int 320
// arg: value int 9
kernel void k(global const uint *in, global const uint *places, global uint *out, global int *ends, int count) {
  const int x = get_global_id(0), y = get_global_id(1);
  uint sum = 0, last = 0;
  int i = y - 1, k = 0;
  do {
    last = in[(i + 1) * 80 + x];
    sum = sum * 5 + (last ^ in[places[i + 1] % 900 + x]);
    i += 2;
    ++k;
  } while (i < count);
  for (int j = 0; j < k - 4; ++j) sum += in[j * x];
  out[y * 80 + x] = sum - last;
  ends[y * 80 + x] = i;
}
