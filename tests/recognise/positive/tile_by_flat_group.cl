// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=16 N=24 K=16; global 192, 2; local 64, 1
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float a[64], b[64];
  int id = get_local_id(0), x = id % 8, y = id / 8, j = get_group_id(0) * 8 + x, i = get_group_id(1) * 8 + y;
  float s = 0;
  for (int t = 0; t < K; t += 8) {
    a[id] = A[i * K + t + x]; b[id] = B[(t + y) * N + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) s += a[y * 8 + k] * b[k * 8 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[i * N + j] = s;
}
