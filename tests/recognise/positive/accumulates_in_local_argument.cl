// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, local 64*4
// run qpu: M=16 N=24 K=16; global 24, 16; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, local float* acc) {
  int id = get_local_id(1) * get_local_size(0) + get_local_id(0), j = get_global_id(0), i = get_global_id(1);
  acc[id] = 0;
  for (int k = 0; k < K; ++k) acc[id] += A[i * K + k] * B[k * N + j];
  C[i * N + j] = acc[id];
}
