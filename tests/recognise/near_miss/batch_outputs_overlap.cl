// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int STEP, in A M*K*D, in B K*N*D, out C M*N*D
// run stale: M=16 N=16 K=16 D=3 STEP=128; global N, M, D
// run stale: M=16 N=16 K=16 D=2 STEP=255; global N, M, D
kernel void product(int M, int N, int K, int step, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1), d = get_global_id(2);
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[(d * M + i) * K + k] * B[(d * K + k) * N + j];
  C[d * step + i * N + j] = s;
}
