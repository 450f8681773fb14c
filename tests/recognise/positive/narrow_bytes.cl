// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M; local 8, 8
kernel void product(uchar M, uchar N, uchar K, global const float* A, global const float* B, global float* C) {
  local float left[8][8], right[8][8];
  const uchar x = get_local_id(0), y = get_local_id(1);
  const uint col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (uchar t = 0; t < K / 8; ++t) {
    left[y][x] = A[row * K + t * 8 + x];
    right[y][x] = B[(t * 8 + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uchar k = 0; k < 8; ++k) sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
