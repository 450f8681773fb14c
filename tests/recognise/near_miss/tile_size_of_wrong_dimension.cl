// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, local 1024, local 1024
// run stale: M=32 N=48 K=32; global M, N; local 8, 16
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
