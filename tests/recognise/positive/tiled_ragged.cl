// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=37 K=23; global 40, 24; local 8, 8
// run qpu: M=16 N=16 K=16; global 16, 16; local 8, 8
// run stale: M=16 N=16 K=16; global 16, 16; local 4, 4
#define TS 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[TS][TS], b[TS][TS];
  int r = get_local_id(1), c = get_local_id(0);
  int row = get_global_id(1), col = get_global_id(0);
  float s = 0;
  for (int t = 0; t < (K + TS - 1) / TS; ++t) {
    if (row < M && t * TS + c < K) a[r][c] = A[row * K + t * TS + c];
    else a[r][c] = 0;
    b[r][c] = (col < N && t * TS + r < K) ? B[(t * TS + r) * N + col] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TS; ++k) s += a[r][k] * b[k][c];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < M && col < N) C[row * N + col] = s;
}
