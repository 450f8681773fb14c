// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: it is not known what each half of a tile holds (line 15: `for (int t = 0; t < T; t++) {
// run stale: M=16 N=8 K=32; global N, M; local 8, 8
#define BS 8
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  local float As[3][BS][BS], Bs[3][BS][BS];
  int tx = get_local_id(0), ty = get_local_id(1);
  int row = get_group_id(1) * BS + ty, col = get_group_id(0) * BS + tx;
  int T = K / BS;
  As[0][ty][tx] = A[row * K + 0 * BS + tx];
  Bs[0][ty][tx] = B[(0 * BS + ty) * N + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  float acc = 0.0f;
  for (int t = 0; t < T; t++) {
    if (t + 1 < T) {
      As[(t + 1) % 3][ty][tx] = A[row * K + (t + 1) * BS + tx];
      Bs[(t + 1) % 3][ty][tx] = B[((t + 1) * BS + ty) * N + col];
    }
    for (int k = 0; k < BS; k++) acc += As[t % 2][ty][k] * Bs[t % 2][k][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = acc;
}
