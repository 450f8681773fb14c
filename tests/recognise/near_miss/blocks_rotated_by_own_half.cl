// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: an index is used whole and divided (line 10: `C[row * N + col] = sum;
// run cpu: M=32 N=48 K=16; global N, M; local 8, 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  const int by = get_group_id(1), bx = (get_group_id(0) + get_group_id(0) / 2) % get_num_groups(0);
  const int col = bx * 8 + get_local_id(0), row = by * 8 + get_local_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
