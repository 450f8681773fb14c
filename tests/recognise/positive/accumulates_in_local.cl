// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=24 K=16; global 24, 16; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[8][8], b[8][8], c[8][8];
  int x = get_local_id(0), y = get_local_id(1), j = get_global_id(0), i = get_global_id(1);
  c[y][x] = 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int t = 0; t < K; t += 8) {
    a[y][x] = A[i * K + t + x]; b[y][x] = B[(t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int k = 0; k < 8; ++k) s += a[y][k] * b[k][x];
    c[y][x] += s;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = c[y][x];
}
