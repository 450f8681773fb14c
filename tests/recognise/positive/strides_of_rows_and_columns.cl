// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, int RA, int CA, in B K*N, int RB, int CB, out C M*N, int N
// run qpu: M=32 N=48 K=16 RA=16 CA=1 RB=48 CB=1; global N, M
// run qpu: M=32 N=48 K=16 RA=1 CA=32 RB=48 CB=1; global N, M
// run qpu: M=32 N=48 K=16 RA=16 CA=1 RB=1 CB=16; global N, M
// run qpu: M=9 N=7 K=5 RA=1 CA=9 RB=1 CB=5; global N, M
kernel void product(int M, int N, int K, global const float* A, int ra, int ca, global const float* B, int rb, int cb, global float* C, int ldc) {
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * ra + k * ca] * B[k * rb + col * cb];
  C[row * ldc + col] = sum;
}
