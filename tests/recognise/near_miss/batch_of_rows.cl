// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B M*K, out C M
// reason: both factors depend on the same index of the output (line 9: `C[i] = s;
// run cpu: M=16 N=1 K=16; global M
kernel void product(int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[i * K + k];
  C[i] = s;
}
