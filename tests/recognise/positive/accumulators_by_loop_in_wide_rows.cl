// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int W, in A M*W, in B W*N, out C M*N
// run qpu: M=32 N=48 K=16 W=20; global N, M
// run cpu: M=9 N=7 K=11 W=20; global N, M
// run cpu: M=9 N=7 K=3 W=20; global N, M
kernel void product(int M, int N, int K, int W, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1);
  float s = 0;
  for (int p = 0; p < 4; ++p) {
    float part = 0;
    for (int k = p; k < K; k += 4) part += A[i * W + k] * B[k * N + j];
    s += part;
  }
  C[i * N + j] = s;
}
