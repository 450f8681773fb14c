// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, in A M*K, in B K*N, out C M*N
// run qpu: M=32 N=48 K=16; global N, M
// run qpu: M=9 N=7 K=11; global N, M
kernel void product(int M, int N, int K, global const float* A, global const float* B, global float* C) {
  int col = get_global_id(0), row = get_global_id(1);
  global const float *a = A + row * K, *b = B + col, *end = a + K;
  float sum = 0;
  while (a < end) {
    sum += *a++ * *b;
    b += N;
  }
  C[row * N + col] = sum;
}
