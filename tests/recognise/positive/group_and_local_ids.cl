// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=19 N=37 K=23; global 48, 32; local 16, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int i = get_group_id(1) * get_local_size(1) + get_local_id(1);
  int j = get_group_id(0) * get_local_size(0) + get_local_id(0);
  if (i < M && j < N) {
    float t = 0;
    for (int k = 0; k < K; ++k) t += A[i * K + k] * B[k * N + j];
    C[i * N + j] = t;
  }
}
