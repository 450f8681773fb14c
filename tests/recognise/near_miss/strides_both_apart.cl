// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A 2*M*K, int RA, int CA, in B 2*K*N, int RB, int CB, out C M*N, int N
// run cpu: M=32 N=48 K=16 RA=32 CA=2 RB=48 CB=1; global N, M
// run cpu: M=32 N=48 K=16 RA=16 CA=1 RB=96 CB=2; global N, M
// run cpu: M=32 N=48 K=16 RA=16 CA=0 RB=48 CB=1; global N, M
// run cpu: M=32 N=48 K=16 RA=0 CA=1 RB=48 CB=1; global N, M
kernel void product(int M, int N, int K, global const float* A, int ra, int ca, global const float* B, int rb, int cb, global float* C, int ldc) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * ra + k * ca] * B[k * rb + col * cb];
  C[row * ldc + col] = sum;
}
