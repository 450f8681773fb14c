// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: the output repeats itself (line 9: `C[row * N + (int)get_global_id(0)] = sum;
// run cpu: M=2 N=300 K=4; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  const uchar col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + (int)get_global_id(0)] = sum;
}
