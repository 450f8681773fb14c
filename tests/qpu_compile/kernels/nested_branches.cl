// SPDX-License-Identifier: Apache-2.0
// Branches within branches, with a loop that is left in two ways.
// global: 400
// arg: in int 400
// arg: out int 400
kernel void k(global const int* a, global int* c) {
  const int i = get_global_id(0);
  int v = a[i], sum = 0;
  if (v > 0) {
    if (v & 1) {
      for (int j = 0; j < (v & 15); ++j) {
        sum += j * v;
        if (sum > 50000) break;
        if ((sum & 3) == 2) continue;
        sum ^= j;
      }
    } else {
      sum = v & 2 ? -v : v >> 2;
    }
    sum += 7;
  } else if (v < -1000) {
    do {
      v += 777;
      sum++;
    } while (v < 0);
  }
  c[i] = sum * 3 + v;
}
