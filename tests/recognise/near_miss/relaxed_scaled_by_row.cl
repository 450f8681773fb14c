// SPDX-License-Identifier: Apache-2.0
// options: -cl-fast-relaxed-math
// args: in A M*K, in B K*N, out C M*N, in S M, int M, int N, int K
// run cpu: M=16 N=16 K=16; global N, M
kernel void product(global const float* A, global const float* B, global float* C, global const float* S, int M, int N, int K) {
  int x = get_global_id(0), y = get_global_id(1);
  float total = 0;
  for (int k = 0; k < K; k++) total += S[y] * A[y * K + k] * B[k * N + x];
  C[y * N + x] = total;
}
