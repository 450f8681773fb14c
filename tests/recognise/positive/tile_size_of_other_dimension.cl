// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, local L*L*4, local L*L*4
// run qpu: M=32 N=48 K=32 L=8; global M, N; local L, L
// run qpu: M=16 N=32 K=48 L=16; global M, N; local L, L
// run stale: M=32 N=48 K=32 L=8; global M, N; local L, L/2
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, local float* a, local float* b) {
  int edge = get_local_size(0);
  int u = get_local_id(0), v = get_local_id(1);
  int from_a = get_group_id(0) * edge * K, from_b = get_group_id(1) * edge;
  float total = 0;
  for (int k = 0; k < K; k += edge) {
    a[u * edge + v] = A[from_a + u * K + v];
    b[u * edge + v] = B[from_b + u * N + v];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < edge; i++) total += a[u * edge + i] * b[i * edge + v];
    barrier(CLK_LOCAL_MEM_FENCE);
    from_a += edge;
    from_b += edge * N;
  }
  C[get_global_id(0) * N + get_global_id(1)] = total;
}
