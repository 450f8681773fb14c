// SPDX-License-Identifier: Apache-2.0
// args: int K, int N, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=48 K=23; global N/16, M
kernel void mm(int K, int N, global const float* A, global const float16* B, global float16* C) {
  int i = get_global_id(1), j = get_global_id(0);
  float16 s = (float16)(0.0f);
  for (int k = 0; k < K; ++k) s += A[i * K + k] * B[k * (N / 16) + j];
  C[i * (N / 16) + j] = s;
}
