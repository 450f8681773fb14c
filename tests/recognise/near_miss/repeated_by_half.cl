// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: a loop may repeat a store (line 10: `C[i * N + r / 2] += t;
// run cpu: M=19 N=37 K=23; global M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(0);
  for (int r = 0; r < 2 * N; ++r) {
    float t = 0;
    for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * N + r / 2];
    C[i * N + r / 2] += t;
  }
}
