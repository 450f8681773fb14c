// SPDX-License-Identifier: Apache-2.0
//
// Three ways to multiply row-major matrices, C = A B. The work-groups of all three have 16x16 work-items.
#pragma once

namespace kernels {

// The 16x16 work-items of a group fetch 16x16 elements of A and of B together, and each uses the elements of
// all: each element is read from global memory once and used 16 times.
inline constexpr char local_memory[] = R"CLC(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void multiply(uint n, uint k, global const float *a, global const float *b, global float *c) {
  local float tile_a[16][16], tile_b[16][16];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint column = get_global_id(0), row = get_global_id(1);

  float sum = 0;
  for (uint step = 0; step < k; step += 16) {
    tile_a[y][x] = a[row * k + step + x];
    tile_b[y][x] = b[(step + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 16; ++i) sum += tile_a[y][i] * tile_b[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
)CLC";

// Tiles of float4, 64x16 elements of A by 16x64 of B. A work-item computes a square of 4x4 elements of C:
// eight float4 from local memory feed 64 multiplications, where the kernel above reads two floats for one.
inline constexpr char float4_tiles[] = R"CLC(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void multiply(uint n, uint k, global const float4 *a, global const float4 *b, global float4 *c) {
  local float4 tile_a[64][4], tile_b[16][16];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint column = get_global_id(0), row = 4 * get_global_id(1);  // column: of float4
  const uint first_row = 64 * get_group_id(1), item = 16 * y + x;

  float4 sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (uint step = 0; step < k; step += 16) {
    tile_a[item / 4][item % 4] = a[((first_row + item / 4) * k + step) / 4 + item % 4];
    tile_b[y][x] = b[(step + y) * (n / 4) + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 4; ++i) {
      const float4 b0 = tile_b[4 * i][x], b1 = tile_b[4 * i + 1][x];
      const float4 b2 = tile_b[4 * i + 2][x], b3 = tile_b[4 * i + 3][x];
      const float4 a0 = tile_a[4 * y][i], a1 = tile_a[4 * y + 1][i];
      const float4 a2 = tile_a[4 * y + 2][i], a3 = tile_a[4 * y + 3][i];
      sum0 += a0.x * b0 + a0.y * b1 + a0.z * b2 + a0.w * b3;
      sum1 += a1.x * b0 + a1.y * b1 + a1.z * b2 + a1.w * b3;
      sum2 += a2.x * b0 + a2.y * b1 + a2.z * b2 + a2.w * b3;
      sum3 += a3.x * b0 + a3.y * b1 + a3.z * b2 + a3.w * b3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * (n / 4) + column] = sum0;
  c[(row + 1) * (n / 4) + column] = sum1;
  c[(row + 2) * (n / 4) + column] = sum2;
  c[(row + 3) * (n / 4) + column] = sum3;
}
)CLC";

// As above, with UNROLL_M by UNROLL_N such squares for each work-item, and UNROLL_K times as much of A and B
// between two barriers. The host defines the three factors, so the compiler can unroll all loops except one.
inline constexpr char several_outputs[] = R"CLC(
#define ROWS (64 * UNROLL_M)     /* of C for each work-group */
#define COLUMNS (16 * UNROLL_N)  /* likewise, in float4 */
#define DEPTH (4 * UNROLL_K)     /* of a tile, in float4 along a row of A */

kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void multiply(uint n, uint k, global const float4 *a, global const float4 *b, global float4 *c) {
  local float4 tile_a[ROWS][DEPTH], tile_b[4 * DEPTH][COLUMNS];
  const uint x = get_local_id(0), y = get_local_id(1);
  const uint first_row = ROWS * get_group_id(1), first_column = COLUMNS * get_group_id(0);

  float4 sum[4 * UNROLL_M][UNROLL_N];
  #pragma unroll
  for (uint r = 0; r < 4 * UNROLL_M; ++r)
    #pragma unroll
    for (uint s = 0; s < UNROLL_N; ++s) sum[r][s] = 0;

  for (uint step = 0; step < k / 4; step += DEPTH) {
    #pragma unroll
    for (uint t = 0; t < UNROLL_M * UNROLL_K; ++t) {
      const uint at = 256 * t + 16 * y + x;
      tile_a[at / DEPTH][at % DEPTH] = a[(first_row + at / DEPTH) * (k / 4) + step + at % DEPTH];
    }
    #pragma unroll
    for (uint t = 0; t < UNROLL_N * UNROLL_K; ++t) {
      const uint at = 256 * t + 16 * y + x;
      tile_b[at / COLUMNS][at % COLUMNS] = b[(4 * step + at / COLUMNS) * (n / 4) + first_column + at % COLUMNS];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < DEPTH; ++i) {
      #pragma unroll
      for (uint s = 0; s < UNROLL_N; ++s) {
        const float4 b0 = tile_b[4 * i][x + 16 * s], b1 = tile_b[4 * i + 1][x + 16 * s];
        const float4 b2 = tile_b[4 * i + 2][x + 16 * s], b3 = tile_b[4 * i + 3][x + 16 * s];
        #pragma unroll
        for (uint r = 0; r < 4 * UNROLL_M; ++r) {
          const float4 value = tile_a[4 * UNROLL_M * y + r][i];
          sum[r][s] += value.x * b0 + value.y * b1 + value.z * b2 + value.w * b3;
        }
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  #pragma unroll
  for (uint r = 0; r < 4 * UNROLL_M; ++r)
    #pragma unroll
    for (uint s = 0; s < UNROLL_N; ++s)
      c[(first_row + 4 * UNROLL_M * y + r) * (n / 4) + first_column + x + 16 * s] = sum[r][s];
}
)CLC";

}  // namespace kernels
