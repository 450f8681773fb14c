// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: a tile is read before it is written (line 12: `for (int k = 0; k < BS; k++) acc += As[ty][k] * Bs[k][tx];
// run stale: M=16 N=32 K=24; global N, M; local 8, 8
#define BS 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float As[BS][BS], Bs[BS][BS];
  int tx = get_local_id(0), ty = get_local_id(1);
  int row = get_group_id(1) * BS + ty, col = get_group_id(0) * BS + tx;
  float acc = 0.0f;
  for (int t = 0; t < K / BS; t++) {
    for (int k = 0; k < BS; k++) acc += As[ty][k] * Bs[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    As[ty][tx] = A[row * K + t * BS + tx];
    Bs[ty][tx] = B[(t * BS + ty) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
     
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = acc;
}
