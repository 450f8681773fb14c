// SPDX-License-Identifier: Apache-2.0
// options: -cl-fast-relaxed-math
// args: out C N*N, in A N*N, in B N*N, int N
// terms: N
// run qpu: N=32 K=32; global N, N
// run qpu: N=23 K=23; global 24, 24
kernel void product(global float* C, global float* A, global float* B, int N) {
  int y = get_global_id(0), x = get_global_id(1);
  if (y < N && x < N)
    for (int k = 0; k < N; k++) C[y * N + x] += A[y * N + k] * B[k * N + x];
}
