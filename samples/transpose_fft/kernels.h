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

// A step of the transforms of all rows, which combines four transforms into one, for devices where work-groups have
// little memory of their own: they see what others stored in the next launch. The numbers of the transforms that are
// left follow each other, so all loads and stores go along the row. Each work-item makes the real or the imaginary
// part of four numbers, so that neighbours store side by side.
kernel void fft_step4(global const float *from, global float *to, global const float2 *roots, uint left, int inverse) {
  const uint id = get_global_id(0), part = id & 1, row = 2 * size * get_global_id(1);
  const uint turn = id / 2 & ~(left - 1);
  global const float *own = from + row + id + 6 * turn, *other = own + 1 - 2 * part;
  const float side = part == (inverse ? 1 : 0) ? -1 : 1;
  const float2 one = roots[turn], two = roots[2 * turn];
  const float2 three = (float2)(one.x * two.x - one.y * two.y, one.x * two.y + one.y * two.x);
  const float a = own[0], b = own[2 * left], b_other = other[2 * left], d = own[6 * left], d_other = other[6 * left];
  const float turned_b = b * one.x + b_other * (side * one.y), turned_d = d * three.x + d_other * (side * three.y);
  const float turned_c = own[4 * left] * two.x + other[4 * left] * (side * two.y);
  const float quarter = side * (d_other * three.x - b_other * one.x) + (b * one.y - d * three.y);
  global float *out = to + row + id;
  out[0] = a + turned_c + (turned_b + turned_d);
  out[size / 2] = a - turned_c + quarter;
  out[size] = a + turned_c - (turned_b + turned_d);
  out[size / 2 * 3] = a - turned_c - quarter;
}

// The same for two transforms.
kernel void fft_step2(global const float *from, global float *to, global const float2 *roots, uint left, int inverse) {
  const uint id = get_global_id(0), part = id & 1, row = 2 * size * get_global_id(1);
  const uint turn = id / 2 & ~(left - 1);
  global const float *own = from + row + id + 2 * turn, *other = own + 1 - 2 * part;
  const float2 root = roots[turn];
  const float turned = own[2 * left] * root.x + other[2 * left] * ((part == (inverse ? 1 : 0) ? -1 : 1) * root.y);
  const float even = own[0];
  global float *out = to + row + id;
  out[0] = even + turned;
  out[size] = even - turned;
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
