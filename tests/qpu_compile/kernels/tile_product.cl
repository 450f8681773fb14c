// SPDX-License-Identifier: Apache-2.0
// log: instructions
// global: 48 32
// local: 16 16
// arg: in int 1200
// arg: in int 1200
// arg: out int 1600
// arg: value int 37
// A product of matrices by tiles, with zeros beyond the borders. Loads read other tiles than they lie in.
#define T 16
kernel void k(global const int* a, global const int* b, global int* c, int n) {
  local int s[T][T], t[T][T + 1];
  int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  int sum = 0;
  for (int step = 0; step < n; step += T) {
    s[y][x] = row < 31 && step + x < n ? a[row * n + step + x] : 0;
    if (step + y < 32 && column < n)
      t[x][y] = b[(step + y) * n + column];
    else
      t[x][y] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < T; ++k) sum += s[y][k] * t[x][k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * 48 + column] = sum;
}
