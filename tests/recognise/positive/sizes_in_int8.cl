// SPDX-License-Identifier: Apache-2.0
// args: in A M*K, in B K*N, out C M*N, vector M N K K N N 0 0
// run qpu: M=16 N=24 K=16; global 24, 16; local 8, 8
// run qpu: M=19 N=21 K=13; global 24, 24; local 8, 8
kernel void product(global const float* A, global const float* B, global float* C, int8 d) {
  const int M = d.s0, N = d.s1, K = d.s2, lda = d.s3, ldb = d.s4, ldc = d.s5;
  local float a[8][8], b[8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[y][x] = (i < M && t + x < K) ? A[i * lda + t + x] : 0;
    b[y][x] = (j < N && t + y < K) ? B[(t + y) * ldb + j] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) s += a[y][k] * b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < M && j < N) C[i * ldc + j] = s;
}
