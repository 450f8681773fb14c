// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it computes with doubles (line 8: `for
// run cpu: M=16 N=24 K=16; global 24, 16
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  double s = 0;
  for (int k = 0; k < K; ++k) s += (double)A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}
