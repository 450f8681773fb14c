// SPDX-License-Identifier: Apache-2.0
//
// Matrix products over GF(2^8), c = a b: a is small (rows x depth), b and c are wide (`words` words in each
// row). The host defines WORD_BYTES; a word holds as many elements.
#pragma once

inline constexpr char kernels[] = R"CLC(
#if WORD_BYTES == 1
typedef uchar word; typedef uchar lane;
#elif WORD_BYTES == 2
typedef ushort word; typedef ushort lane;
#elif WORD_BYTES == 4
typedef uint word; typedef uint lane;
#elif WORD_BYTES == 8
typedef ulong word; typedef ulong lane;
#else
typedef ulong2 word; typedef ulong lane;
#endif
#define EACH_BYTE(value) ((word)(lane)((value) * 0x0101010101010101ul))

// Polynomials over one bit: multiply by shifts and additions (XOR), modulo x^8+x^4+x^3+x^2+1 (0x11d). All
// bytes of a word at once, since there are no carries between bytes.
word multiply(uchar coefficient, word value) {
  word product = 0;
  for (uint bit = 0; bit < 8; ++bit) {
    product ^= value & EACH_BYTE(0xff * (ulong)(coefficient >> bit & 1));
    const word carries = value >> (word)7 & EACH_BYTE(1);
    value = (value << (word)1 & EACH_BYTE(0xfe)) ^ carries * (word)0x1d;
  }
  return product;
}

kernel void naive(uint rows, uint depth, uint words, global const uchar *a, global const word *b, global word *c) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (row >= rows || column >= words) return;
  word sum = 0;
  for (uint i = 0; i < depth; ++i) sum ^= multiply(a[row * depth + i], b[(size_t)i * words + column]);
  c[(size_t)row * words + column] = sum;
}

// Square tiles: simple, but if matrix a has 4 rows, three quarters of the work-items have nothing to do.
#define SIDE 16
kernel void square(uint rows, uint depth, uint words, global const uchar *a, global const word *b, global word *c) {
  local uchar tile_a[SIDE][SIDE];
  local word tile_b[SIDE][SIDE];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint column = get_global_id(0), row = get_global_id(1);
  word sum = 0;
  for (uint step = 0; step < depth; step += SIDE) {
    tile_a[y][x] = row < rows && step + x < depth ? a[row * depth + step + x] : 0;
    tile_b[y][x] = step + y < depth && column < words ? b[(size_t)(step + y) * words + column] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < SIDE; ++i) sum ^= multiply(tile_a[y][i], tile_b[i][x]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < rows && column < words) c[(size_t)row * words + column] = sum;
}

// Tiles of any shape, known only at run time. The local size is the number of rows and columns of c. The host
// passes local memory for tile_depth columns of a and as many rows of b.
kernel void tiled(uint rows, uint depth, uint words, global const uchar *a, global const word *b, global word *c,
                  uint tile_depth, local uchar *tile_a, local word *tile_b) {
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint tile_columns = get_local_size(0), tile_rows = get_local_size(1);
  const uint column = get_global_id(0), row = get_global_id(1);
  word sum = 0;
  for (uint step = 0; step < depth; step += tile_depth) {
    const uint now = min(tile_depth, depth - step);
    for (uint i = x; i < now; i += tile_columns)
      tile_a[y * tile_depth + i] = row < rows ? a[row * depth + step + i] : 0;
    for (uint i = y; i < now; i += tile_rows)
      tile_b[i * tile_columns + x] = column < words ? b[(size_t)(step + i) * words + column] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < now; ++i) sum ^= multiply(tile_a[y * tile_depth + i], tile_b[i * tile_columns + x]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < rows && column < words) c[(size_t)row * words + column] = sum;
}
)CLC";
