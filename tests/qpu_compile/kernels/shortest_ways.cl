// SPDX-License-Identifier: Apache-2.0
// global: 24 24
// local: 8 8
// arg: in ushort 576
// arg: value int 24
// arg: value int 5
// A turn of Floyd and Warshall's algorithm. The way from a place to itself is 0, so that line 5 and column 5, which all
// work-items load, stay what they are; but all of it is stored.
kernel void k(global ushort* ways, int n, int over) {
  int x = get_global_id(0), y = get_global_id(1);
  uint first = y == over ? 0 : ways[y * n + over], second = x == over ? 0 : ways[over * n + x];
  if (x != over && y != over && first + second < ways[y * n + x]) ways[y * n + x] = (ushort)(first + second);
}
