// SPDX-License-Identifier: Apache-2.0
// options: -cl-fast-relaxed-math
// args: in A M*K, in B K*N, out C M*N, float 1.5, float 0.75, int M, int N, int K
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=19 N=37 K=23; global 40, 20
kernel void product(global const float* A, global const float* B, global float* C, float alpha, float beta, int M, int N, int K) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y < M && x < N) {
    C[y * N + x] *= beta;
    for (int k = 0; k < K; k++) C[y * N + x] += alpha * A[y * K + k] * B[k * N + x];
  }
}
