// SPDX-License-Identifier: Apache-2.0
// A generation of Conway's Game of Life. The left edge is beside the right one, the top beside the bottom.
kernel void life(global const uchar *cells, global uchar *next, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int left = x == 0 ? width - 1 : x - 1, right = x == width - 1 ? 0 : x + 1;
  int above = (y == 0 ? height - 1 : y - 1) * width, here = y * width;
  int below = (y == height - 1 ? 0 : y + 1) * width;
  int neighbours = cells[above + left] + cells[above + x] + cells[above + right] + cells[here + left] +
                   cells[here + right] + cells[below + left] + cells[below + x] + cells[below + right];
  next[here + x] = neighbours == 3 || (neighbours == 2 && cells[here + x]);
}
