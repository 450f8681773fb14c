// SPDX-License-Identifier: Apache-2.0
//
// The host defines size (the length of a row and of a column), TILE (the side of a tile) and PADDING (unused
// columns of a tile in local memory).
#pragma once

inline constexpr char kernels[] = R"CLC(
// Each work-group transforms one row, between two buffers (Stockham's order of steps, which needs no bit
// reversal). After an odd number of steps the result is in b, else in a. roots[i] = exp(-2 pi i / size).
kernel void fft_rows(global float2 *a, global float2 *b, global const float2 *roots, int inverse) {
  global float2 *from = a + (size_t)size * get_group_id(0);
  global float2 *to = b + (size_t)size * get_group_id(0);
  for (uint done = 1; done < size; done *= 2) {  // length of the completed transforms
    for (uint i = get_local_id(0); i < size / 2; i += get_local_size(0)) {
      const uint k = i % done;
      const float2 root = roots[k * (size / 2 / done)];
      const float re = root.x, im = inverse ? -root.y : root.y;
      const float2 even = from[i], odd = from[i + size / 2];
      const float2 turned = (float2)(odd.x * re - odd.y * im, odd.x * im + odd.y * re);
      to[2 * i - k] = even + turned;
      to[2 * i - k + done] = even - turned;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    global float2 *const swapped = from;
    from = to;
    to = swapped;
  }
}

// Reads and writes of global memory go along rows, where it is fast. Local memory turns the tile: there a
// column is read. Its elements would share a bank if the distance of rows were a power of two, hence the
// padding.
kernel void transpose(global const float2 *in, global float2 *out) {
  local float2 tile[TILE][TILE + PADDING];
  const size_t x = get_local_id(0), y = get_local_id(1);
  const size_t left = TILE * get_group_id(0), top = TILE * get_group_id(1);
  tile[y][x] = in[(top + y) * size + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * size + top + x] = tile[x][y];
}
)CLC";
