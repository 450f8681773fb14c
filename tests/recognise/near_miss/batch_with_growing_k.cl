// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K*D, in B K*N*D, out C M*N*D
// reason: the length of the sum differs between elements (line 9: `C[d * M * N + i * N + j] = s;
// run cpu: M=16 N=32 K=16 D=3; global N, M, D
kernel void product(int N, int K, global const float* A, global const float* B, global float* C) {
  int j = get_global_id(0), i = get_global_id(1), d = get_global_id(2), M = get_global_size(1);
  float s = 0;
  for (int k = 0; k < K - d; ++k) s += A[d * M * K + i * K + k] * B[d * K * N + k * N + j];
  C[d * M * N + i * N + j] = s;
}
