// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=20 N=36 K=23; global N/4, M/4
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(1) * 4, j = get_global_id(0) * 4;
  float4 c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int k = 0; k < K; k++) {
    float4 b = vload4(0, B + k * N + j);
    c0 += A[i * K + k] * b;
    c1 += A[(i + 1) * K + k] * b;
    c2 += A[(i + 2) * K + k] * b;
    c3 += A[(i + 3) * K + k] * b;
  }
  vstore4(c0, 0, C + i * N + j);
  vstore4(c1, 0, C + (i + 1) * N + j);
  vstore4(c2, 0, C + (i + 2) * N + j);
  vstore4(c3, 0, C + (i + 3) * N + j);
}
