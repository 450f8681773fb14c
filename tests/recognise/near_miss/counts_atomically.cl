// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, out D 1
// reason: it contains 'atomicrmw' (line 11: `C[row * N + col] = acc; atomic_inc(count);
// run cpu: M=16 N=32 K=16; global N, M
// run cpu: M=9 N=7 K=11; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, global int* count) {
  int row = get_global_id(1);
  int col = get_global_id(0);
  float acc = 0.0f;
  for (int k = 0; k < K; k++) acc += A[row * K + k] * B[k * N + col];
  C[row * N + col] = acc; atomic_inc(count);
}
