// SPDX-License-Identifier: Apache-2.0
// args: int K, int R, in A K*K, in B K*K, out C K*K
// run cpu: K=32 R=0; global K, K; local 8, 8
kernel void product(int n, int R, global const float* A, global const float* B, global float* C) {
  local float a[8][8], b[8][8];
  int tx = get_local_id(0), ty = get_local_id(1), i = get_global_id(1), j = get_global_id(0);
  float s = 0;
  for (int t = 0; t < n / 8; ++t) {
    a[ty][tx] = 0;
    b[ty][tx] = 0;
    for (int r = 0; r < R; ++r) {
      a[ty][tx] = A[i * n + t * 8 + tx];
      b[ty][tx] = B[(t * 8 + ty) * n + j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) s += a[ty][k] * b[k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * n + j] = s;
}
