// SPDX-License-Identifier: Apache-2.0
// args: int M, int N, int K, int 3, in A M*K+4, in B K*N, out C M*N
// run cpu: M=4 N=5 K=8; global N, M
// After iteration `some` the array does not change.
kernel void product(int M, int N, int K, int some, global const float* A, global const float* B,
                    global float* C) {
  int row = get_global_id(1), col = get_global_id(0);
  float held[4], sum = 0;
  for (int k = 0; k < K; k++) {
    if (k < some)
      for (int j = 0; j < 4; j++) held[j] = A[row * K + k + j];
    sum += held[0] * B[k * N + col];
  }
  C[row * N + col] = sum;
}
