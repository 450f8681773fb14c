// SPDX-License-Identifier: Apache-2.0
// args: int N, int K, in A M*K, in B K*N, out C M*N, local 32
// run cpu: M=8 N=8 K=32; global N*8, M; local 8, 1
kernel void product(int N, int K, global const float* A, global const float* B, global float* C, local float* part) {
  int l = get_local_id(0), n = get_local_size(0), row = get_group_id(1), col = get_group_id(0);
  float acc = 0;
  for (int k = l; k < K; k += n) acc += A[row * K + k] * B[k * N + col];
  part[l] = acc;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = n / 2; s > 0; s /= 2) {
    if (l < s) part[l] += part[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) C[row * N + col] = part[0];
}
