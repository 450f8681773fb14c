// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// reason: a value is chosen on a condition (line 12: `switch (k % 5) {
// run cpu: M=32 N=48 K=16; global N, M
// run cpu: M=9 N=7 K=72; global N, M
kernel void product(int M, int N, int K, global const float4* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    const float4 four = A[row * (K / 4) + k / 4];
    float a;
    switch (k % 5) {
      case 0: a = four.x; break;
      case 1: a = four.y; break;
      case 2: a = four.z; break;
      default: a = four.w;
    }
    sum += a * B[k * N + col];
  }
  C[row * N + col] = sum;
}
