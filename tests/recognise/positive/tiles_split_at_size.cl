// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N, local 2048
// run qpu: M=32 N=48 K=64; global N, M; local 16, 16
// run qpu: M=32 N=48 K=64; global N, M; local 8, 8
// One buffer holds both tiles; the size of a tile is that of the work-group.
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C, local float* buffer) {
  const int size = get_local_size(0);
  local float *left = buffer, *right = buffer + size * size;
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < K; t += size) {
    left[y * size + x] = A[row * K + t + x];
    right[y * size + x] = B[(t + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < size; ++k) sum += left[y * size + k] * right[k * size + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
