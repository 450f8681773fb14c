// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=24 K=32; global N, M; local 8, 8
// run qpu: M=16 N=8 K=40; global N, M; local 8, 8
#define BS 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float As[2 * BS * BS], Bs[2 * BS * BS];
  const int x = get_local_id(0), y = get_local_id(1);
  const int row = get_global_id(1), col = get_global_id(0);
  int now = 0;
  As[y * BS + x] = A[row * K + x];
  Bs[y * BS + x] = B[y * N + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int first = 0; first < K; first += BS) {
    for (int i = 0; i < BS; ++i) sum += As[now * BS * BS + y * BS + i] * Bs[now * BS * BS + i * BS + x];
    const int other = 1 - now;
    if (first + BS < K) {
      As[other * BS * BS + y * BS + x] = A[row * K + first + BS + x];
      Bs[other * BS * BS + y * BS + x] = B[(first + BS + y) * N + col];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    now = other;
  }
  C[row * N + col] = sum;
}
